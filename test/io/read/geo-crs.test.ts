import { describe, expect, it } from 'vitest'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { openFixture } from '../../helpers/fixtures.ts'

/**
 * Longitude, latitude, and where PROJ 9 puts them:
 * rasterio.warp.transform('EPSG:4326', rasterio.open(name).crs, [lon], [lat]), rasterio 1.4.4.
 */
const PLACES: readonly (readonly [name: string, lon: number, lat: number, x: number, y: number])[] = [
  ['crs-sinusoidal.tif', 20, 45, 1572535.5057, 5003777.3389],
  ['crs-polar.tif', -30, 70, 385064.7643, -2183810.7969],
  ['crs-polar-south.tif', 50, -75, 1056386.0084, 1258951.8207],
  ['crs-albers.tif', -95, 35, -446494.9229, 1683939.2163],
  ['crs-lambert.tif', 10, 45, 227589.233, 466417.1644],
  ['crs-mercator-feet.tif', -81, 29, 975824.1803, -362272.0842],
  ['crs-mollweide.tif', 20, 45, 1615404.9672, 5340244.9115],
  ['crs-azimuthal.tif', -110, 40, -850045.5155, -504360.0893],
]

describe('readCrs', () => {
  it.each(PLACES)('places %s as PROJ does', async (name, lon, lat, x, y) => {
    const { crs } = (await openFixture(name)).header.grid
    expect(crs.kind).toBe('projected')
    expect(crs.id).toMatch(/^user:[0-9a-f]{16}$/)
    const [ownX, ownY] = fromLonLat(crs)(lon, lat)
    expect(ownX).toBeCloseTo(x, 1)
    expect(ownY).toBeCloseTo(y, 1)
    const [ownLon, ownLat] = toLonLat(crs)(x, y)
    expect(ownLon).toBeCloseTo(lon, 6)
    expect(ownLat).toBeCloseTo(lat, 6)
  })

  it('knows the length of a map unit that is not a metre', async () => {
    const { crs } = (await openFixture('crs-mercator-feet.tif')).header.grid
    expect(crs.metresPerUnit).toBeCloseTo(1200 / 3937, 12)
  })

  it('reads an EPSG code', async () => {
    const { crs } = (await openFixture('u16-zstd.tif')).header.grid
    expect(crs).toMatchObject({ id: 'EPSG:32633', kind: 'projected', metresPerUnit: 1 })
  })
})
