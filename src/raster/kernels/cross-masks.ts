import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** Pixels of two masks of one grid by where they are inside. */
export interface CrossedMasks {
  readonly both: number
  readonly firstOnly: number
  readonly secondOnly: number
  readonly neither: number
  /** Without data in one of them. */
  readonly nodata: number
}

export async function crossMasks(
  first: RasterSource,
  second: RasterSource,
  options?: WalkOptions,
): Promise<CrossedMasks> {
  const cells = [0, 0, 0, 0]
  let nodata = 0
  await walkBlocks(
    [first, second],
    ([one, other]) => {
      for (let at = 0; at < one!.length; at++) {
        const [left, right] = [one![at]!, other![at]!]
        if (left === left && right === right) cells[(left > 0 ? 2 : 0) + (right > 0 ? 1 : 0)]!++
        else nodata++
      }
    },
    options,
  )
  const [neither, secondOnly, firstOnly, both] = cells as [number, number, number, number]
  return { both, firstOnly, secondOnly, neither, nodata }
}
