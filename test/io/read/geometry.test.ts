import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import type { Crs, Grid } from '../../../src/raster/grid/grid.ts'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { fixtureBytes } from '../../helpers/fixtures.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

type Place = readonly [x: number, y: number, lon: number, lat: number]

interface Truth {
  readonly transform: readonly number[]
  readonly size?: readonly [number, number]
  readonly corners?: readonly (readonly [number, number])[]
  readonly epsg?: number | null
  readonly places?: readonly Place[]
}

const METRES_PER_DEGREE = 111320

async function gridOf(path: string): Promise<Grid> {
  const bytes = await fileBytes(path)
  const file = await openRaster(bytes, 'given.tif')
  await file.close()
  return file.header.grid
}

function expectTransform(grid: Grid, expected: readonly number[]): void {
  const largest = Math.max(...expected.map(Math.abs))
  grid.transform.forEach((value, index) =>
    expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(1e-12 * largest),
  )
}

/** To and fro within two millimetres. */
function expectPlaces(crs: Crs, places: readonly Place[]): void {
  const [toDegrees, toMap] = [toLonLat(crs), fromLonLat(crs)]
  for (const [x, y, lon, lat] of places) {
    const [ownLon, ownLat] = toDegrees(x, y)
    const turn = ownLon - lon - 360 * Math.round((ownLon - lon) / 360)
    const metres = METRES_PER_DEGREE * Math.hypot(turn * Math.cos((lat * Math.PI) / 180), ownLat - lat)
    expect(metres, `at ${x}, ${y}`).toBeLessThan(0.002)
    if (crs.kind === 'geographic') continue
    const [ownX, ownY] = toMap(lon, lat)
    expect(Math.hypot(ownX - x, ownY - y) * crs.metresPerUnit, `back at ${x}, ${y}`).toBeLessThan(0.002)
  }
}

/** gdalinfo -json and rasterio.warp.transform: scripts/make-geometry-oracles.py. */
const SCENES = JSON.parse(fixtureText('geometry-of-scenes.json')) as Readonly<Record<string, Truth>>
/** Complex samples are refused, whatever their place. */
const REFUSED = new Set(['edge/cint16_complex.tif'])

function fixtureText(name: string): string {
  return new TextDecoder().decode(fixtureBytes(name))
}

describe.skipIf(!hasShared)('readGrid on the shared scenes (skipped without them)', () => {
  it.each(Object.keys(SCENES).filter((name) => !REFUSED.has(name)))(
    'sees %s where GDAL does',
    async (name) => {
      const truth = SCENES[name]!
      const grid = await gridOf(sharedPath('data', 'scenes', name))
      expect([grid.width, grid.height]).toEqual(truth.size)
      expectTransform(grid, truth.transform)
      const { width, height } = grid
      const corners = [
        [0, 0],
        [0, height],
        [width, height],
        [width, 0],
      ] as const
      for (const [index, [col, row]] of corners.entries()) {
        const [x, y] = apply(grid.transform, col, row)
        const [trueX, trueY] = truth.corners![index]!
        // gdalinfo rounds corners to the millimetre, or the seventh decimal of a degree.
        expect(Math.abs(x - trueX)).toBeLessThanOrEqual(1e-9 * Math.abs(trueX) + 5.1e-4)
        expect(Math.abs(y - trueY)).toBeLessThanOrEqual(1e-9 * Math.abs(trueY) + 5.1e-4)
      }
      if (truth.epsg) expect(grid.crs.id).toBe(`EPSG:${truth.epsg}`)
      if (truth.places) expectPlaces(grid.crs, truth.places)
      else expect(grid.crs.kind).toBe('unknown')
    },
  )
})

const hasRasterio = spawnSync('python3', ['-c', 'import rasterio']).status === 0

describe.skipIf(!hasRasterio)(
  'readGrid on files that GDAL writes (skipped without Python and rasterio)',
  () => {
    let folder = ''
    let truths: Readonly<Record<string, Truth>> = {}
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'geometry-'))
      const script = resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'make-geometry-files.py')
      execFileSync('python3', [script, folder], { stdio: ['ignore', 'ignore', 'ignore'] })
      truths = JSON.parse(readFileSync(join(folder, 'geometry.json'), 'utf8')) as typeof truths
    }, 60_000)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const open = (name: string) => gridOf(join(folder, `${name}.tif`))

    it('sees each where GDAL does, by transform and by nine places', async () => {
      expect(Object.keys(truths).length).toBeGreaterThan(45)
      for (const [name, { transform, places }] of Object.entries(truths)) {
        const grid = await open(name)
        expect(grid.crs.proj4, name).not.toBeNull()
        expectTransform(grid, transform)
        expectPlaces(grid.crs, places!)
      }
    })

    it('knows feet and kilometres', async () => {
      const units = await Promise.all(
        ['us-feet', 'feet', 'km'].map((unit) => open(`transverse-mercator-${unit}`)),
      )
      expect(units.map(({ crs }) => crs.metresPerUnit)).toEqual([1200 / 3937, 0.3048, 1000])
    })

    it('says that a datum of which only the ellipsoid is known is a guess, and that one of WGS 84 is none', async () => {
      expect((await open('lambert-2')).crs.accuracyMetres).toBe(1000)
      expect((await open('transverse-mercator-shifted')).crs.accuracyMetres).toBe(15)
      expect((await open('albers')).crs.accuracyMetres).toBeUndefined()
      expect((await open('modis')).crs.accuracyMetres).toBeUndefined()
    })
  },
)

describe('readGrid', () => {
  it('names rational polynomials where they alone place an image', async () => {
    const bytes = fixtureBytes('u8-no-place.tif')
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const first = view.getUint32(4, true)
    const count = view.getUint16(first, true)
    // The last entry becomes RPCCoefficientTag: only its presence counts.
    view.setUint16(first + 2 + (count - 1) * 12, 50844, true)
    await expect(openRaster(bufferBytes(bytes), 'a.tif')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/rational polynomial.*gdalwarp -rpc/) as string,
    })
  })
})
