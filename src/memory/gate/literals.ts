import type { Binding, FinishedRun } from '../types.ts'

/** Numbers, written as JavaScript writes them, that may stand in memory. */
export type Literals = ReadonlySet<string>

/**
 * Slots that the question filled, defaults and choices that the tools declare, and literals of the policy's own
 * bindings and of the settings it tried, save those that repeat what an earlier step had measured.
 */
export function allowedNumbers(run: RunFacts): Literals {
  const known = kept.get(run) ?? numbersOf(run)
  kept.set(run, known)
  return known
}

type RunFacts = Pick<FinishedRun, 'slots' | 'specs' | 'steps'>

/** A finished run is never changed; every slot of every row is judged by it. */
const kept = new WeakMap<RunFacts, Literals>()

function numbersOf({ slots, specs, steps }: RunFacts): Literals {
  const declared = specs.flatMap(({ parameters }) =>
    Object.values(parameters.properties).flatMap((property) => [
      property['default'],
      ...(Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : []),
    ]),
  )
  const tried = steps.flatMap(({ tried: other }, at) =>
    other && !isCoordinate(other.argument)
      ? [other.from, other.to].filter((literal) => !isMeasured(literal, steps.slice(0, at)))
      : [],
  )
  const asked = slots.filter(({ slot }) => !isCoordinate(slot)).map(({ value }) => value)
  const bound = steps.flatMap(({ bindings }, at) =>
    Object.entries(bindings)
      .filter(
        ([name, binding]) => !isCoordinate(name) && !(binding.from === 'slot' && isCoordinate(binding.slot)),
      )
      .map(([, binding]) => literalOf(binding))
      .filter((literal) => !isMeasured(literal, steps.slice(0, at))),
  )
  return new Set(
    [...declared, ...asked, ...bound, ...tried]
      .filter((value): value is number => typeof value === 'number')
      .flatMap((value) => [String(value), String(Math.abs(value))]),
  )
}

const literalOf = (binding: Binding) =>
  binding.from === 'value' ? binding.value : binding.from === 'slot' ? binding.default : undefined

/** A tool that echoes an argument (a threshold) has not measured it. */
const isMeasured = (literal: unknown, earlier: FinishedRun['steps']) =>
  earlier.some(
    ({ numbers, call }) =>
      numbers.some(({ value }) => value === literal) && !Object.values(call.args).includes(literal),
  )

/** True where the number, at the precision it is written with, is one that this run measured or answered. */
export function isResult(written: string, { steps, answer }: Pick<FinishedRun, 'steps' | 'answer'>): boolean {
  const decimals = written.split('.')[1]?.length ?? 0
  const value = Number(written)
  const results = [...steps.flatMap(({ numbers }) => numbers.map((number) => number.value)), answer?.value]
  return (
    significantDigits(written) >= 3 &&
    results.some(
      (result) =>
        typeof result === 'number' && Math.abs(result).toFixed(decimals) === value.toFixed(decimals),
    )
  )
}

export const isCoordinate = (name: string) => /longitude|latitude/.test(name)

const significantDigits = (written: string) => written.replace('.', '').replace(/^0+/, '').length
