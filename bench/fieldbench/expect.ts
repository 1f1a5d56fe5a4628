import type { Unit } from '../../src/trace/quantity.ts'
import { convertUnit, unitFamily } from '../../src/trace/units.ts'
import type { Expected } from './task.ts'

/** A number within a share of itself; for truths near 0 give `absolute`. */
export function number(
  value: number,
  unit: Unit,
  within: { readonly relative?: number; readonly absolute?: number } = {},
): Expected & { kind: 'number' } {
  const { relative = 0.002, absolute = 0 } = within
  return { kind: 'number', value, unit, tolerance: Math.max(Math.abs(value) * relative, absolute) }
}

/** Several figures, each of which the answer has to cite. */
export const numbers = (...wanted: readonly (Expected & { kind: 'number' })[]): Expected => ({
  kind: 'numbers',
  values: wanted.map(({ value, unit, tolerance }) => ({ value, unit, tolerance })),
})

export const choice = (label: string): Expected => ({ kind: 'choice', label })
export const words: Expected = { kind: 'words' }
export const refusal: Expected = { kind: 'refusal' }

/**
 * Options A to D of a multiple-choice question about a number: the right one in the place that the seed gives, others
 * well apart. `show` writes an option.
 */
export function options(
  right: number,
  seed: number,
  show: (value: number) => string,
): { readonly text: string; readonly label: string } {
  const place = seed % 4
  const factors = [0.55, 0.8, 1.35, 1.7]
  const values = factors.map((factor, at) => (at === place ? right : right * factor))
  const letters = ['A', 'B', 'C', 'D']
  const lines = values.map((value, at) => `${letters[at]}) ${show(value)}`)
  return { text: lines.join('\n'), label: letters[place]! }
}

/** Ways in which an answer may write a figure: decimals, digits, separators, the units that convert. */
export function numberStrings(value: number, unit: Unit): readonly string[] {
  const said = unitFamily(unit).flatMap((other) => convertUnit(value, unit, other) ?? [])
  const written = said.flatMap((each) => [
    ...[0, 1, 2, 3, 4].map((digits) => Number(each.toFixed(digits))),
    ...[2, 3, 4, 5, 6].map((digits) => Number(each.toPrecision(digits))),
  ])
  const texts = written.flatMap((each) => [
    String(each),
    each.toLocaleString('en-US', { maximumFractionDigits: 6 }),
    ...[1, 2, 3].map((digits) => each.toFixed(digits)),
  ])
  return [...new Set(texts.flatMap((text) => [text, text.replace('-', '−')]))]
}
