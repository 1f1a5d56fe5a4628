import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { canWriteCrs } from '../../../src/io/write/geo-tags.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { crsFromDefinition, crsFromEpsg, loadCrs } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Crs, type Grid } from '../../../src/raster/grid/grid.ts'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'

/** Definitions as GeoKeys can tell them, with a place in each: longitude and latitude. */
const SYSTEMS: readonly (readonly [definition: string, lon: number, lat: number])[] = [
  ['+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9998 +x_0=500000 +y_0=0 +datum=WGS84 +units=m', 14, 47],
  ['+proj=tmerc +lat_0=30 +lon_0=-82 +k=0.9999 +x_0=200000 +y_0=0 +ellps=GRS80 +units=us-ft', -81, 29],
  ['+proj=tmerc +lat_0=30 +lon_0=-82 +k=0.9999 +x_0=200000 +y_0=0 +ellps=GRS80 +to_meter=20', -81, 29],
  ['+proj=tmerc +axis=wsu +lat_0=0 +lon_0=20 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m', 19, -34],
  [
    '+proj=utm +zone=33 +south +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m',
    14,
    -7,
  ],
  [
    '+proj=lcc +lat_1=18 +lat_0=18 +lon_0=-77 +k_0=0.99 +x_0=250000 +y_0=150000 +datum=WGS84 +units=m',
    -76,
    19,
  ],
  ['+proj=lcc +lat_0=41 +lon_0=8 +lat_1=43 +lat_2=47 +x_0=70000 +y_0=20000 +datum=WGS84 +units=km', 10, 45],
  ['+proj=aea +lat_0=20 +lon_0=-90 +lat_1=25 +lat_2=48 +x_0=1000 +y_0=2000 +ellps=GRS80 +units=m', -95, 35],
  ['+proj=laea +lat_0=45 +lon_0=-100 +x_0=0 +y_0=0 +a=6370997 +b=6370997 +units=m', -110, 40],
  ['+proj=stere +lat_0=90 +lon_0=10 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m', 20, 80],
  ['+proj=stere +lat_0=-90 +lat_ts=-72 +lon_0=10 +x_0=0 +y_0=0 +datum=WGS84 +units=m', 50, -75],
  ['+proj=stere +lat_0=52 +lon_0=5 +k=0.9999 +x_0=0 +y_0=0 +datum=WGS84 +units=m', 6, 51],
  ['+proj=sterea +lat_0=52 +lon_0=5 +k=0.9999 +x_0=155000 +y_0=463000 +datum=WGS84 +units=m', 6, 51],
  ['+proj=merc +lon_0=110 +k=0.997 +x_0=3900000 +y_0=900000 +datum=WGS84 +units=m', 112, -7],
  ['+proj=merc +lat_ts=42 +lon_0=51 +x_0=0 +y_0=0 +datum=WGS84 +units=m', 50, 40],
  ['+proj=aeqd +lat_0=52 +lon_0=24 +x_0=1000 +y_0=2000 +datum=WGS84 +units=m', 20, 50],
  ['+proj=eqc +lat_ts=30 +lat_0=0 +lon_0=10 +x_0=0 +y_0=0 +R=6371000 +units=m', 20, 50],
  [
    '+proj=omerc +no_uoff +lat_0=4 +lonc=102.25 +alpha=323.0257905 +gamma=323.1301023611111 +k=0.99984 +x_0=804671.3 +y_0=0 +ellps=GRS80 +units=m',
    102,
    4,
  ],
  [
    '+proj=omerc +lat_0=4 +lonc=102.25 +alpha=323.0257905 +gamma=323.1301023611111 +k=0.99984 +x_0=804671.3 +y_0=0 +ellps=GRS80 +units=m',
    102,
    4,
  ],
  ['+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m', 20, 50],
  ['+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 +ellps=GRS80 +units=m', -50, -10],
  ['+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m', 20, 45],
  ['+proj=moll +lon_0=10 +x_0=1000 +y_0=0 +datum=WGS84 +units=m', 20, 45],
  ['+proj=longlat +a=6371229 +b=6371229', 20, 45],
  ['+proj=longlat +ellps=intl +towgs84=-87,-98,-121', 20, 45],
]

