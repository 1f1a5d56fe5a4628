import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export type MaskOperation = 'and' | 'or' | 'and_not' | 'xor'

const OPERATIONS: Readonly<Record<MaskOperation, (first: boolean, second: boolean) => boolean>> = {
  and: (first, second) => first && second,
  or: (first, second) => first || second,
  and_not: (first, second) => first && !second,
  xor: (first, second) => first !== second,
}

/** Two masks of one grid joined pixel by pixel; NaN where either has no data. */
export function combineMasks(
  first: RasterSource,
  second: RasterSource,
  operation: MaskOperation,
): RasterSource {
  const joined = OPERATIONS[operation]
  return mapSources([first, second], ([a, b], out) => {
    for (let index = 0; index < out.length; index++) {
      const left = a![index]!
      const right = b![index]!
      out[index] = left === left && right === right ? Number(joined(left !== 0, right !== 0)) : NaN
    }
  })
}

/** first − second on one grid; NaN where either has no data. */
export function subtract(first: RasterSource, second: RasterSource): RasterSource {
  return mapSources([first, second], ([a, b], out) => {
    for (let index = 0; index < out.length; index++) out[index] = a![index]! - b![index]!
  })
}
