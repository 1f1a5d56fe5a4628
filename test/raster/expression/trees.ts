import type { Operator } from '../../../src/raster/expression/operations.ts'
import { number, operation, type Expression } from '../../../src/raster/expression/syntax.ts'

/** How tightly each operator of the grammar binds; the functions are absent. */
const BINARY: Partial<Record<Operator, readonly [sign: string, tightness: number]>> = {
  or: ['or', 1], and: ['and', 2],
  less: ['<', 4], lessOrEqual: ['<=', 4], greater: ['>', 4], greaterOrEqual: ['>=', 4], equal: ['==', 4], notEqual: ['!=', 4],
  add: ['+', 5], subtract: ['-', 5], multiply: ['*', 6], divide: ['/', 6],
} // prettier-ignore
const CALLS = ['where', 'min', 'max', 'sqrt', 'log', 'log10', 'exp', 'abs', 'floor', 'valid'] as const
const COUNTS: Partial<Record<Operator, number>> = { where: 3, min: 2, max: 2 }

/** A random expression over the bands, of at most `depth` operations within one another. */
export function randomTree(random: () => number, depth: number, bands: readonly string[]): Expression {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const child = () => randomTree(random, depth - 1, bands)
  if (depth === 0 || random() < 0.15) {
    return random() < 0.7
      ? { kind: 'band', name: pick(bands) }
      : number(pick([0, 1, 2, 0.5, 7.5, 1e-4, random(), 1e300]))
  }
  const kind = random()
  if (kind < 0.5) return operation(pick(Object.keys(BINARY) as Operator[]), child(), child())
  if (kind < 0.6) return operation(pick(['negate', 'not'] as const), child())
  if (kind < 0.7) return operation('power', child(), child())
  const call = pick(CALLS)
  return operation(call, ...Array.from({ length: COUNTS[call] ?? 1 }, child))
}

/** An expression as text, with no bracket that its grammar does not need. */
export function print(tree: Expression, tightness = 0): string {
  if (tree.kind === 'number') return String(tree.value)
  if (tree.kind === 'band') return tree.name
  const { operator, operands } = tree
  const [first, second] = operands
  const within = (own: number, text: string) => (own < tightness ? `(${text})` : text)
  if (operator === 'not') return within(3, `not ${print(first!, 3)}`)
  if (operator === 'negate') return within(7, `-${print(first!, 7)}`)
  if (operator === 'power') return within(8, `${print(first!, 9)}^${print(second!, 7)}`)
  const binary = BINARY[operator]
  if (!binary) return `${operator}(${operands.map((each) => print(each)).join(', ')})`
  const [sign, own] = binary
  // Comparisons do not chain, so both sides stand one step tighter.
  const left = own === 4 ? 5 : own
  return within(own, `${print(first!, left)} ${sign} ${print(second!, own + 1)}`)
}
