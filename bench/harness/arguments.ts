import { AppError } from '../../src/lib/errors.ts'

export interface Arguments {
  readonly name: string | null
  readonly json: string | null
  readonly strict: boolean
  readonly options: Readonly<Record<string, string>>
}

/** Reads `NAME [--json FILE] [--strict] [--option VALUE | --option=VALUE | --switch]`. Throws invalid_input. */
export function parseArguments(argv: readonly string[]): Arguments {
  const options: Record<string, string> = {}
  const names: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (!word.startsWith('--')) {
      names.push(word)
      continue
    }
    const [key = '', ...rest] = word.slice(2).split('=')
    const next = argv[at + 1]
    if (rest.length > 0) options[key] = rest.join('=')
    else if (key !== 'strict' && next !== undefined && !next.startsWith('--')) options[key] = argv[++at]!
    else options[key] = 'true'
  }
  if (names.length > 1) {
    throw new AppError('invalid_input', `One name is run at a time; got ${names.join(', ')}.`)
  }
  const { json, strict, ...others } = options
  if (json === 'true') throw new AppError('invalid_input', '--json needs the name of a file to write.')
  return { name: names[0] ?? null, json: json ?? null, strict: strict !== undefined, options: others }
}
