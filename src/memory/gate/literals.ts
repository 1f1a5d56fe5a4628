import type { FinishedRun } from '../types.ts'

/** Numbers, written as JavaScript writes them, that may stand in memory. */
export type Literals = ReadonlySet<string>

/** Slots that the question filled, and defaults and choices that the tools declare. */
export function allowedNumbers({ slots, specs }: Pick<FinishedRun, 'slots' | 'specs'>): Literals {
  const declared = specs.flatMap(({ parameters }) =>
    Object.values(parameters.properties).flatMap((property) => [
      property['default'],
      ...(Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : []),
    ]),
  )
  const asked = slots.filter(({ slot }) => !isCoordinate(slot)).map(({ value }) => value)
  return new Set(
    [...declared, ...asked]
      .filter((value): value is number => typeof value === 'number')
      .flatMap((value) => [String(value), String(Math.abs(value))]),
  )
}

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
