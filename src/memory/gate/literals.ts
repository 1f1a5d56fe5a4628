import type { Binding, FinishedRun } from '../types.ts'
import { ofRun } from './of-run.ts'

/** Numbers, written as JavaScript writes them, that may stand in memory. */
export type Literals = ReadonlySet<string>

type Measured = Pick<FinishedRun, 'slots' | 'specs' | 'steps'>

/**
 * Slots that the question filled, defaults and choices that the tools declare, and literals of the policy's own
 * bindings and of the settings it tried, save those that repeat what an earlier step had measured.
 */
export const allowedNumbers = ofRun(({ slots, specs, steps }: Measured): Literals => {
  const asked = slots.filter(({ slot }) => !isCoordinate(slot)).map(({ value }) => value)
  const bound = steps.flatMap(({ bindings, tried }, at) => {
    const given = Object.entries(bindings)
      .filter(
        ([name, binding]) => !isCoordinate(name) && !(binding.from === 'slot' && isCoordinate(binding.slot)),
      )
      .map(([, binding]) => literalOf(binding))
    const other = tried && !isCoordinate(tried.argument) ? [tried.from, tried.to] : []
    return [...given, ...other].filter((literal) => !isMeasured(literal, steps.slice(0, at)))
  })
  return new Set([...declaredNumbers(specs), ...numberTexts([...asked, ...bound])])
})

/** Numbers that the library declares, the same for every run. */
const declaredNumbers = ofRun((specs: FinishedRun['specs']): readonly string[] =>
  numberTexts(
    specs.flatMap(({ parameters }) =>
      Object.values(parameters.properties).flatMap((property) => [
        property['default'],
        ...(Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : []),
      ]),
    ),
  ),
)

const numberTexts = (values: readonly unknown[]): readonly string[] =>
  values
    .filter((value): value is number => typeof value === 'number')
    .flatMap((value) => [String(value), String(Math.abs(value))])

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
