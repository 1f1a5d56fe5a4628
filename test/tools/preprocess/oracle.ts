import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RasterSource } from '../../../src/raster/source.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import type { MemoryContext } from '../memory-context.ts'

export type Rows = readonly (readonly (number | null)[])[]

interface Oracle {
  readonly focal: Readonly<Record<string, Rows>>
  readonly composites: Readonly<Record<'stack' | 'red' | 'nir', readonly Rows[]>> &
    Readonly<Record<'median' | 'mean' | 'max' | 'min' | 'greenest', Rows>>
  readonly topography: Readonly<Record<'heights' | 'values' | 'corrected' | 'cosine', Rows>> & {
    readonly c: number
  }
  readonly grids: Readonly<
    Record<'values' | 'classes' | 'average2' | 'mode2' | 'bilinear2' | 'left' | 'right' | 'inside', Rows>
  > & {
    readonly degrees: {
      readonly transform: readonly number[]
      readonly shape: readonly [number, number]
      readonly nearest: Rows
    }
    readonly merged: Readonly<Record<'first' | 'last' | 'min' | 'max', Rows>>
    readonly ring: readonly (readonly [number, number])[]
  }
}

/** What numpy, scipy and GDAL make of small rasters: scripts/oracles/preprocess.py. */
export const ORACLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'preprocess.json'), 'utf8'),
) as Oracle

export const numbers = (rows: Rows): number[][] => rows.map((row) => row.map((value) => value ?? NaN))

export const onPixels = (rows: Rows, place: Parameters<typeof raster>[1] = {}): RasterSource =>
  raster(numbers(rows), place)

/** The pixels of the last raster that was saved. */
export async function lastPixels(context: MemoryContext): Promise<number[]> {
  return pixels(await context.raster(context.saved.at(-1)!.id))
}

export function expectClose(found: readonly number[], wanted: readonly number[], digits = 5): void {
  expect(found.length).toBe(wanted.length)
  for (const [at, value] of wanted.entries()) {
    if (Number.isNaN(value)) expect(found[at], `pixel ${at}`).toBeNaN()
    else expect(found[at], `pixel ${at}`).toBeCloseTo(value, digits)
  }
}
