import type { Operator } from './operations.ts'

/** An expression as it was read. Operands stand in the order of the operation's definition. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'band'; readonly name: string }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly operands: readonly Expression[] }

export const number = (value: number): Expression => ({ kind: 'number', value })

export const operation = (operator: Operator, ...operands: readonly Expression[]): Expression => ({
  kind: 'operation',
  operator,
  operands,
})
