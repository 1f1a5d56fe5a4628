import { beforeAll, describe, expect, it } from 'vitest'
import { tiffFile } from '../../bench/fieldbench/data/files.ts'
import { sentinel2 } from '../../bench/fieldbench/data/sensors.ts'
import type { DataFile } from '../../bench/fieldbench/task.ts'
import { readDataFacts } from '../../src/agent/data-facts.ts'
import { readFormula } from '../../src/agent/read-formula.ts'
import { readLimits } from '../../src/agent/read-limits.ts'
import { plainWords } from '../../src/agent/plain-words.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { plainText } from '../../src/agent/compose.ts'
import { answerOf, deskWith, messagesOf } from '../helpers/field.ts'

describe('readFormula', () => {
  it.each([
    ['Compute (nir - green) / (nir + green + 0.2), mean', '( nir - green ) / ( nir + green + 0.2 )'],
    ['What is the mean of swir1 / nir?', 'swir1 / nir'],
    ['Take 2 * nir - red first.', '2 * nir - red'],
    ['Where is nir > 4 * red?', 'nir > 4 * red'],
    ['nir / red of 2021-05-22, please', 'nir / red'],
  ])('finds the formula in “%s”', (text, expression) => {
    expect(readFormula(text, [])?.expression).toBe(expression)
  })

  it('takes the names that the sensor gives to bands and the names of signs', () => {
    expect(readFormula('B8A divided by B04', ['sentinel-2'])?.expression).toBe('nir_narrow / red')
    expect(readFormula('B5 divided by B4', ['landsat-8'])?.expression).toBe('nir / red')
    expect(readFormula('B5 divided by B4', [])).toBeNull()
  })

  it.each(['Which band is red?', 'the red-edge band', 'green areas - in hectares', '10 - 4', 'nir and red'])(
    'finds none in “%s”',
    (text) => {
      expect(readFormula(text, ['sentinel-2'])).toBeNull()
    },
  )

  it('knows a comparison, and leaves the other words', () => {
    expect(readFormula('hectares with nir > 0.3 in May', [])).toMatchObject({
      isTrueOrFalse: true,
      left: expect.stringMatching(/^hectares with .* in May$/) as string,
    })
  })
})

describe('readLimits', () => {
  it.each([
    ['above 500 m', { value: 500, side: 'above' }, null, 'm'],
    ['no steeper than 10 degrees', null, { value: 10, side: 'at_or_below' }, 'deg'],
    ['steeper than 15 %', { value: 15, side: 'above' }, null, '%'],
    [
      'between 20 and 10 degrees',
      { value: 10, side: 'at_or_above' },
      { value: 20, side: 'at_or_below' },
      'deg',
    ],
    ['from 300 m to 400 m', { value: 300, side: 'at_or_above' }, { value: 400, side: 'at_or_below' }, 'm'],
    ['NDVI below 0.3', null, { value: 0.3, side: 'below' }, null],
  ] as const)('reads “%s”', (text, low, high, unit) => {
    expect(readLimits(text)).toMatchObject({ low, high, unit })
  })

  it.each([
    'larger than 10 ha',
    'above 30 °C',
    'over 5 km',
    'smaller than 20 pixels',
    'above the 95th percentile',
  ])('takes no limit of values from “%s”', (text) => {
    expect(readLimits(text)).toBeNull()
  })
})

