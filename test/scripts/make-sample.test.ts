import { createHash } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSample } from '../../scripts/make-sample.ts'
import type { Truth } from '../../scripts/sample/truth.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { openRaster } from '../../src/io/read/open-raster.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import type { BandName } from '../../src/trace/port.ts'
import { Workspace } from '../../src/tools/workspace.ts'

const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0
const out = mkdtempSync(join(tmpdir(), 'geoforge-sample-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe.each([7, 21])('makeSample, seed %i', (seed) => {
  const folder = join(out, String(seed))
  const workspace = new Workspace({ results: memoryResults(), tools: [] })
  let truth: Truth

  beforeAll(async () => {
    truth = await makeSample({ seed, out })
    const { files } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { files: string[] }
    await workspace.addFiles(
      await Promise.all(
        files.map(async (name) => ({ id: name, name, bytes: await fileBytes(join(folder, name)) })),
      ),
    )
  }, 60_000)
  afterAll(() => workspace.close())

  /** All pixels of a band as the tools read them. */
  async function pixels(scene: string, band: BandName): Promise<Float32Array> {
    const source = await workspace.source(scene, band)
    return source.read(wholeWindow(source.grid))
  }

  async function ratio(scene: string, first: BandName, second: BandName): Promise<Float32Array> {
    const [a, b] = [await pixels(scene, first), await pixels(scene, second)]
    return a.map((value, index) => (value - b[index]!) / (value + b[index]!))
  }

  /** Green of 10 m averaged on to 20 m against shortwave infrared. */
  async function snowIndex(scene: string): Promise<Float32Array> {
    const [green, swir] = [await pixels(scene, 'green'), await pixels(scene, 'swir1')]
    const side = Math.sqrt(swir.length)
    return swir.map((value, index) => {
      const at = 2 * Math.floor(index / side) * 2 * side + 2 * (index % side)
      const mean = (green[at]! + green[at + 1]! + green[at + 2 * side]! + green[at + 2 * side + 1]!) / 4
      return (mean - value) / (mean + value)
    })
  }

  const hectares = (count: number, pixelMetres: number) => (count * pixelMetres ** 2) / 10_000
  const countWhere = (values: Float32Array, holds: (value: number, index: number) => boolean) =>
    values.reduce((count, value, index) => count + (holds(value, index) ? 1 : 0), 0)

  function within(value: number, wanted: number, share = 0.02): void {
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(wanted * share)
  }

  it('is recognised as three scaled Sentinel-2 L2A dates with all bands', () => {
    const layers = workspace.layers()
    expect(layers.map((layer) => [layer.id, layer.date])).toEqual([
      ['scene-1', truth.dates.before],
      ['scene-2', truth.dates.firstFire],
      ['scene-3', truth.dates.secondFire],
    ])
    for (const { scene, grid } of layers) {
      expect([scene!.sensor, scene!.level, scene!.quantity]).toEqual(['sentinel-2', 'L2A', 'reflectance'])
      expect(scene!.bands.map((band) => band.designation)).toEqual(
        ['B02', 'B03', 'B04', 'B08', 'B8A', 'B11', 'B12', 'SCL'], // prettier-ignore
      )
      expect(grid!.crs.id).toBe(`EPSG:${truth.epsg}`)
    }
  })

  it('burns the true area between the dates, and clouds would add to it', async () => {
    const [before, first, last] = await Promise.all(
      ['scene-1', 'scene-2', 'scene-3'].map((scene) => ratio(scene, 'nir_narrow', 'swir2')),
    )
    const scl = await pixels('scene-2', 'scl')
    const isHidden = (index: number) => [0, 1, 3, 8, 9, 10].includes(scl[index]!)
    const burned = countWhere(last!, (value, index) => before![index]! - value >= 0.27)
    const early = countWhere(first!, (value, index) => before![index]! - value >= 0.27 && !isHidden(index))
    const grown = countWhere(last!, (value, index) => first![index]! - value >= 0.27 && !isHidden(index))
    const unmasked = countWhere(first!, (value, index) => before![index]! - value >= 0.27)
    within(hectares(burned, 20), truth.burned.secondFireHectares)
    within(hectares(early, 20), truth.burned.firstFireHectares)
    within(hectares(grown, 20), truth.burned.growthHectares)
    expect(hectares(unmasked, 20)).toBeGreaterThan(truth.burned.firstFireHectares * 1.3)
  })

  it('spreads in the true direction', async () => {
    const [before, first, last] = await Promise.all(
      ['scene-1', 'scene-2', 'scene-3'].map((scene) => ratio(scene, 'nir_narrow', 'swir2')),
    )
    const scl = await pixels('scene-2', 'scl')
    const early: number[] = []
    const grown: number[] = []
    for (const [index, value] of before!.entries()) {
      if ([3, 8, 9].includes(scl[index]!)) continue
      if (value - first![index]! >= 0.27) early.push(index)
      else if (value - last![index]! >= 0.27) grown.push(index)
    }
    const side = Math.sqrt(scl.length)
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const east = mean(grown.map((index) => index % side)) - mean(early.map((index) => index % side))
    const south =
      mean(grown.map((index) => Math.floor(index / side))) -
      mean(early.map((index) => Math.floor(index / side)))
    const bearing = ((Math.atan2(east, -south) * 180) / Math.PI + 360) % 360
    expect(bearing).toBeCloseTo(truth.spread.bearingDegrees, 0)
    expect(Math.hypot(east, south) * 20).toBeCloseTo(truth.spread.distanceMetres, -1)
    const sectors = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']
    expect(sectors[Math.round(bearing / 45) % 8]).toBe(truth.spread.sector)
    // Well inside the sector, so that small errors cannot change the answer.
    expect(Math.abs(((bearing + 22.5) % 45) - 22.5)).toBeLessThan(14)
  })

  it('shrinks the lake by the true area in NDWI and in MNDWI', async () => {
    const [before, last] = await Promise.all(
      ['scene-1', 'scene-3'].map((scene) => ratio(scene, 'green', 'nir')),
    )
    const [wetBefore, wetLast] = await Promise.all(['scene-1', 'scene-3'].map(snowIndex))
    within(
      hectares(
        countWhere(before!, (v) => v > 0),
        10,
      ),
      truth.lake.hectares.before,
    )
    within(
      hectares(
        countWhere(last!, (v) => v > 0),
        10,
      ),
      truth.lake.hectares.secondFire,
    )
    const lost = (a: Float32Array, b: Float32Array) => countWhere(a, (v, index) => v > 0 && !(b[index]! > 0))
    within(hectares(lost(before!, last!), 10), truth.lake.lostHectares)
    within(hectares(lost(wetBefore!, wetLast!), 20), truth.lake.lostHectares)
  })

  it('holds the true snow on every date', async () => {
    for (const scene of ['scene-1', 'scene-2', 'scene-3']) {
      const snow = countWhere(await snowIndex(scene), (value) => value > 0.4)
      within(hectares(snow, 20), truth.snow.hectares)
    }
  })

  it('lets differences of water indices answer to more than the lake', async () => {
    const [before, last] = await Promise.all(
      ['scene-1', 'scene-3'].map((scene) => ratio(scene, 'green', 'nir')),
    )
    const fell = countWhere(last!, (value, index) => value - before![index]! < -0.2)
    const rose = countWhere(last!, (value, index) => value - before![index]! > 0.15)
    expect(hectares(fell, 10)).toBeGreaterThan(1.5 * truth.lake.lostHectares)
    expect(hectares(rose, 10)).toBeGreaterThan(0.5 * truth.burned.secondFireHectares)
  })

  it('clouds and shadows are on one date and where the truth says', async () => {
    const shares = await Promise.all(
      ['scene-1', 'scene-2', 'scene-3'].map(async (scene) => {
        const scl = await pixels(scene, 'scl')
        const share = (codes: readonly number[]) =>
          (100 * countWhere(scl, (code) => codes.includes(code))) / scl.length
        return [share([8, 9]), share([3])] as const
      }),
    )
    expect([shares[0], shares[2]]).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(shares[1]![0]).toBeCloseTo(truth.clouds.cloudPercent, 2)
    expect(shares[1]![1]).toBeCloseTo(truth.clouds.shadowPercent, 2)
    expect(truth.clouds.cloudPercent).toBeGreaterThan(1)
  })

  it('states scale, offset, nodata and CRS in each file, as GDAL too reads them where it is installed', async () => {
    const name = readdirSync(folder).find((file) => file.endsWith('_B8A_20m.tif'))!
    const file = await openRaster(await fileBytes(join(folder, name)), name)
    await file.close()
    const { header } = file
    expect(header.bands).toMatchObject([{ sampleType: 'uint16', nodata: 0, scale: 0.0001, offset: -0.1 }])
    expect([header.grid.width, header.grid.transform[0]]).toEqual([240, 20])
    expect(header.grid.crs.id).toBe(`EPSG:${truth.epsg}`)
    if (!hasGdal) return
    const info = JSON.parse(
      execFileSync('gdalinfo', ['-json', join(folder, name)], { encoding: 'utf8' }),
    ) as {
      size: number[]
      geoTransform: number[]
      stac: Record<string, unknown>
      bands: { type: string; noDataValue: number; scale: number; offset: number }[]
    }
    expect(info.size).toEqual([240, 240])
    expect(info.geoTransform[1]).toBe(20)
    expect(info.stac['proj:epsg']).toBe(truth.epsg)
    expect(info.bands[0]).toMatchObject({ type: 'UInt16', noDataValue: 0, scale: 0.0001, offset: -0.1 })
  })
})

describe('makeSample', () => {
  const hashes = (folder: string) =>
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

  it('writes the same bytes again for the same seed, and removes bands of another version', async () => {
    const again = join(out, 'again')
    await makeSample({ seed: 7, out: again })
    writeFileSync(join(again, '7', 'T10TES_20200101T100031_B04_10m.tif'), 'left over')
    await makeSample({ seed: 7, out: again })
    expect(hashes(join(again, '7'))).toEqual(hashes(join(out, '7')))
  }, 60_000)

  it('lies elsewhere for another seed', () => {
    const [first, second] = ['7', '21'].map(
      (seed) => JSON.parse(readFileSync(join(out, seed, 'truth.json'), 'utf8')) as Truth,
    )
    expect(first!.epsg).not.toBe(second!.epsg)
    expect(first!.spread.sector).not.toBe(second!.spread.sector)
  })
})
