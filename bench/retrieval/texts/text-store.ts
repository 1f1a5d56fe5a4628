import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Answers of one model by key, kept in a file: one a line, as soon as it is there. */
export interface TextStore {
  get(key: string): string | undefined
  set(key: string, text: string): void
}

export function textStore(file: string): TextStore {
  const known = new Map<string, string>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines) {
    const entry = entryOf(line)
    if (entry) known.set(...entry)
  }
  // What a kill has torn off must not run into the next line.
  let separator = lines.length > 0 && lines.at(-1) !== '' ? '\n' : ''
  return {
    get: (key) => known.get(key),
    set(key, text) {
      known.set(key, text)
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, `${separator}${JSON.stringify([key, text])}\n`)
      separator = ''
    },
  }
}

function entryOf(line: string): readonly [string, string] | null {
  try {
    const [key, text] = JSON.parse(line) as readonly unknown[]
    return typeof key === 'string' && typeof text === 'string' ? [key, text] : null
  } catch {
    return null
  }
}