describe('readDataFacts', () => {
  const names = (text: string) => readDataFacts(text).map(({ figure, label }) => figure ?? label)

  it.each([
    ['How many bands does the scene have?', ['band_count']],
    ['What is the pixel size in metres?', ['pixel_size']],
    ['Which satellite took these?', ['sensors']],
    ['When were the images acquired?', ['dates']],
    ['How many dates are there?', ['date_count']],
    ['How many km² does the image cover?', ['area']],
    ['What can I ask of it?', ['sensors', 'dates', 'scene_count', 'bands']],
  ])('reads “%s”', (text, wanted) => {
    expect(names(text)).toEqual(wanted)
  })

  it.each([
    'How large is the lake?',
    'On which date was NDVI highest?',
    'How many hectares burned?',
    'How much of the image is covered by forest?',
    'How many days did it burn?',
  ])('sees no question about the data in “%s”', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('plainWords', () => {
  const specs = TOOLS.map(toolSpec)

  it('writes full names of indices short', () => {
    expect(plainWords('mean bare soil index?', specs)).toBe('mean BSI?')
    expect(plainWords('Normalized difference vegetation index of the farm', specs)).toBe('NDVI of the farm')
  })

  it('does not take a yearly report for a course over years', () => {
    expect(plainWords('for the yearly report', specs)).toBe('for the report')
    expect(plainWords('the yearly trend', specs)).toBe('the yearly trend')
  })
})

const grid: Grid = {
  width: 10,
  height: 10,
  crs: crsFromEpsg(32633),
  transform: [10, 0, 500_000, 0, -10, 4_500_000],
}
const cells = (value: (col: number, row: number) => number) =>
  Float32Array.from({ length: 100 }, (_, at) => value(at % 10, Math.floor(at / 10)))

describe('runAgent on values, classes and data', () => {
  let dem: DataFile
  let cover: DataFile
  let image: readonly DataFile[]
  let later: readonly DataFile[]

  beforeAll(async () => {
    // A metre a pixel of 10 m up to the east: 10 %, 5.71°, falling west.
    dem = await tiffFile(
      'dem.tif',
      grid,
      cells((col) => 100 + col),
      { sampleType: 'float32', nodata: null },
    )
    // Classes 1, 2 and 3 on 2, 5 and 3 columns: 0.2, 0.5 and 0.3 ha.
    cover = await tiffFile(
      'landcover.tif',
      grid,
      cells((col) => (col < 2 ? 1 : col < 7 ? 2 : 3)),
      {
        sampleType: 'uint8',
        nodata: 0,
      },
    )
    // NDVI 0.6, 0.5 and 0.2 by class.
    const red = cells((col) => (col < 2 ? 0.1 : col < 7 ? 0.1 : 0.2))
    const nir = cells((col) => (col < 2 ? 0.4 : col < 7 ? 0.3 : 0.3))
    image = (await sentinel2(grid, '2021-07-04', { red, nir })).files
    later = (await sentinel2(grid, '2021-07-20', { red, nir: red })).files
  })

  const ask = async (files: readonly DataFile[], question: string) =>
    (await deskWith(files)).ask(question, memoryStore())

  it.each([
    ['How many hectares lie above 105 m?', 0.4, 'ha'],
    ['How much land lies between 102 and 104 m, in hectares?', 0.3, 'ha'],
    ['What is the mean slope in percent?', 10, '%'],
    ['How many m² are no steeper than 6 degrees?', 6400, 'm2'],
    ['What percentage is steeper than 20 %?', 0, '%'],
    ['How much does the ground rise from the lowest to the highest place, in metres?', 9, 'm'],
    ['What is the 90th percentile of the elevation?', 108.1, 'm'],
    ['How many hectares lie above 103 m and below 106 m?', 0.2, 'ha'],
  ])('answers “%s” of an elevation model', async (question, value, unit) => {
    const { value: found, unit: said } = answerOf(await ask([dem], question))
    expect(found).toBeCloseTo(value, 2)
    expect(said).toBe(unit)
  })

  it('says which way slopes face', async () => {
    expect(plainText(answerOf(await ask([dem], 'Which way do most of the slopes face?')))).toContain('W')
  })

  it.each([
    ['What is the mean NDVI of class 2?', 0.5, '1'],
    ['How many hectares does class 3 cover?', 0.3, 'ha'],
    ['How many pixels have an NDVI between 0.4 and 0.55?', 50, 'count'],
    ['What share of the pixels, in %, has an NDVI below 0.3?', 30, '%'],
    ['What is the mean of nir / red?', 2.75, '1'],
    ['On how many m² is nir > 2.5 * red?', 7000, 'm2'],
    ['Mean of the near infrared reflectance?', 0.32, '1'],
    ['How many bands does the scene have?', 2, 'count'],
  ])('answers “%s” of an image with classes', async (question, value, unit) => {
    const { value: found, unit: said } = answerOf(await ask([...image, cover], question))
    expect(found).toBeCloseTo(value, 3)
    expect(said).toBe(unit)
  })

  it.each([
    ['Which land cover class is the largest?', /Largest class: class 2/],
    ['Which land cover class has the lowest mean NDVI?', /class 3/],
    ['When was the image taken?', /2021-07-04/],
    ['Which sensor is it from?', /Sentinel-2/],
  ])('answers “%s” in words', async (question, wanted) => {
    expect(plainText(answerOf(await ask([...image, cover], question)))).toMatch(wanted)
  })

  it('gives the index of each date', async () => {
    const cited = answerOf(await ask([...image, ...later], 'Mean NDVI on each date?')).evidence
    const values = cited.map(({ value }) => Number(value))
    // (0.6 · 2 + 0.5 · 5 + 0.2 · 3) / 10
    expect(values[0]).toBeCloseTo(0.43, 3)
    expect(values[1]).toBeCloseTo(0, 3)
  })

  it.each([
    ['What is the pH of the soil?', /made of/],
    ['How many hectares are not above 105 m?', /not/],
    ['What is the mean of swir1 / nir?', /./],
    ['How many hectares lie above 105 feet?', /./],
    ['On how many hectares is NDVI above 0.3 and the slope below 10 degrees?', /./],
    ['What is the mean of nir / red over the lake?', /./],
  ])('gives no figure for “%s”', async (question, words) => {
    const record = await ask([...image, dem], question)
    expect(['declined', 'needs_input']).toContain(record.status)
    expect(messagesOf(record).join(' ')).toMatch(words)
  })
})
