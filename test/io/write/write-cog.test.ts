import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderResults } from '../../../src/io/node/folder-results.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import { writeCog, type CogOptions } from '../../../src/io/write/write-cog.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'
import { CASES, formulaSource, gridOf } from './cog-cases.ts'

const gdal = pythonWith('osgeo_utils.samples.validate_cloud_optimized_geotiff')
const rasterio = pythonWith('rasterio', 'numpy')

const folder = mkdtempSync(join(tmpdir(), 'cog-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sourceOf = ({ size, value }: Pick<(typeof CASES)[number], 'size' | 'value'>) =>
  formulaSource(gridOf(size[0], size[1]), value)

const ARRAYS = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
}

beforeAll(async () => {
  const files = folderResults(folder)
  for (const each of CASES) {
    await writeCog(files, `${each.name}.tif`, sourceOf(each), {
      sampleType: each.type,
      nodata: each.nodata,
      overviews: each.type === 'float32' ? 'average' : 'nearest',
      wholeNumbers: each.type === 'int32',
    })
  }
  const grid = gridOf(530, 1070, [17.3, 5, 500000, 10, -8.66, 4200000])
  const bands = [0, 1, 2].map((band) =>
    formulaSource(grid, (col, row) => (((col + row) % 900) + 1) * 0.0001 * (band + 1) - 0.1 * band),
  )
  await writeCog(files, 'bands.tif', bands, {
    sampleType: 'uint16',
    nodata: 0,
    overviews: 'average',
    scale: [0.0001, 0.0002, 0.0003],
    offset: [0, -0.1, -0.2],
    names: ['red', 'nir', 'a < "b" & c'],
    metadata: { MADE_BY: 'x > y' },
  })
}, 60_000)

it('leaves no scratch file', () => {
  expect(readdirSync(folder).filter((name) => name.includes('part') || name.startsWith('.'))).toEqual([])
})

describe.skipIf(gdal === null)('written files in GDAL (skipped where Python has no GDAL)', () => {
  it('are valid for its validator, without warnings', () => {
    const code = `
import sys, json, glob
from osgeo_utils.samples.validate_cloud_optimized_geotiff import validate
print(json.dumps({path: validate(path, full_check=True)[:2] for path in glob.glob(sys.argv[1] + '/*.tif')}))
`
    const found = runPython(gdal!, code, [folder]) as Record<string, [string[], string[]]>
    expect(Object.keys(found)).toHaveLength(CASES.length + 1)
    expect(Object.values(found).flat(2)).toEqual([])
  })
})

describe.skipIf(rasterio === null)('written files in rasterio (skipped where Python has none)', () => {
  interface Facts {
    readonly nodata: number | string | null
    readonly dtype: string
    readonly overviews: number[]
    readonly epsg: number
    readonly transform: number[]
    readonly scales: number[]
    readonly offsets: number[]
    readonly names: (string | null)[]
    readonly made: string | null
  }
  let facts: Record<string, Facts>

  beforeAll(() => {
    const code = `
import sys, json, glob, rasterio
facts = {}
for path in glob.glob(sys.argv[1] + '/*.tif'):
    with rasterio.open(path) as file:
        levels = file.overviews(1)
        facts[path.split('/')[-1][:-4]] = dict(nodata=None if file.nodata is None else str(file.nodata), dtype=file.dtypes[0],
            overviews=levels, epsg=file.crs.to_epsg(), transform=list(file.transform)[:6], scales=file.scales,
            offsets=file.offsets, names=file.descriptions, made=file.tags().get('MADE_BY'))
        file.read().tofile(path + '.0.bin')
    for level in range(len(levels)):
        with rasterio.open(path, overview_level=level) as file:
            file.read().tofile(path + '.%d.bin' % (level + 1))
print(json.dumps(facts))
`
    facts = runPython(rasterio!, code, [folder]) as Record<string, Facts>
  })

  const raw = (name: string, level: number) => readFileSync(join(folder, `${name}.tif.${level}.bin`))

  it.each(CASES.map((each) => [each.name, each] as const))('hold the pixels of %s bit by bit', (_, each) => {
    const { width, height } = gridOf(each.size[0], each.size[1])
    const expected = new ARRAYS[each.type](width * height)
    for (let index = 0; index < expected.length; index++) {
      const value = each.value(index % width, Math.floor(index / width))
      expected[index] = Number.isNaN(value) ? (each.nodata ?? NaN) : value
    }
    expect(facts[each.name]!.dtype).toBe(each.type)
    expect(raw(each.name, 0).equals(Buffer.from(expected.buffer))).toBe(true)
    expect(Number(facts[each.name]!.nodata)).toBe(each.nodata ?? (each.type === 'float32' ? NaN : 0))
    expect(facts[each.name]).toMatchObject({ epsg: 32633, transform: [10, 0, 500000, 0, -10, 4200000] })
  })

  it('have overviews until one fits a tile', () => {
    const counts = Object.fromEntries(Object.entries(facts).map(([name, each]) => [name, each.overviews]))
    expect(counts).toMatchObject({
      u8: [2, 4],
      'u8-no-nodata': [2, 4],
      u16: [2],
      'one-pixel': [],
      'one-column': [expect.anything(), expect.anything()],
      f32: [2, 4],
    })
  })

  it('have the means of all valid pixels in overviews of values', () => {
    const each = CASES.find(({ name }) => name === 'f32')!
    const [width, height] = each.size
    for (const level of [1, 2]) {
      const side = 2 ** level
      const found = raw('f32', level)
      const values = new Float32Array(found.buffer, found.byteOffset, found.byteLength / 4)
      const across = Math.ceil(width / side)
      expect(values.length).toBe(across * Math.ceil(height / side))
      let worst = 0
      for (let index = 0; index < values.length; index++) {
        let [sum, count] = [0, 0]
        for (
          let row = Math.floor(index / across) * side;
          row < (Math.floor(index / across) + 1) * side;
          row++
        ) {
          for (let col = (index % across) * side; col < ((index % across) + 1) * side; col++) {
            const value = Math.fround(col < width && row < height ? each.value(col, row) : NaN)
            if (!Number.isNaN(value)) [sum, count] = [sum + value, count + 1]
          }
        }
        const mean = Math.fround(sum / count)
        if (Number.isNaN(mean) && Number.isNaN(values[index])) continue
        worst = Math.max(worst, Math.abs(values[index]! - mean) / Math.max(Math.abs(mean), 1e-38))
      }
      expect(worst).toBeLessThanOrEqual(2 ** -23)
    }
  })

  it('have pixels of the image in overviews of classes', () => {
    const each = CASES.find(({ name }) => name === 'u8')!
    // Lower right of each two by two, then upper left: (2, 2) of level 2 is (4, 4) of level 1 and (9, 9) of the image.
    const pick = (level: number, col: number, row: number) =>
      raw('u8', level)[row * Math.ceil(1100 / 2 ** level) + col]
    for (const [col, row] of [
      [0, 0],
      [5, 9],
      [200, 100],
    ] as const) {
      const stored = (at: number, down: number) => {
        const value = each.value(at, down)
        return Number.isNaN(value) ? 255 : value
      }
      expect(pick(1, col, row)).toBe(stored(2 * col + 1, 2 * row + 1))
      expect(pick(2, col, row)).toBe(stored(4 * col + 1, 4 * row + 1))
    }
  })

  it('say what their bands are, on a rotated grid', () => {
    expect(facts['bands']).toMatchObject({
      scales: [0.0001, 0.0002, 0.0003],
      offsets: [0, -0.1, -0.2],
      names: ['red', 'nir', 'a < "b" & c'],
      made: 'x > y',
      transform: [17.3, 5, 500000, 10, -8.66, 4200000],
    })
    const found = raw('bands', 0)
    const values = new Uint16Array(found.buffer, found.byteOffset, found.byteLength / 2)
    expect([0, 1, 2].map((band) => values[band * 530 * 1070 + 530 * 1069 + 529])).toEqual([699, 699, 699])
  })
})

describe('writeCog', () => {
  const options: CogOptions = { sampleType: 'float32', nodata: null, overviews: 'average' }
  const source = () => formulaSource(gridOf(1300, 900), (col, row) => col + row)

  it('is read back by this project, from overviews too', async () => {
    const files = memoryResults()
    await writeCog(files, 'a.tif', source(), options)
    const file = await openRaster(await files.open('a.tif'), 'a.tif')
    expect(file.header.overviews).toEqual([
      { width: 650, height: 450 },
      { width: 325, height: 225 },
    ])
    const band = file.source(0, { scale: 1, offset: 0, nodata: null })
    const window = wholeWindow(band.grid)
    const [read, expected] = [await band.read(window), await source().read(window)]
    expect(Buffer.from(read.buffer).equals(Buffer.from(expected.buffer))).toBe(true)
    const small = await band.read(window, { size: { width: 325, height: 225 }, resampling: 'nearest' })
    expect(small[0]).toBe(3)
  })

  it('computes each pixel once', async () => {
    const given = source()
    await writeCog(memoryResults(), 'a.tif', given, options)
    expect(new Set(given.reads)).toEqual(new Set([1]))
  })

  it('leaves nothing behind where it fails or is stopped, at any time', async () => {
    const parts: number[] = []
    const run = async (stopAt: number) => {
      const files = memoryResults()
      const controller = new AbortController()
      const progress = (fraction: number) => {
        parts.push(fraction)
        if (fraction >= stopAt) controller.abort()
      }
      const writing = writeCog(files, 'a.tif', source(), { ...options, signal: controller.signal, progress })
      await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
      expect(await files.list()).toEqual([])
    }
    await run(0.1)
    await run(0.92)
    expect(parts.some((part) => part > 0.9)).toBe(true)
    const files = memoryResults()
    const bad = formulaSource(gridOf(600, 600), (col, row) => (row > 550 ? 300 : col % 2))
    await expect(
      writeCog(files, 'a.tif', bad, { sampleType: 'uint8', nodata: 255, overviews: 'nearest' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await files.list()).toEqual([])
  })

  it('moves a mean that falls on the nodata number beside it', async () => {
    const files = memoryResults()
    const given = formulaSource(gridOf(600, 2), (col) => (col % 2 === 0 ? 4 : 6))
    await writeCog(files, 'a.tif', given, { sampleType: 'uint8', nodata: 5, overviews: 'average' })
    const file = await openRaster(await files.open('a.tif'), 'a.tif')
    const small = await file
      .source(0, { scale: 1, offset: 0, nodata: 5 })
      .read(wholeWindow(given.grid), { size: { width: 300, height: 1 } })
    expect(new Set(small)).toEqual(new Set([6]))
  })

  it('knows no place on unlike grids', async () => {
    const other = formulaSource({ ...gridOf(1300, 900), crs: crsFromEpsg(32634) }, () => 1)
    await expect(writeCog(memoryResults(), 'a.tif', [source(), other], options)).rejects.toMatchObject({
      code: 'grid_mismatch',
    })
  })
})
