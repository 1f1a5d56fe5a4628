import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alignTo } from '../../../src/raster/grid/align.ts'
import { pixelMapper } from '../../../src/raster/grid/pixel-mapper.ts'
import { wholeWindow, type RasterSource, type Resampling } from '../../../src/raster/source.ts'
import { hasShared } from '../../helpers/shared.ts'
import { hasGdal, sourceOf, targetOf, WARP_CASES, warpedByGdal, type WarpCase } from './warp-cases.ts'

interface OracleRow {
  readonly name: string
  readonly method: Resampling
  readonly valid: number
  readonly sum: number
  /** The first pixel that is kept, and how many lie from one to the next. */
  readonly at: readonly [first: number, step: number]
  readonly values: readonly (number | null)[]
}

/** Counts, sums and 60 pixels of what gdalwarp gives; each row holds its command. */
const ORACLE = JSON.parse(readFileSync(join(import.meta.dirname, 'warp-oracle.json'), 'utf8')) as {
  readonly rows: readonly OracleRow[]
}

const isArea = (method: Resampling) => method === 'average' || method === 'min' || method === 'max'
const CASES = WARP_CASES.flatMap((each) => each.methods.map((method) => [each.name, method, each] as const))
const SLOW = { timeout: 60_000 }

const made = new Map<string, Promise<Float32Array>>()

/** A case by its method, each pixel placed by itself; computed once for all tests. */
function exactly(each: WarpCase, method: Resampling): Promise<Float32Array> {
  const key = `${each.name}, ${method}`
  const values = made.get(key) ?? sourceOf(each).then((source) => warped(source, each, method))
  made.set(key, values)
  return values
}

async function warped(source: RasterSource, each: WarpCase, method: Resampling, maxError = 0) {
  const target = targetOf(each)
  return alignTo(source, target, method, { maxError }).read(wholeWindow(target))
}

/** Least and greatest of the valid values. */
function rangeOf(values: Float32Array): number {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return most - least
}

/** 1 where a pixel within four of it, or beyond the window, is nodata: there edges are treated in other ways. */
function nearEdges(values: Float32Array, width: number): Uint8Array {
  const height = values.length / width
  const near = new Uint8Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const [col, row] = [index % width, Math.floor(index / width)]
    if (col < 4 || row < 4 || col >= width - 4 || row >= height - 4) near[index] = 1
    if (!Number.isNaN(values[index])) continue
    for (let around = Math.max(0, row - 4); around <= Math.min(height - 1, row + 4); around++) {
      near.fill(1, around * width + Math.max(0, col - 4), around * width + Math.min(width, col + 5))
    }
  }
  return near
}

describe.skipIf(!hasShared)('alignTo beside what gdalwarp gave', SLOW, () => {
  it.each(CASES)('%s, %s', async (name, method, each) => {
    const row = ORACLE.rows.find((found) => found.name === name && found.method === method)!
    const values = await exactly(each, method)
    const range = rangeOf(values)
    let [valid, sum] = [0, 0]
    for (const value of values) {
      if (Number.isNaN(value)) continue
      valid++
      sum += value
    }
    // Areas that only touch the edge of the file are counted in other ways.
    expect(Math.abs(valid / row.valid - 1)).toBeLessThan(isArea(method) ? 0.01 : 1e-9)
    expect(Math.abs(sum / valid / (row.sum / row.valid) - 1)).toBeLessThan(isArea(method) ? 1e-3 : 1e-8)
    const off = row.values.map((wanted, index) => {
      const own = values[row.at[0] + index * row.at[1]]!
      if (wanted === null || Number.isNaN(own)) return wanted === null && Number.isNaN(own) ? 0 : Infinity
      return Math.abs(own - wanted) / range
    })
    const wrong = off.filter((error) => error > 1e-3)
    expect(wrong.length).toBeLessThanOrEqual(isArea(method) ? 2 : 0)
  })

  it('keeps the stated error: nearest pixels differ only by a border that is nearer than it', async () => {
    const [each] = WARP_CASES
    const source = await sourceOf(each!)
    const target = targetOf(each!)
    const exact = await exactly(each!, 'nearest')
    const approximate = await warped(source, each!, 'nearest', 0.125)
    const positions = { xs: new Float64Array(exact.length), ys: new Float64Array(exact.length) }
    pixelMapper(target, source.grid, 0).centres(wholeWindow(target), positions)
    const border = (value: number) => Math.abs(value - Math.round(value))
    let differ = 0
    for (let index = 0; index < exact.length; index++) {
      if (Object.is(exact[index], approximate[index])) continue
      differ++
      const nearest = Math.min(border(positions.xs[index]!), border(positions.ys[index]!))
      expect(nearest).toBeLessThanOrEqual(0.125)
    }
    expect(differ / exact.length).toBeLessThan(0.25)
  })
})

describe.skipIf(!hasShared || !hasGdal)('alignTo beside gdalwarp on this machine', SLOW, () => {
  it.each(CASES)('%s, %s', async (_name, method, each) => {
    const [own, theirs] = [await exactly(each, method), warpedByGdal(each, method)]
    const range = rangeOf(theirs)
    const isNearEdge = nearEdges(theirs, each.size[0])
    let [equal, inner, far] = [0, 0, 0]
    for (let index = 0; index < own.length; index++) {
      if (own[index] === theirs[index] || (Number.isNaN(own[index]) && Number.isNaN(theirs[index]))) equal++
      if (isNearEdge[index]) continue
      inner++
      if (!(Math.abs(own[index]! - theirs[index]!) <= 1e-3 * range)) far++
    }
    expect(inner).toBeGreaterThan(1000)
    if (method === 'nearest') expect(equal / own.length).toBeGreaterThanOrEqual(0.999)
    // gdalwarp takes the box around a pixel that lies askew for the pixel: areas agree on 99 in 100.
    expect(far / inner).toBeLessThan(isArea(method) ? 0.01 : 1e-9)
  })
})
