import { tapSources } from '../reduce.ts'
import type { Tapped } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { SummaryReducer } from './statistics.ts'
import type { Summary } from './statistics.ts'

/** One value out of one value of each input, all of them numbers; NaN where the method has none. */
export type PixelFormula = (values: Float64Array) => number

/** Pixels without a result: an input has no data there, or the formula has no finite value. */
export interface FormulaLeftOut {
  readonly nodata: number
  readonly out_of_range: number
}

export type CountedFormula = Tapped<{ readonly summary: Summary; readonly leftOut: FormulaLeftOut }>

/** A formula over rasters of one grid as a lazy raster that counts, while it is read, its figures and what is left out. */
export function countedFormula(inputs: readonly RasterSource[], formula: PixelFormula): CountedFormula {
  const summary = new SummaryReducer()
  const leftOut = { nodata: 0, out_of_range: 0 }
  return tapSources(inputs, {
    kernel: (blocks, out) => compute(blocks, out, formula),
    feed: (blocks, out) => {
      summary.add(out)
      countLeftOut(blocks, out, leftOut)
    },
    result: () => ({ summary: summary.result(), leftOut }),
  })
}

function compute(blocks: readonly Float32Array[], out: Float32Array, formula: PixelFormula): void {
  const values = new Float64Array(blocks.length)
  for (let index = 0; index < out.length; index++) {
    let sum = 0
    for (let place = 0; place < blocks.length; place++) sum += values[place] = blocks[place]![index]!
    // The sum of numbers is NaN where one of them is, or where opposite infinities meet.
    const value = sum === sum ? Math.fround(formula(values)) : NaN
    // What is too large for a pixel has become infinite.
    out[index] = Number.isFinite(value) ? value : NaN
  }
}

function countLeftOut(
  blocks: readonly Float32Array[],
  out: Float32Array,
  leftOut: { nodata: number; out_of_range: number },
): void {
  for (let index = 0; index < out.length; index++) {
    if (out[index] === out[index]) continue
    if (blocks.some((block) => Number.isNaN(block[index]!))) leftOut.nodata++
    else leftOut.out_of_range++
  }
}
