import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../../src/io/read/bytes.ts'
import { readGeoJsonLines } from '../../../../src/io/read/read-geojson.ts'
import { placeOfPrj } from '../../../../src/io/read/vector/place-of-prj.ts'
import { readKml } from '../../../../src/io/read/vector/read-kml.ts'
import { detectionsOf, readShapefile } from '../../../../src/io/read/vector/read-shapefile.ts'
import { shapeOf } from '../../../../src/raster/vector/shape.ts'

// Files and values by scripts/make-vector-files.sh (GDAL).
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'vectors')
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)))
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface Read {
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown }
    readonly properties: Readonly<Record<string, unknown>>
  }[]
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap(numbers) : [value as number]

function shapefile(changes: Readonly<Record<string, Uint8Array | null>> = {}, stem = 'fields') {
  const part = (name: string) => {
    const changed = changes[name.replace(`${stem}.`, '')]
    if (changed !== undefined) return changed
    try {
      return bytesOf(name)
    } catch {
      return null
    }
  }
  return readShapefile({
    bytes: bufferBytes(part(`${stem}.shp`)!),
    name: `a folder/${stem}.shp`,
    beside: (path) => {
      const content = part(path)
      return content ? { id: path, bytes: bufferBytes(content) } : undefined
    },
  })
}

describe('readShapefile', () => {
  it('has the places that GDAL has, with holes and several parts', async () => {
    const { features, companions } = await shapefile()
    const wanted = JSON.parse(textOf('fields-read.json')) as Read
    expect(features.features.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'MultiPolygon'])
    for (const [at, { geometry }] of features.features.entries()) {
      const [found, read] = [geometry, wanted.features[at]!.geometry].map(({ coordinates }) =>
        numbers(coordinates),
      )
      expect(found).toHaveLength(read!.length)
      // GDAL writes rings the other way round; the corners are the same.
      const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b)
      for (const [place, value] of sorted(found!).entries())
        expect(value).toBeCloseTo(sorted(read!)[place]!, 9)
      expect(() => shapeOf(geometry)).not.toThrow()
    }
    expect(companions.map(({ id }) => id)).toEqual(['fields.dbf', 'fields.prj', 'fields.cpg', 'fields.shx'])
  })

  it('keeps numbers and days of the table, and no text', async () => {
    const { features, rows } = await shapefile()
    expect(features.features.map(({ properties }) => properties)).toEqual([
      { id: 7, value: 2.5, date: '2019-08-09' },
      { id: 8, value: null, date: '2019-08-25' },
    ])
    expect(rows![0]!['name']).toBe('Ä <b>field</b>')
  })

  it('knows detections of FIRMS by their columns', async () => {
    const fires = await shapefile({}, 'fires')
    expect(detectionsOf(fires.rows!)!.split('\n')).toEqual([
      'latitude,longitude,bright_ti4,acq_date,acq_time,satellite,instrument,confidence,frp,daynight',
      expect.stringMatching(/^"-19.8512","-57.4811","345.5","2019-08-20","432",.*"VIIRS","n","12.25","N"$/),
      expect.stringMatching(/^"-19.853","-57.479","331","2019-08-20","1748",.*"h","7.5","D"$/),
    ])
    const fields = await shapefile()
    expect(detectionsOf(fields.rows!)).toBeNull()
  })

  it.each([
    ['no .prj', { prj: null }, /comes without fields\.prj/],
    [
      'another system',
      { prj: new TextEncoder().encode('PROJCS["Somewhere",GEOGCS["x"]]') },
      /names a coordinate/,
    ],
    ['no shapefile', { shp: new Uint8Array(200) }, /does not begin as one does/],
    ['a cut .shp', { shp: bytesOf('fields.shp').subarray(0, 300) }, /damaged or cut off/],
    ['a cut .dbf', { dbf: bytesOf('fields.dbf').subarray(0, 250) }, /\.dbf of the shapefile is damaged/],
    ['a table of another file', { dbf: withRows(bytesOf('fields.dbf'), 1) }, /1 rows for 2 shapes/],
    ['a record without length', { shp: withInt(bytesOf('fields.shp'), 104, -4) }, /damaged or cut off/],
  ])('refuses %s', async (_, changes, message) => {
    await expect(shapefile(changes as Record<string, Uint8Array | null>)).rejects.toThrow(message)
  })

  it('fails in our words whatever byte is wrong', async () => {
    const whole = { shp: bytesOf('fields.shp'), dbf: bytesOf('fields.dbf') }
    let seed = 5
    const random = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % most
    for (let round = 0; round < 400; round++) {
      const part = round % 2 === 0 ? 'shp' : 'dbf'
      const bytes = whole[part].slice()
      for (let change = 0; change < 3; change++) bytes[random(bytes.length)] = random(256)
      const outcome = await shapefile({ [part]: bytes }).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty('code')
    }
  })
})

