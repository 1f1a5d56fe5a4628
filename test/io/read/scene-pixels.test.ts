import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

/** What `python3 scripts/make-oracles.py scene-pixels` wrote; statistics are absent where no pixel is valid. */
interface Statistics {
  readonly valid: number
  readonly nodata: number
  readonly min?: number
  readonly max?: number
  readonly mean?: number
  readonly std?: number
}
interface Expected {
  readonly width: number
  readonly height: number
  readonly lossy: boolean
  readonly bands: readonly (Statistics & {
    readonly type: string
    readonly nodataTag: number | 'NaN' | null
    readonly scale: number
    readonly offset: number
  })[]
  readonly overviews: readonly {
    readonly width: number
    readonly height: number
    readonly bands: readonly Statistics[]
  }[]
}
type Oracle = Readonly<Record<string, Expected | { readonly refused: string }>>

const oracle = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'scene-pixels.json'), 'utf8'),
) as Oracle
const read = Object.entries(oracle).flatMap(([file, facts]) =>
  'refused' in facts ? [] : [{ file, ...facts }],
)
const refused = Object.entries(oracle).flatMap(([file, facts]) =>
  'refused' in facts ? [{ file, why: facts.refused }] : [],
)

const open = async (file: string) =>
  openRaster(await fileBytes(sharedPath('data', 'scenes', ...file.split('/'))), file)

/** In double precision, in the order of the pixels; NaN is nodata. */
function statisticsOf(data: Float32Array): Statistics {
  const valid = data.filter((value) => !Number.isNaN(value))
  const counts = { valid: valid.length, nodata: data.length - valid.length }
  if (valid.length === 0) return counts
  const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length
  const std = Math.sqrt(valid.reduce((sum, value) => sum + (value - mean) ** 2, 0) / valid.length)
  const min = valid.reduce((least, value) => Math.min(least, value), Infinity)
  const max = valid.reduce((greatest, value) => Math.max(greatest, value), -Infinity)
  return { ...counts, min, max, mean, std }
}

function expectClose(found: Statistics, expected: Statistics, where: string): void {
  expect([found.valid, found.nodata], where).toEqual([expected.valid, expected.nodata])
  for (const key of ['min', 'max', 'mean', 'std'] as const) {
    if (expected[key] === undefined) expect(found[key], where).toBeUndefined()
    else
      expect(Math.abs(found[key]! - expected[key]), `${key} of ${where}`).toBeLessThanOrEqual(
        1e-6 * Math.abs(expected[key]),
      )
  }
}

describe.skipIf(!hasShared)('pixels of the shared scenes (needs them), next to GDAL and numpy', () => {
  it('knows every TIFF of the scenes', () => {
    const files = readdirSync(sharedPath('data', 'scenes'), { recursive: true, encoding: 'utf8' })
    const tiffs = files.filter((file) => /\.tiff?$/i.test(file)).map((file) => file.replaceAll('\\', '/'))
    expect(tiffs.sort()).toEqual(Object.keys(oracle).sort())
  })

  it.each(read)('$file: what it says of its numbers', async ({ file, bands, width, height, overviews }) => {
    const { header } = await open(file)
    expect(header.grid).toMatchObject({ width, height })
    expect(header.overviews).toEqual(overviews.map(({ width, height }) => ({ width, height })))
    expect(
      header.bands.map(({ sampleType, nodata, scale, offset }) => ({
        type: sampleType,
        nodataTag: Number.isNaN(nodata) ? 'NaN' : nodata,
        scale: scale ?? 1,
        offset: offset ?? 0,
      })),
    ).toEqual(bands.map(({ type, nodataTag, scale, offset }) => ({ type, nodataTag, scale, offset })))
  })

  it.each(read.filter(({ lossy }) => !lossy))(
    '$file: counts and statistics of every band',
    async (expected) => {
      const file = await open(expected.file)
      const whole = wholeWindow(file.header.grid)
      for (const [index, band] of expected.bands.entries()) {
        const raw = file.source(index, { scale: 1, offset: 0, nodata: file.header.bands[index]!.nodata })
        expectClose(statisticsOf(await raw.read(whole)), band, `band ${index}`)
        for (const { width, height, bands } of expected.overviews) {
          const small = await raw.read(whole, { size: { width, height } })
          expectClose(statisticsOf(small), bands[index]!, `band ${index}, ${width} × ${height}`)
        }
      }
    },
  )

  it.each(read.filter(({ lossy }) => lossy))(
    '$file: means of JPEG bands within one level',
    async (expected) => {
      const file = await open(expected.file)
      for (const [index, band] of expected.bands.entries()) {
        const data = await file
          .source(index, { scale: 1, offset: 0, nodata: null })
          .read(wholeWindow(file.header.grid))
        const found = statisticsOf(data)
        expect([found.valid, found.nodata]).toEqual([band.valid, band.nodata])
        expect(Math.abs(found.mean! - band.mean!), `mean of band ${index}`).toBeLessThan(1)
        expect(Math.abs(found.std! - band.std!), `std of band ${index}`).toBeLessThan(1)
      }
    },
  )

  it.each(refused)('$file is refused as $why', async ({ file, why }) => {
    await expect(open(file)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringContaining(why) as string,
    })
  })
})
