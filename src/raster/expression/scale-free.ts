import { seededRandom } from '../../lib/random.ts'
import { compileExpression } from './compile.ts'
import { bandsOf } from './parser.ts'
import type { Expression } from './syntax.ts'

/** Values that are tried, and the factors that must leave the result as it is. */
const [TRIES, FACTORS] = [64, [0.1, 10_000]] as const

/**
 * True where a factor common to all bands leaves the result as it is, as for ratios: it may be computed from numbers
 * whose scaling is unknown. Found by trying, so that any way of writing a ratio counts.
 */
export function isScaleFree(expression: Expression): boolean {
  const bands = bandsOf(expression)
  const kernel = compileExpression(expression, bands)
  const random = seededRandom(1)
  const values = bands.map(() => Float32Array.from({ length: TRIES }, () => 0.05 + random()))
  const at = (factor: number): Float32Array => {
    const out = new Float32Array(TRIES)
    kernel(
      values.map((block) => block.map((value) => value * factor)),
      out,
    )
    return out
  }
  const plain = at(1)
  return FACTORS.every((factor) => {
    const scaled = at(factor)
    return plain.every((value, index) => {
      const other = scaled[index]!
      return Object.is(value, other) || Math.abs(value - other) <= 1e-4 * Math.max(Math.abs(value), 1e-3)
    })
  })
}
