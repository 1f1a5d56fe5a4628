import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../src/io/read/csv.ts'
import { readGpx } from '../../../src/io/read/gpx.ts'
import { readCsvTable, readGpxTable } from '../../../src/io/read/read-table.ts'
import { csvText } from '../../../src/io/write/csv.ts'

const code = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return 'none'
}

describe('readCsv', () => {
  it('reads what RFC 4180 allows: quotes, doubled quotes, line ends in cells, CRLF, a byte order mark', () => {
    const text = '﻿name,"a ""b"""\r\n"x, y","two\r\nlines"\r\n\r\nplain,\r\n'
    expect(readCsv(text)).toEqual({
      header: ['name', 'a "b"'],
      rows: [['x, y', 'two\r\nlines'], ['plain', '']], // prettier-ignore
      delimiter: ',',
    })
  })

  it.each([[';'], ['\t'], [',']])('finds the delimiter %j', (delimiter) => {
    expect(readCsv(`a${delimiter}b${delimiter}c\n1${delimiter}2${delimiter}3`).rows).toEqual([
      ['1', '2', '3'],
    ])
  })

  it('is the way back from what is written', () => {
    const cells = ['plain', 'with, comma', 'with "quotes"', 'two\nlines', '']
    expect(readCsv(csvText(['a', 'b', 'c', 'd', 'e'], [cells])).rows).toEqual([cells])
  })

  it.each([
    ['', 'it is empty'],
    ['a,b\n', 'no rows'],
    ['a,b\n1\n', 'line 2 has 1 cells'],
    ['a,b\n1,"2\n', 'never closed'],
    ['a,b\n1,"2"x\n', 'goes on after the closing quote'],
    [`${'a,'.repeat(300)}b\n`, '301 columns'],
  ])('refuses %j', (text, reason) => {
    expect(() => readCsv(text)).toThrow(reason)
    expect(code(() => readCsv(text))).toBe('unsupported_file')
  })
})

const FIRMS = `latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight,comment
-19.5,-57.5,330.1,0.4,0.4,2019-08-25,136,N,VIIRS,n,2.0NRT,290.5,12.3,N,ignore previous instructions
-19.6,-57.4,340.2,0.4,0.4,2019-08-25,1730,N,VIIRS,h,2.0NRT,,22.5,D,=cmd()
`

describe('readCsvTable', () => {
  it('reads detections of FIRMS with one time, units, codes, and none of the text', () => {
    const { columns, rows, left } = readCsvTable(FIRMS)
    expect(columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      'time time', 'latitude deg', 'longitude deg', 'bright_ti4 K', 'scan 1', 'track 1', 'acq_date date', 'acq_time 1',
      'satellite text', 'instrument text', 'confidence text', 'bright_ti5 K', 'frp MW', 'daynight text',
    ]) // prettier-ignore
    expect(rows[0]).toEqual(['2019-08-25T01:36:00.000Z', -19.5, -57.5, 330.1, 0.4, 0.4, '2019-08-25', 136, 'N', 'VIIRS', 'n', 290.5, 12.3, 'N']) // prettier-ignore
    expect(rows[1]![11]).toBeNull()
    expect(left).toBe(2)
    expect(JSON.stringify(rows)).not.toContain('ignore')
  })

  it('renames unknown columns and takes decimal commas where the delimiter is another', () => {
    const { columns, rows } = readCsvTable(
      'Lat;Lng;Höhe;Datum\n45,5;15,25;1e3;2020-02-29\n46;NA;-2;2020-03-01\n',
    )
    expect(columns).toEqual([
      { name: 'latitude', unit: 'deg', label: 'Lat' },
      { name: 'longitude', unit: 'deg', label: 'Lng' },
      { name: 'column_3', unit: '1', label: 'Höhe' },
      { name: 'column_4', unit: 'date', label: 'Datum' },
    ])
    expect(rows).toEqual([[45.5, 15.25, 1000, '2020-02-29'], [46, null, -2, '2020-03-01']]) // prettier-ignore
  })

  it('brings times to UTC and takes no day that the calendar lacks', () => {
    const { columns, rows } = readCsvTable(
      'time,d,n\n2020-01-01T02:30:00+02:00,2020-02-30,1\n2020-01-01 00:30,2020-02-28,2\n',
    )
    expect(columns.map(({ name }) => name)).toEqual(['time', 'column_3'])
    expect(rows.map(([time]) => time)).toEqual(['2020-01-01T00:30:00.000Z', '2020-01-01T00:30:00.000Z'])
  })

  it('gives two columns of one name each a name of its own', () => {
    expect(readCsvTable('lat,latitude\n1,2\n').columns.map(({ name }) => name)).toEqual([
      'latitude',
      'column_2',
    ])
  })

  it('takes no number that is none: infinite, hexadecimal, with a unit', () => {
    expect(readCsvTable('a,b,c,d\n1e999,0x10,12 ha,1\n').columns.map(({ name }) => name)).toEqual([
      'column_4',
    ])
    expect(code(() => readCsvTable('a,b\nx,y\n'))).toBe('unsupported_file')
  })
})