function withRows(dbf: Uint8Array, rows: number): Uint8Array {
  const copy = dbf.slice()
  new DataView(copy.buffer).setUint32(4, rows, true)
  return copy
}

function withInt(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setInt32(at, value)
  return copy
}

describe('placeOfPrj', () => {
  it('takes degrees of near systems for what they are', async () => {
    const place = await placeOfPrj('GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989"]]')
    const [lon, lat] = place(10, 50)
    expect([lon, lat].map((value) => Number(value.toFixed(6)))).toEqual([10, 50])
  })
})

describe('readKml', () => {
  it('has the corners, the data and each part that the source has', async () => {
    const { features } = await readKml(textOf('plain.kml'))
    const source = JSON.parse(textOf('source.json')) as Read
    expect(features[0]!.geometry).toEqual(source.features[0]!.geometry)
    const parts = (source.features[1]!.geometry.coordinates as unknown[][]).map((coordinates) => ({
      type: 'Polygon',
      coordinates,
    }))
    expect(features.slice(1).map(({ geometry }) => geometry)).toEqual(parts)
    expect(features[0]!.properties).toMatchObject({ id: 7, value: 2.5, date: '2019-08-09' })
  })

  const kml = (inside: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`
  const POINT = '<Point><coordinates>10,50,120</coordinates></Point>'

  it('reads no description, link or style, whatever stands in them', async () => {
    const text = kml(
      `<Placemark><name><![CDATA[<img src=x onerror=alert(1)>]]></name><description><![CDATA[<script>alert(1)</script>]]></description><TimeStamp><when>2019-08-20T04:32:00Z</when></TimeStamp>${POINT}</Placemark>`,
    )
    const read = await readKml(text)
    expect(read.features).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [10, 50] },
        properties: { time: '2019-08-20T04:32:00.000Z' },
      },
    ])
  })

  it('closes a ring that its writer left open', async () => {
    const ring = '<LinearRing><coordinates>0,0 1,0 1,1</coordinates></LinearRing>'
    const read = await readKml(
      kml(`<Placemark><Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon></Placemark>`),
    )
    expect(read.features[0]!.geometry.coordinates).toEqual([[[0, 0], [1, 0], [1, 1], [0, 0]]]) // prettier-ignore
  })

  it.each([
    [
      'an entity bomb',
      `<!DOCTYPE kml [<!ENTITY a "aaaa">]>${kml(`<Placemark>${POINT}</Placemark>`)}`,
      /DOCTYPE/,
    ],
    ['another kind of XML', '<gpx/>', /first element is not kml/],
    ['no placemark', kml(''), /no feature with a geometry/],
    [
      'a place beyond the poles',
      kml('<Placemark><Point><coordinates>10,95</coordinates></Point></Placemark>'),
      /feature 1/,
    ],
    ['a cut text', kml(`<Placemark>${POINT}`).slice(0, 80), /damaged or cut off/],
  ])('refuses %s', async (_, text, message) => {
    await expect(readKml(text)).rejects.toThrow(message)
  })
})

describe('readGeoJsonLines', () => {
  it('has the features of the lines, with or without record separators', () => {
    const source = JSON.parse(textOf('source.json')) as Read
    const text = textOf('plain.ndjson')
    const geometries = source.features.map(({ geometry }) => geometry)
    const read = (lines: string) => readGeoJsonLines(lines).features.map(({ geometry }) => geometry)
    expect(read(text)).toEqual(geometries)
    expect(
      read(
        text
          .split('\n')
          .map((line) => line && `\u001e${line}`)
          .join('\r\n'),
      ),
    ).toEqual(geometries)
  })

  it('names the line that is none', () => {
    expect(() => readGeoJsonLines('{"type":"Point","coordinates":[1,2]}\n{"type":')).toThrow(/^line 2: /)
  })
})
