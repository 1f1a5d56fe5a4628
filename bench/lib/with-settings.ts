import { config } from '../../src/config.ts'
import { AppError } from '../../src/lib/errors.ts'

type Constant = number | boolean

/** Constants of src/config.ts by path, such as { 'skill.minimum': 0.5 }. */
export type Settings = Readonly<Record<string, Constant>>

/** Runs something with constants of src/config.ts set otherwise, and sets them back. Throws invalid_input for an unknown one. */
export async function withSettings<Result>(settings: Settings, run: () => Promise<Result>): Promise<Result> {
  const before = Object.keys(settings).map((path) => [path, swap(path, settings[path]!)] as const)
  try {
    return await run()
  } finally {
    for (const [path, value] of before) swap(path, value)
  }
}

/** Reads 'skill.minimum=0.3,0.6' into one setting a value. Throws invalid_input. */
export function readSweep(text: string): readonly Settings[] {
  const [path = '', list = ''] = text.split('=')
  const values = list.split(',').map(Number)
  if (values.length === 0 || values.some((value) => !Number.isFinite(value))) {
    throw new AppError('invalid_input', `A sweep is written skill.minimum=0.3,0.6; got "${text}".`)
  }
  swap(path, swap(path, values[0]!))
  return values.map((value) => ({ [path]: value }))
}

function swap<Value extends Constant>(path: string, value: Value): Value {
  const names = path.split('.')
  const last = names.pop()!
  let group: unknown = config
  for (const name of names) group = (group as Readonly<Record<string, unknown>> | undefined)?.[name]
  const old = (group as Record<string, unknown> | undefined)?.[last]
  if (typeof old !== typeof value) {
    throw new AppError('invalid_input', `There is no ${typeof value} "${path}" in src/config.ts.`)
  }
  ;(group as Record<string, Constant>)[last] = value
  return old as Value
}