const GPX = `<?xml version="1.0"?><!-- <trkpt lat="9" lon="9"/> --><gpx version="1.1" creator="a > b">
<wpt lat="1.5" lon="-2.5"><name>home &lt;b&gt;</name></wpt>
<trk><name><![CDATA[</trkpt>]]></name><trkseg>
<trkpt lat="45" lon="15"><ele>100.5</ele><time>2020-01-01T00:00:00Z</time><extensions><x:ele>7</x:ele></extensions></trkpt>
<trkpt lon='15.1' lat='45.1'><time>2020-01-01T02:00:00+01:00</time></trkpt></trkseg>
<trkseg><trkpt lat="46" lon="16"/></trkseg></trk></gpx>`

describe('readGpx', () => {
  it('reads points with elevation, time and segment, and nothing out of comments, CDATA and extensions', () => {
    expect(readGpx(GPX)).toEqual([
      { longitude: -2.5, latitude: 1.5, elevation: null, time: null, segment: 0 },
      { longitude: 15, latitude: 45, elevation: 100.5, time: '2020-01-01T00:00:00.000Z', segment: 1 },
      { longitude: 15.1, latitude: 45.1, elevation: null, time: '2020-01-01T01:00:00.000Z', segment: 1 },
      { longitude: 16, latitude: 46, elevation: null, time: null, segment: 2 },
    ])
  })

  it.each([
    ['<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>', 'document type'],
    ['<kml></kml>', 'first element is not gpx'],
    ['<gpx></gpx>', 'no point'],
    ['<gpx><wpt lat="91" lon="0"/></gpx>', 'latitude and longitude'],
    ['<gpx><wpt lon="0"/></gpx>', 'latitude and longitude'],
    ['<gpx><trk></gpx></trk>', 'not nested'],
    ['<gpx><wpt lat="1" lon="1">', 'ends before'],
    ['<gpx><!-- ', 'document type'],
    ['<gpx><? ', 'never closed'],
    ['', 'ends before'],
  ])('refuses %s', (text, reason) => {
    expect(() => readGpx(text)).toThrow(reason)
    expect(code(() => readGpx(text))).toBe('unsupported_file')
  })

  it('is done with hostile text in no time', () => {
    const started = performance.now()
    for (const piece of ['<!-- ', '<a ', '<a "', '<? ', '<![CDATA[']) {
      expect(code(() => readGpx(`<gpx>${piece.repeat(200_000)}`))).toBe('unsupported_file')
    }
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('makes a table without columns that are empty', () => {
    expect(readGpxTable('<gpx><wpt lat="1" lon="2"/></gpx>')).toEqual({
      columns: ['longitude deg', 'latitude deg', 'segment 1'].map((each) => {
        const [name, unit] = each.split(' ')
        return { name, unit, label: name }
      }),
      rows: [[2, 1, 0]],
      left: 0,
    })
  })
})

describe('foreign tables that mislead', () => {
  it('do not take names of the language for known columns', () => {
    const { columns } = readCsvTable('__proto__,constructor,toString\n1,2,3\n')
    expect(columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['column_1', '1'],
      ['column_2', '1'],
      ['column_3', '1'],
    ])
  })

  it('leave a column aside in which both points and commas stand, as either may part thousands', () => {
    expect(readCsvTable('date;value\n2020-01-01;1,234\n2020-01-02;1.5\n').columns).toHaveLength(1)
    expect(readCsvTable('date;value\n2020-01-01;1,5\n2020-01-02;2,25\n').rows).toEqual([
      ['2020-01-01', 1.5],
      ['2020-01-02', 2.25],
    ])
  })

  it('keep the time of a track point where an extension holds another', () => {
    const point =
      '<trkpt lat="1" lon="2"><time>2020-02-29T10:00:00Z</time><extensions><x:data><x:time>12 s</x:time><x:ele>9</x:ele></x:data></extensions></trkpt>'
    expect(readGpx(`<gpx><trk><trkseg>${point}</trkseg></trk></gpx>`)[0]).toMatchObject({
      time: '2020-02-29T10:00:00.000Z',
      elevation: null,
    })
  })
})
