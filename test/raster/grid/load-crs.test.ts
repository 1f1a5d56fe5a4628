import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crsFromDefinition, crsFromEpsg, loadCrs } from '../../../src/raster/grid/crs.ts'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'

type Place = readonly [
  x: number,
  y: number,
  ownLon: number,
  ownLat: number,
  lon: number,
  lat: number,
  accuracy: number | null,
]
/** PROJ 9.5.1 of 412 random codes: scripts/make-geometry-oracles.py says how. */
const PLACES = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'places-of-codes.json'), 'utf8'),
) as Readonly<Record<string, Place>>

const METRES_PER_DEGREE = 111320
function metresApart(first: readonly [number, number], lon: number, lat: number): number {
  const turn = first[0] - lon - 360 * Math.round((first[0] - lon) / 360)
  return METRES_PER_DEGREE * Math.hypot(turn * Math.cos((lat * Math.PI) / 180), first[1] - lat)
}

describe('loadCrs', () => {
  it('places random codes as PROJ does: to a millimetre on their datum, within what it says on WGS 84', async () => {
    const counts = { exact: 0, withoutShift: 0, absent: 0 }
    for (const [code, [x, y, ownLon, ownLat, lon, lat, accuracy]] of Object.entries(PLACES)) {
      const crs = await loadCrs(Number(code))
      if (crs.kind === 'unknown') counts.absent++
      else if (crs.proj4 === null) counts.withoutShift++
      else {
        const definition = crs.proj4.replace(/\+(towgs84|nadgrids)=\S+/, '')
        if (!/\+datum=(?!WGS84|NAD83)/.test(definition)) {
          const own = crsFromDefinition({ definition, name: '', accuracy: 2 })
          expect(metresApart(toLonLat(own)(x, y), ownLon, ownLat), `EPSG:${code}`).toBeLessThan(0.001)
          counts.exact++
        }
        // Where PROJ has no transformation of its own for the place it guesses, and is no truth.
        const within = (crs.accuracyMetres ?? 2) + (accuracy ?? Infinity)
        expect(metresApart(toLonLat(crs)(x, y), lon, lat), `EPSG:${code} on WGS 84`).toBeLessThan(within)
      }
    }
    expect(counts.exact).toBeGreaterThanOrEqual(300)
    // Newer than the table, or held back as known to be wrong.
    expect(counts.absent / Object.keys(PLACES).length).toBeLessThan(0.2)
  })

  it('gives the built-in systems as they are', async () => {
    expect(await loadCrs(32633)).toEqual(crsFromEpsg(32633))
  })

  it('keeps the id of a code that no table holds', async () => {
    expect(await loadCrs(29999)).toMatchObject({ id: 'EPSG:29999', kind: 'unknown', proj4: null })
    expect(await loadCrs(Number.NaN)).toMatchObject({ kind: 'unknown' })
  })

  it('says how far places may be off where a datum is tied by a few parameters', async () => {
    // British National Grid: seven parameters, PROJ holds them right to 2 m; NAD27: the mean of a continent.
    expect((await loadCrs(27700)).accuracyMetres).toBe(15)
    expect((await loadCrs(26711)).accuracyMetres).toBe(60)
    expect((await loadCrs(2285)).accuracyMetres).toBeUndefined()
  })

  it('shifts NAD27 although its grids are not there', async () => {
    // PROJ 9.5.1: +proj=pipeline +step +inv +proj=utm +zone=11 +ellps=clrk66 +step +proj=cart +ellps=clrk66
    // +step +proj=helmert +x=-8 +y=160 +z=176 +step +inv +proj=cart +ellps=WGS84
    const place = toLonLat(await loadCrs(26711))(500000, 4000000)
    expect(metresApart(place, -117.000886331, 36.146508123)).toBeLessThan(0.001)
  })

  it('does not guess a datum that is not tied to WGS 84', async () => {
    // Anguilla 1957: the table has no shift, PROJ moves it by 571 m.
    const crs = await loadCrs(2000)
    expect(crs).toMatchObject({ id: 'EPSG:2000', kind: 'projected', proj4: null, metresPerUnit: 1 })
    expect(() => toLonLat(crs)).toThrow(expect.objectContaining({ code: 'crs_unknown' }))
  })

  it('lets no Mercator map of an unknown datum pass for one whose pixels have an area', () => {
    const crs = crsFromDefinition({
      definition: '+proj=merc +lon_0=110 +k=0.997 +ellps=bessel +units=m',
      name: '',
      accuracy: null,
    })
    expect(crs).toMatchObject({ proj4: null, metresPerUnit: NaN })
  })

  it('holds back entries that are known to be wrong', async () => {
    // NTF (Paris) counts grads, Krovak of EPSG:5513 runs south and west: the table says neither.
    for (const code of [4807, 5513])
      expect(await loadCrs(code)).toMatchObject({ kind: 'unknown', proj4: null })
  })

  it('knows feet', async () => {
    expect((await loadCrs(2285)).metresPerUnit).toBe(1200 / 3937)
  })

  it('counts coordinates of south-west systems along their own axes', async () => {
    // rasterio 1.4.4, warp.transform('EPSG:2048', 'EPSG:4326', [-50000], [3750000]).
    const place = toLonLat(await loadCrs(2048))(-50000, 3750000)
    expect(metresApart(place, 19.54042539544102, -33.87565161094202)).toBeLessThan(0.001)
  })
})