/** Degrees: two millimetres; two centimetres where a shift to and fro forgets the height that it makes between. */
const toleranceOf = (definition: string) => (definition.includes('towgs84') ? 2e-7 : 2e-8)

const gridIn = (crs: Crs): Grid => ({ width: 40, height: 30, crs, transform: [3, 0, 7, 0, -3, 11] })

async function bytesIn(crs: Crs): Promise<Uint8Array> {
  const results = memoryResults()
  const sink = await results.create('a.tif')
  await writeGeoTiff(sink, memorySource(gridIn(crs), new Float32Array(1200)), {
    sampleType: 'uint8',
    nodata: null,
  })
  await sink.close()
  const source = await results.open('a.tif')
  return source.read(0, source.size)
}

async function readBack(crs: Crs): Promise<Crs> {
  return (await openRaster(bufferBytes(await bytesIn(crs)), 'a.tif')).header.grid.crs
}

const own = (definition: string) => crsFromDefinition({ definition: `${definition} +no_defs`, name: 'own' })

/** Where GDAL puts a map position of each file: one process for all of them. */
function placesOfGdal(files: readonly { readonly path: string; readonly at: readonly [number, number] }[]) {
  const script =
    'import json,sys,rasterio\nfrom rasterio.warp import transform\n' +
    'print(json.dumps([[v[0] for v in transform(rasterio.open(f["path"]).crs,"EPSG:4326",[f["at"][0]],[f["at"][1]])] ' +
    'for f in json.load(sys.stdin)]))'
  const { stdout } = spawnSync('python3', ['-c', script], { input: JSON.stringify(files), encoding: 'utf8' })
  return JSON.parse(stdout) as readonly (readonly [lon: number, lat: number])[]
}
const hasRasterio = spawnSync('python3', ['-c', 'import rasterio']).status === 0

describe('geoFields', () => {
  it.each(SYSTEMS)('writes what is read back the same: %s', async (definition, lon, lat) => {
    const crs = own(definition)
    expect(canWriteCrs(crs)).toBe(true)
    const back = await readBack(crs)
    expect(back.kind).toBe(crs.kind)
    if (crs.kind === 'projected') expect(back.metresPerUnit).toBeCloseTo(crs.metresPerUnit, 12)
    const [x, y] = fromLonLat(crs)(lon, lat)
    const [ownLon, ownLat] = toLonLat(back)(x, y)
    expect(Math.hypot(ownLon - lon, ownLat - lat)).toBeLessThan(toleranceOf(definition))
    // Once more: what came out of a file goes back into one under the same name.
    expect((await readBack(back)).id).toBe(back.id)
  })

  it.skipIf(!hasRasterio)(
    'writes what GDAL reads the same (skipped without Python and rasterio)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'geo-tags-'))
      try {
        const files = await Promise.all(
          SYSTEMS.map(async ([definition, lon, lat], index) => {
            const path = join(folder, `${index}.tif`)
            writeFileSync(path, await bytesIn(own(definition)))
            return { path, at: fromLonLat(own(definition))(lon, lat) }
          }),
        )
        placesOfGdal(files).forEach(([lon, lat], index) => {
          const [definition, ownLon, ownLat] = SYSTEMS[index]!
          expect(Math.hypot(lon - ownLon, lat - ownLat), definition).toBeLessThan(toleranceOf(definition))
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  it('writes EPSG codes, also those whose datum is not tied to WGS 84', async () => {
    for (const code of [32633, 4326, 27700, 2285, 2000]) {
      const crs = await loadCrs(code)
      expect(canWriteCrs(crs)).toBe(true)
      expect(await readBack(crs)).toEqual(crs)
    }
  })

  it('leaves out what it has no words for, and tells beforehand', async () => {
    const robinson = own('+proj=robin +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m')
    for (const crs of [robinson, UNKNOWN_CRS, crsFromEpsg(29999)]) {
      expect(canWriteCrs(crs)).toBe(false)
      expect((await readBack(crs)).id).toBe('unknown')
    }
  })
})
