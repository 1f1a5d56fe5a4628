import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export type MaskOperation = 'and' | 'or' | 'and_not' | 'xor'

/** Results for outside both, inside the second, inside the first, inside both. */
const OPERATIONS: Readonly<Record<MaskOperation, readonly [number, number, number, number]>> = {
  and: [0, 0, 0, 1],
  or: [0, 1, 1, 1],
  and_not: [0, 0, 1, 0],
  xor: [0, 1, 1, 0],
}

/** Two masks of one grid joined pixel by pixel; NaN where either has no data. */
export function combineMasks(
  first: RasterSource,
  second: RasterSource,
  operation: MaskOperation,
): RasterSource {
  const joined = Float32Array.from(OPERATIONS[operation])
  return mapSources([first, second], ([a, b], out) => {
    for (let index = 0; index < out.length; index++) {
      const left = a![index]!
      const right = b![index]!
      out[index] =
        left === left && right === right ? joined[(left !== 0 ? 2 : 0) + (right !== 0 ? 1 : 0)]! : NaN
    }
  })
}

/** first − second on one grid; NaN where either has no data. */
export function subtract(first: RasterSource, second: RasterSource): RasterSource {
  return mapSources([first, second], ([a, b], out) => {
    for (let index = 0; index < out.length; index++) out[index] = a![index]! - b![index]!
  })
}

/** weight · first + (1 − weight) · second on one grid; NaN where either has no data. */
export function weightedMean(first: RasterSource, second: RasterSource, weight: number): RasterSource {
  return mapSources([first, second], ([a, b], out) => {
    for (let index = 0; index < out.length; index++)
      out[index] = weight * a![index]! + (1 - weight) * b![index]!
  })
}
