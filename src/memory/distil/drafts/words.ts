import { allowedNumbers } from '../../gate/literals.ts'
import type { Binding, FinishedStep } from '../../types.ts'
import type { Trace } from '../trace.ts'

/** Names of arguments in which two calls of one tool differ. */
export function changedArguments(first: FinishedStep, second: FinishedStep): readonly string[] {
  const names = new Set([...Object.keys(first.call.args), ...Object.keys(second.call.args)])
  return [...names].filter((name) => same(first.call.args[name]) !== same(second.call.args[name]))
}

/** What was given in words of types: a choice, a slot, the result of a tool, a scene by role. Null where none fits. */
export function argumentWords(name: string, step: FinishedStep, trace: Trace): string | null {
  const value = step.call.args[name]
  if (value === undefined) return 'no value'
  const maker = trace.makerOf(value)
  if (maker) return `the result of ${maker.call.tool}`
  const binding: Binding | undefined = step.bindings[name]
  if (binding?.from === 'role') return `the scene of the role ${binding.role}`
  if (isLayer(name, step, trace)) return null
  return choiceWords(name, value, step, trace) ?? (typeof value === 'number' ? 'a number' : null)
}

/** A setting as it stood, where it may be told: a choice that the tool declares, a number that no run measured, yes or no. */
export function settingValue(name: string, step: FinishedStep, trace: Trace): string | null {
  const value = step.call.args[name]
  if (value === undefined) return 'no value'
  if (isLayer(name, step, trace)) return null
  if (typeof value === 'boolean') return `the value ${value}`
  if (typeof value === 'number') {
    return allowedNumbers(trace.run).has(String(value)) ? `the value ${value}` : null
  }
  return choiceWords(name, value, step, trace)
}

function choiceWords(name: string, value: unknown, { call }: FinishedStep, trace: Trace): string | null {
  const spec = trace.run.specs.find((candidate) => candidate.name === call.tool)
  const choices = spec?.parameters.properties[name]?.['enum']
  if (!Array.isArray(choices) || !choices.includes(value)) return null
  return `the value ${JSON.stringify(value).replaceAll('"', '')}`
}

/** True of an argument that takes a layer. */
export const isLayer = (name: string, { call }: FinishedStep, trace: Trace): boolean =>
  trace.run.specs.find((candidate) => candidate.name === call.tool)?.needs[name] !== undefined

const same = (value: unknown) => JSON.stringify(value)
