import { expect } from 'vitest'
import type { RasterSource } from '../../src/raster/source.ts'
import { pixels, raster } from '../raster/kernels/rasters.ts'
import type { MemoryContext } from './memory-context.ts'

/** Rows of an oracle; null stands for no data. */
export type Rows = readonly (readonly (number | null)[])[]

const numbers = (rows: Rows) => rows.map((row) => row.map((each) => each ?? NaN))

export const oracleRaster = (rows: Rows): RasterSource => raster(numbers(rows))

/** The pixels of a layer are those of the oracle to `error` and no data where it has none. */
export async function expectRows(
  context: MemoryContext,
  id: string,
  rows: Rows,
  error: number,
): Promise<void> {
  const found = await pixels(await context.raster(id))
  const wanted = numbers(rows).flat()
  expect(found.length).toBe(wanted.length)
  for (const [place, value] of wanted.entries()) {
    if (Number.isNaN(value)) expect(found[place], `pixel ${place}`).toBeNaN()
    else expect(Math.abs(found[place]! - value), `pixel ${place}`).toBeLessThanOrEqual(error)
  }
}
