import { describe, expect, it } from 'vitest'
import { reduce, tap, tapSources } from '../../src/raster/reduce.ts'
import type { Reducer } from '../../src/raster/reduce.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import type { RasterSource, Window } from '../../src/raster/source.ts'
import { randomRaster, raster } from './kernels/rasters.ts'

/** Keeps every value and the first row of each block. */
function recorder(): Reducer<{ rows: number[]; values: number[] }> {
  const rows: number[] = []
  const values: number[] = []
  return {
    add(block, window) {
      expect(block.length).toBe(window.width * window.height)
      rows.push(window.row)
      values.push(...block)
    },
    result: () => ({ rows, values }),
  }
}

const numbered = raster([
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
  [8, 9],
])
const inOrder = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const rows = (row: number, height: number): Window => ({ col: 0, row, width: 2, height })

/** Reads of it are answered when `release` is called for them. */
function heldBack(source: RasterSource) {
  const waiting: (() => void)[] = []
  return {
    source: {
      ...source,
      read: (window: Window) =>
        new Promise<Float32Array>((resolve) => waiting.push(() => resolve(source.read(window)))),
    },
    release: (index: number) => waiting[index]!(),
  }
}

describe('reduce', () => {
  it('feeds several reducers from one walk', async () => {
    let reads = 0
    const source = randomRaster(2, 7, 9)
    const counted: RasterSource = { ...source, read: (...given) => (reads++, source.read(...given)) }
    const { first, second } = await reduce(counted, { first: recorder(), second: recorder() })
    expect(first.values).toEqual([...(await source.read(wholeWindow(source.grid)))])
    expect(second).toEqual(first)
    expect(reads).toBe(first.rows.length)
  })
})

describe('tap', () => {
  it('feeds rows as a writer reads them', async () => {
    const { source, finish } = tap(numbered, { all: recorder() })
    await source.read(rows(0, 2))
    await source.read(rows(2, 2))
    await source.read(rows(4, 1))
    expect((await finish()).all).toEqual({ rows: [0, 2, 4], values: inOrder })
  })

  it.each([
    ['nothing is read', []],
    ['rows are read twice', [rows(0, 2), rows(0, 2), rows(1, 2)]],
    ['rows are left out', [rows(0, 1), rows(3, 2)]],
    ['windows reach beyond the grid', [rows(-1, 3), rows(4, 6)]],
    ['columns are read', [{ col: 0, row: 0, width: 1, height: 5 }]],
    ['it is read from the end', [rows(4, 1), rows(3, 1), rows(0, 3)]],
  ])('feeds each row once where %s', async (_, windows) => {
    const { source, finish } = tap(numbered, { all: recorder() })
    for (const window of windows) {
      expect(await source.read(window)).toEqual(await numbered.read(window))
    }
    expect((await finish()).all.values).toEqual(inOrder)
  })

  it('is not fed by coarser reads', async () => {
    const { source, finish } = tap(numbered, { all: recorder() })
    expect(await source.read(rows(0, 5), { size: { width: 1, height: 1 } })).toEqual(Float32Array.of(4 + 1))
    expect((await finish()).all.values).toEqual(inOrder)
  })

  it('keeps the order where answers come in another', async () => {
    const { source: slow, release } = heldBack(numbered)
    const { source, finish } = tap(slow, { all: recorder() })
    const reads = [rows(0, 2), rows(2, 2), rows(4, 1)].map((window) => source.read(window))
    for (const index of [2, 0, 1]) release(index)
    await Promise.all(reads)
    expect((await finish()).all).toEqual({ rows: [0, 2, 4], values: inOrder })
  })

  it('fetches again what could not be read', async () => {
    let failures = 0
    const flaky: RasterSource = {
      ...numbered,
      read: (window) =>
        window.row === 2 && failures++ === 0
          ? Promise.reject(new Error('unreadable'))
          : numbered.read(window),
    }
    const { source, finish } = tap(flaky, { all: recorder() })
    await source.read(rows(0, 2))
    await expect(source.read(rows(2, 2))).rejects.toThrow('unreadable')
    await source.read(rows(4, 1))
    expect((await finish()).all.values).toEqual(inOrder)
  })
})

describe('tapSources', () => {
  it('hands on the inputs and what the kernel made of them', async () => {
    const seen: number[][] = []
    const { source, finish } = tapSources([numbered, numbered], {
      kernel: ([a, b], out) => out.forEach((_, index) => (out[index] = a![index]! * b![index]!)),
      feed: ([a], out) => a!.forEach((value, index) => seen.push([value, out[index]!])),
      result: () => seen,
    })
    expect([...(await source.read(rows(0, 1)))]).toEqual([0, 1])
    expect(await finish()).toEqual(inOrder.map((value) => [value, value * value]))
  })
})
