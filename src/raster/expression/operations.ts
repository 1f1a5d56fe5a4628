/** Operations of the language on float64; every text comes down to these, with a fixed number of operands each. */
export type Operator = keyof typeof OPERATIONS

export const finite = (value: number) => (Number.isFinite(value) ? value : NaN)

/** 1 or 0 where both operands are numbers, else NaN. */
const truth =
  (holds: (a: number, b: number) => boolean) =>
  (a: number, b: number): number =>
    Number.isNaN(a) || Number.isNaN(b) ? NaN : Number(holds(a, b))

/**
 * What each operation means. NaN in gives NaN out, but for `valid` and for the branch that `where` does not pick.
 * Division, power, logarithm and exp give NaN where IEEE 754 has an infinity, so that no later step hides it.
 */
export const OPERATIONS = {
  add: (a: number, b: number) => a + b,
  subtract: (a: number, b: number) => a - b,
  multiply: (a: number, b: number) => a * b,
  divide: (a: number, b: number) => finite(a / b),
  /** ECMAScript has NaN ** 0 = 1. */
  power: (a: number, b: number) => (Number.isNaN(a) ? NaN : finite(a ** b)),
  negate: (a: number) => -a,
  less: truth((a, b) => a < b),
  lessOrEqual: truth((a, b) => a <= b),
  greater: truth((a, b) => a > b),
  greaterOrEqual: truth((a, b) => a >= b),
  equal: truth((a, b) => a === b),
  notEqual: truth((a, b) => a !== b),
  and: truth((a, b) => a !== 0 && b !== 0),
  or: truth((a, b) => a !== 0 || b !== 0),
  not: (a: number) => (Number.isNaN(a) ? NaN : Number(a === 0)),
  where: (condition: number, a: number, b: number) =>
    Number.isNaN(condition) ? NaN : condition !== 0 ? a : b,
  min: (a: number, b: number) => Math.min(a, b),
  max: (a: number, b: number) => Math.max(a, b),
  sqrt: (a: number) => Math.sqrt(a),
  log: (a: number) => finite(Math.log(a)),
  log10: (a: number) => finite(Math.log10(a)),
  exp: (a: number) => finite(Math.exp(a)),
  abs: (a: number) => Math.abs(a),
  floor: (a: number) => Math.floor(a),
  valid: (a: number) => Number(!Number.isNaN(a)),
} as const

/** Applies an operation to as many values as it has operands. */
export function evaluate(operator: Operator, operands: readonly number[]): number {
  const operation: (...values: number[]) => number = OPERATIONS[operator]
  return operation(...operands)
}
