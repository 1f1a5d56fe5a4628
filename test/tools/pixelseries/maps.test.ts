import { beforeEach, describe, expect, it } from 'vitest'
import { pixelseriesTools } from '../../../src/tools/pixelseries/index.ts'
import type { ToolResult } from '../../../src/tools/tool.ts'
import type { RasterQuantity } from '../../../src/trace/port.ts'
import type { Unit } from '../../../src/trace/quantity.ts'
import { LONLAT, pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { oracles } from './oracle.ts'

let context: MemoryContext
beforeEach(() => {
  context = new MemoryContext()
})

const run = (tool: string, args: Record<string, unknown>) =>
  runTool(
    pixelseriesTools.find(({ name }) => name === tool)!,
    args,
    context,
  )

/** Lists one raster of a row a date; `series` by pixel, then by date. */
function listed(
  dates: readonly string[],
  series: readonly (readonly (number | null)[])[],
  facts: { readonly quantity: RasterQuantity; readonly meaning?: string; readonly unit?: Unit } = {
    quantity: 'index',
    meaning: 'ndvi',
  },
): string[] {
  return dates.map((date, place) => {
    const row = series.map((values) => values[place] ?? NaN)
    return context.addRaster(`date-${place + 1}`, raster([row]), { ...facts, date }).id
  })
}

const monthly = () => listed(oracles.maps.dates, oracles.maps.series)

/** Pixels of a layer that a tool made. */
const made = async (result: ToolResult, place = 0) => pixels(await context.raster(result.layers![place]!.id))

function near(values: readonly number[], expected: readonly (number | null)[], digits = 5): void {
  expect(values).toHaveLength(expected.length)
  for (const [place, value] of expected.entries()) {
    if (value === null) expect(values[place], `pixel ${place}`).toBeNaN()
    else expect(values[place], `pixel ${place}`).toBeCloseTo(value, digits)
  }
}

const DATES = ['2020-01-01', '2020-02-01', '2020-03-01', '2020-04-01']
const [JANUARY, FEBRUARY, MARCH, APRIL] = DATES.map((date) => Date.parse(date) / 86_400_000) as [
  number,
  number,
  number,
  number,
]
/** Inside on the dates marked, '?' without data. */
const masks = (...marks: readonly string[]) =>
  DATES.map((date, place) => {
    const row = marks.map((mark) => mark[place]!).join('')
    return context.addRaster(`mask-${place + 1}`, raster([row]), { quantity: 'mask', meaning: 'water', date })
      .id
  })

describe('trend_map', () => {
  it('has slope, R² and p of scipy.stats.linregress in every pixel, gaps left out', async () => {
    const layers = monthly()
    const { found } = oracles.maps
    const result = await run('trend_map', { layers })
    near(await made(result), found['slope']!)
    near(await made(result, 1), found['r_squared']!)
    near(await made(await run('trend_map', { layers, second: 'p_value' }), 1), found['p_value']!)
    expect(result.layers![0]!.unit).toBe('1/year')
    const significant = found['slope']!.filter((_, place) => found['p_value']![place]! <= 0.05)
    expect(number(result, 'falling_share')).toBeCloseTo(
      (100 * significant.filter((slope) => slope! < 0).length) / 12,
      9,
    )
    expect(number(result, 'rising_share')).toBeCloseTo(
      (100 * significant.filter((slope) => slope! > 0).length) / 12,
      9,
    )
  })

  it('gives the same whatever the order of the list, and the same slope a year in kelvin of degrees', async () => {
    const layers = listed(DATES, [[1, 2, 3, 4]], { quantity: 'temperature', unit: 'degC' })
    const first = await made(await run('trend_map', { layers }))
    const turned = await run('trend_map', { layers: layers.toReversed() })
    expect(await made(turned)).toEqual(first)
    expect(turned.layers![0]!.unit).toBe('K/year')
  })

  it('leaves pixels with too few dates without data and refuses where all are', async () => {
    const layers = listed(DATES, [
      [1, null, null, 4],
      [1, 2, 3, null],
    ])
    const result = await run('trend_map', { layers })
    expect((await made(result)).map(Number.isNaN)).toEqual([true, false])
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    await expect(run('trend_map', { layers, min_dates: 4 })).rejects.toHaveProperty('code', 'nothing_valid')
    await expect(run('trend_map', { layers, min_dates: 5 })).rejects.toThrow(
      /4 dates were given and at least 5/,
    )
  })

  it('refuses units without a rate, unlike meanings and two rasters of one date', async () => {
    const layers = listed(DATES, [[1, 2, 3, 4]], { quantity: 'raw', unit: 'kg/m2' })
    await expect(run('trend_map', { layers })).rejects.toThrow(/values in kg\/m2/)
    const other = context.addRaster('other', raster([[1]]), {
      quantity: 'index',
      meaning: 'nbr',
      date: '2021-01-01',
    }).id
    await expect(run('trend_map', { layers: [...layers, other] })).rejects.toThrow(/one meaning and unit/)
    const again = context.addRaster('again', raster([[1]]), {
      quantity: 'raw',
      unit: 'DN',
      date: DATES[0]!,
    }).id
    await expect(run('trend_map', { layers: [...layers, again] })).rejects.toThrow(/all of 2020-01-01/)
  })

  it('brings other grids on to that of the first and says so', async () => {
    const layers = listed(DATES, [[1, 2, 3, 4]])
    const shifted = raster([[5, 6]], { transform: [10, 0, 499_990, 0, -10, 5_000_000] })
    layers.push(
      context.addRaster('shifted', shifted, { quantity: 'index', meaning: 'ndvi', date: '2020-05-01' }).id,
    )
    const result = await run('trend_map', { layers })
    expect(result.text).toContain('shifted was brought on to the grid of date-1 by a shift of whole pixels')
  })

  it('takes a band of scenes', async () => {
    const layers = DATES.map(
      (date, place) =>
        context.addScene(`s${place}`, { nir: raster([[place]]), red: raster([[0]]) }, { date }).id,
    )
    const result = await run('trend_map', { layers, band: 'nir', min_dates: 4 })
    // python3 -c 'import numpy; print(numpy.polyfit(numpy.array([0, 31, 60, 91]) / 365.25, [0, 1, 2, 3], 1)[0])'
    near(await made(result), [12.092249506687129], 5)
  })
})

describe('mann_kendall_map', () => {
  it('has z and p of pymannkendall, ties and all, and marks rise, fall and none', async () => {
    const layers = monthly()
    const { found } = oracles.maps
    const result = await run('mann_kendall_map', { layers })
    near(await made(result, 1), found['mk_z']!)
    near(await made(await run('mann_kendall_map', { layers, second: 'p_value' }), 1), found['mk_p']!)
    const codes = found['mk_p']!.map((p, place) => (p! > 0.05 ? 2 : found['mk_z']![place]! > 0 ? 3 : 1))
    expect(await made(result)).toEqual(codes)
    expect(number(result, 'rising_share')).toBeCloseTo(
      (100 * codes.filter((code) => code === 3).length) / 12,
      9,
    )
    expect(number(result, 'falling_share')).toBeCloseTo(
      (100 * codes.filter((code) => code === 1).length) / 12,
      9,
    )
    expect(number(result, 'pixels')).toBe(12)
  })

  it('finds no trend where all values are equal', async () => {
    const result = await run('mann_kendall_map', { layers: listed(DATES, [[1, 1, 1, 1]]) })
    expect(await made(result)).toEqual([2])
    expect(await made(result, 1)).toEqual([0])
  })
})

describe('sens_slope_map', () => {
  it('has slopes in the unit of a rate: centimetres rise by millimetres a year', async () => {
    const years = ['2018-01-01', '2019-01-01', '2020-01-01']
    const layers = listed(years, [[1, 2, 3]], { quantity: 'retrieval', unit: 'cm' })
    const result = await run('sens_slope_map', { layers })
    // 1 cm in 365 days, 10 mm · 365.25 / 365
    near(await made(result), [10 * (365.25 / 365)])
    expect(result.layers![0]!.unit).toBe('mm/year')
  })

  it('has the slopes of scipy.stats.theilslopes', async () => {
    const result = await run('sens_slope_map', { layers: monthly() })
    near(await made(result), oracles.maps.found['sen']!)
    const mean = oracles.maps.found['sen']!.reduce<number>((sum, value) => sum + value! / 12, 0)
    expect(number(result, 'mean_slope')).toBeCloseTo(mean, 6)
  })
})

describe('anomaly_map', () => {
  it('has z of the last date against mean and std (n − 1) of those before it by numpy', async () => {
    const result = await run('anomaly_map', { layers: monthly() })
    near(await made(result), oracles.maps.found['anomaly']!)
    expect(result.warnings!.join()).toContain('are of another season than the last')
  })

  it('says nothing of the season where all dates are of one', async () => {
    const result = await run('anomaly_map', {
      layers: listed(['2018-12-20', '2019-12-25', '2020-12-30', '2022-01-05'], [[1, 2, 3, 4]]),
    })
    // (4 − 2) / 1
    near(await made(result), [2])
    expect(result.warnings!.join()).not.toContain('season')
  })
})

describe('vci_map', () => {
  it('has 100 (last − min) / (max − min) by numpy', async () => {
    const result = await run('vci_map', { layers: monthly() })
    near(await made(result), oracles.maps.found['vci']!, 4)
    expect(result.layers![0]!.port).toMatchObject({ meaning: 'vci' })
  })
})

describe('tci_map', () => {
  it('is 0 at the hottest and 100 at the coolest', async () => {
    const layers = listed(
      DATES,
      [
        [300, 310, 305, 310],
        [300, 310, 305, 300],
        [300, 310, 305, 302.5],
        [300, 300, 300, 300],
      ],
      { quantity: 'temperature', unit: 'K' },
    )
    near(await made(await run('tci_map', { layers })), [0, 100, 75, null])
  })
})

describe('vhi_map', () => {
  const conditions = () => [
    context.addRaster('v', raster([[20, 60, NaN]]), { quantity: 'score', meaning: 'vci', date: DATES[0]! }),
    context.addRaster('t', raster([[40, 80, 50]]), { quantity: 'score', meaning: 'tci', date: DATES[0]! }),
  ]

  it('is the weighted mean of both', async () => {
    conditions()
    // (20 + 40) / 2, (60 + 80) / 2; and 0.25 · 20 + 0.75 · 40, 0.25 · 60 + 0.75 · 80
    near(await made(await run('vhi_map', { vci: 'v', tci: 't' })), [30, 70, null])
    near(await made(await run('vhi_map', { vci: 'v', tci: 't', weight: 0.25 })), [35, 75, null])
  })

  it('refuses rasters of other meanings', async () => {
    conditions()
    await expect(run('vhi_map', { vci: 't', tci: 't' })).rejects.toThrow(/t is no VCI; make one with vci_map/)
  })
})

describe('temporal_statistics_map', () => {
  it.each(['mean', 'median', 'std'])('has the %s of numpy', async (statistic) => {
    near(
      await made(await run('temporal_statistics_map', { layers: monthly(), statistic })),
      oracles.maps.found[statistic]!,
    )
  })

  it('has extremes, range and count', async () => {
    const layers = listed(DATES, [
      [4, 1, null, 3],
      [null, null, null, null],
    ])
    for (const [statistic, expected] of [
      ['min', 1],
      ['max', 4],
      ['range', 3],
    ] as const) {
      near(await made(await run('temporal_statistics_map', { layers, statistic })), [expected, null])
    }
    expect(await made(await run('temporal_statistics_map', { layers, statistic: 'count' }))).toEqual([3, 0])
  })

  it('keeps meaning and unit, and has a spread of degrees Celsius in kelvin', async () => {
    const layers = listed(DATES, [[4, 1, 2, 3]], { quantity: 'temperature', meaning: 'lst', unit: 'degC' })
    const [mean] = (await run('temporal_statistics_map', { layers })).layers!
    expect([mean!.unit, mean!.port]).toEqual([
      'degC',
      { kind: 'raster', quantity: 'temperature', meaning: 'lst' },
    ])
    const [std] = (await run('temporal_statistics_map', { layers, statistic: 'std' })).layers!
    expect(std!.unit).toBe('K')
  })
})

describe('coefficient_of_variation_map', () => {
  it('has std (n − 1) over mean by numpy, and nothing where the mean is not above zero', async () => {
    near(
      await made(await run('coefficient_of_variation_map', { layers: monthly() })),
      oracles.maps.found['cv']!,
    )
    const layers = listed(DATES, [
      [1, 2, 3, 2],
      [-1, 1, -1, 1],
    ]).map((id, place) => {
      const { date } = context.layer(id)
      return context.addRaster(`b${place}`, raster([[[1, 2, 3, 2][place]!, place % 2 === 0 ? -1 : 1]]), {
        quantity: 'index',
        date,
      }).id
    })
    // std of 1, 2, 3, 2 is √(2/3)
    near(await made(await run('coefficient_of_variation_map', { layers })), [Math.sqrt(2 / 3) / 2, null])
  })
})

describe('seasonal_amplitude_map', () => {
  it('has amplitude, crest and R² of numpy.linalg.lstsq, with and without gaps', async () => {
    const result = await run('seasonal_amplitude_map', { layers: monthly() })
    const { found } = oracles.maps
    near(await made(result), found['amplitude']!)
    near(await made(result, 1), found['crest']!, 2)
    near(await made(result, 2), found['fit']!)
  })

  it('refuses dates of less than a year', async () => {
    const dates = ['01', '02', '03', '04', '05', '06'].map((month) => `2020-${month}-01`)
    const layers = listed(dates, [[1, 2, 3, 4, 5, 6]])
    await expect(run('seasonal_amplitude_map', { layers })).rejects.toThrow(/too few to tell a yearly cycle/)
  })
})

describe('spi_map', () => {
  it('has the index of scipy.stats.gamma and norm, dry months among them', async () => {
    const { dates, amounts, spi } = oracles.spi
    const layers = listed(dates, amounts, { quantity: 'retrieval', meaning: 'precipitation', unit: 'mm' })
    near(await made(await run('spi_map', { layers })), spi, 4)
  })

  it('adds up months, and compares with the same month', async () => {
    const { amounts } = oracles.spi
    // Two dates a year, May and June, that add up to the amounts of the oracle; other months hold 7.
    const months = Array.from({ length: 360 }, (_, month) => month)
    const dates = months.map(
      (month) => `${1990 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`,
    )
    const upTo = dates.indexOf('2019-06-15') + 1
    const row = months.map((month) => {
      const year = Math.floor(month / 12)
      if (month % 12 === 4) return 10
      return month % 12 === 5 ? amounts[0]![year]! : 7
    })
    const layers = listed(dates.slice(0, upTo), [row.slice(0, upTo)], { quantity: 'retrieval', unit: 'mm' })
    const one = await made(await run('spi_map', { layers }))
    near(one, [oracles.spi.spi[0]!], 4)
    const two = await made(await run('spi_map', { layers, months: 2 }))
    // The same sums, given as one amount a year.
    context = new MemoryContext()
    const sums = listed(oracles.spi.dates, [amounts[0]!.map((amount) => amount + 10)], {
      quantity: 'retrieval',
      unit: 'mm',
    })
    near(two, await made(await run('spi_map', { layers: sums })), 5)
  })

  it('refuses a short record and missing months', async () => {
    const layers = listed(DATES, [[10, 20, 30, 40]], { quantity: 'retrieval', unit: 'mm' })
    await expect(run('spi_map', { layers, min_dates: 4 })).rejects.toThrow(
      /1 value of month 4 and at least 4/,
    )
    await expect(
      run('spi_map', {
        layers: [layers[0]!, layers[1]!, layers[3]!, layers[2]!].slice(0, 3),
        months: 2,
        min_dates: 4,
      }),
    ).rejects.toThrow(/3 dates/)
    const gap = [
      ...layers.slice(0, 3),
      context.addRaster('x', raster([[5]]), { quantity: 'retrieval', unit: 'mm', date: '2020-06-01' }).id,
    ]
    await expect(
      run('spi_map', { layers: gap, months: 2, min_dates: 4, compare_with: 'all_dates' }),
    ).rejects.toThrow(/2020-06-01 does not follow 2020-03-01/)
  })
})

describe('persistence_map', () => {
  it('is the share of the dates with data inside', async () => {
    const result = await run('persistence_map', { masks: masks('####', '#.#.', '....', '##??', '????') })
    expect(await made(result)).toEqual([1, 0.5, 0, 1, NaN])
    expect(number(result, 'always_share')).toBeCloseTo(50, 9)
    expect(number(result, 'sometimes_share')).toBeCloseTo(25, 9)
    expect(number(result, 'never_share')).toBeCloseTo(25, 9)
    expect(number(result, 'mean_frequency')).toBeCloseTo(0.625, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })

  it('weighs shares by the ground of the pixels', async () => {
    // Rows from 60° to 0°: cells half as large up there, by cos(latitude) nearly. One pixel a row of 30°.
    const transform = [30, 0, 0, 0, -30, 60] as const
    const ids = [0, 1].map(
      (place) =>
        context.addRaster(`m${place}`, raster([[0], [1]], { transform, crs: LONLAT }), {
          quantity: 'mask',
          date: DATES[place]!,
        }).id,
    )
    const result = await run('persistence_map', { masks: ids })
    // On a sphere the zones are sin 30° and sin 60° − sin 30°; the ellipsoid moves that by less than 0.3.
    expect(Math.abs(number(result, 'always_share') - 100 * (0.5 / Math.sin(Math.PI / 3)))).toBeLessThan(0.3)
  })
})

describe('first_date_map', () => {
  it('is the day of the first date inside', async () => {
    const result = await run('first_date_map', { masks: masks('..##', '#.#.', '....', '?#..', '????') })
    expect(await made(result)).toEqual([MARCH, JANUARY, NaN, FEBRUARY, NaN])
    expect(number(result, 'earliest_day')).toBe(JANUARY)
    expect(number(result, 'latest_day')).toBe(MARCH)
    expect(number(result, 'reached_share')).toBeCloseTo(75, 9)
    expect(result.text).toContain('from 2020-01-01 to 2020-03-01')
    expect(result.warnings!.join()).toContain('25 % of the ground had a date without data before')
  })

  it('refuses masks that are never set', async () => {
    await expect(run('first_date_map', { masks: masks('....') })).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('change_date_map', () => {
  const series = [
    [0.8, 0.7, 0.2, 0.3],
    [0.8, null, 0.2, 0.1],
    [0.1, 0.2, 0.3, 0.4],
  ]

  it('is the day and size of the largest fall to the next date there is', async () => {
    const result = await run('change_date_map', { layers: listed(DATES, series) })
    expect(await made(result)).toEqual([MARCH, MARCH, NaN])
    near(await made(result, 1), [-0.5, -0.6, null])
    expect(number(result, 'mean_change')).toBeCloseTo(-0.55, 6)
  })

  it('looks for rises, and for what is large enough', async () => {
    const layers = listed(DATES, series)
    const rise = await run('change_date_map', { layers, direction: 'rise' })
    expect((await made(rise)).slice(0, 2)).toEqual([APRIL, NaN])
    const large = await run('change_date_map', { layers, min_change: 0.55 })
    expect(await made(large)).toEqual([NaN, MARCH, NaN])
  })
})

describe('date_of_maximum_map', () => {
  it('is the day and value of the first highest or lowest', async () => {
    const layers = listed(DATES, [
      [1, 5, 5, 2],
      [3, null, 1, 2],
    ])
    const result = await run('date_of_maximum_map', { layers })
    expect(await made(result)).toEqual([FEBRUARY, JANUARY])
    expect(await made(result, 1)).toEqual([5, 3])
    expect(number(result, 'mean_value')).toBe(4)
    const lowest = await run('date_of_maximum_map', { layers, extreme: 'lowest', day: 'day_of_year' })
    // 1 January is day 1, 1 March of a leap year day 61.
    expect(await made(lowest)).toEqual([1, 61])
  })
})

describe('mask_area_series', () => {
  it('has the area of each mask on its own grid, by date', async () => {
    // Pixels of 10 × 10 m: 0.01 ha each.
    const ids = masks('##.#', '.#.#', '?..#')
    const result = await run('mask_area_series', { masks: ids.toReversed() })
    const { columns, rows } = await context.table(result.layers![0]!.id)
    expect(columns.map(({ name }) => name)).toEqual(['date', 'area', 'share', 'pixels', 'valid_pixels'])
    expect(rows).toEqual([
      ['2020-01-01', 0.01, 50, 1, 2],
      ['2020-02-01', 0.02, expect.closeTo(200 / 3, 9), 2, 3],
      ['2020-03-01', 0, 0, 0, 3],
      ['2020-04-01', 0.03, 100, 3, 3],
    ])
    expect(number(result, 'first')).toBe(0.01)
    expect(number(result, 'max')).toBe(0.03)
    expect(number(result, 'change')).toBeCloseTo(0.02, 12)
    expect(result.warnings!.join()).toContain('unlike areas of ground')
    const inMetres = await run('mask_area_series', { masks: ids, unit: 'm2' })
    expect(number(inMetres, 'last')).toBe(300)
  })
})

describe('layer_value_series', () => {
  const at = { longitude: 15.000190828, latitude: 45.153342158 }

  it('reads the pixel that holds the place', async () => {
    // pyproj puts (500015, 4999985) of UTM 33N there: the middle of the second pixel of the second row.
    const ids = DATES.map(
      (date, place) =>
        context.addRaster(
          `r${place}`,
          raster([
            [0, 0],
            [0, place === 2 ? NaN : 10 + place],
          ]),
          { quantity: 'index', date },
        ).id,
    )
    const result = await run('layer_value_series', { layers: ids, ...at })
    const { rows } = await context.table(result.layers![0]!.id)
    expect(rows).toEqual(DATES.map((date, place) => [date, place === 2 ? null : 10 + place]))
    expect(number(result, 'mean')).toBeCloseTo(34 / 3, 9)
    expect(result.warnings!.join()).toContain('1 date without data at the place')
    expect(result.places![0]!.geometry.coordinates).toEqual([at.longitude, at.latitude])
  })

  it('refuses a place outside', async () => {
    const layers = listed(DATES, [[1, 2, 3, 4]])
    await expect(run('layer_value_series', { layers, longitude: 0, latitude: 0 })).rejects.toThrow(
      /outside all/,
    )
  })
})

describe('zone_value_series', () => {
  it('has the mean of each zone by date, zones brought on to each grid', async () => {
    const zones = context.addRaster('zones', raster([[1, 1, 0]]), { quantity: 'mask' }).id
    const layers = listed(DATES, [
      [1, 2, 3, 4],
      [3, 4, null, 6],
      [9, 9, 9, null],
    ])
    const result = await run('zone_value_series', { layers, zones })
    const { columns, rows } = await context.table(result.layers![0]!.id)
    expect(columns.map(({ name }) => name)).toEqual(['date', 'inside', 'outside'])
    expect(rows).toEqual([
      ['2020-01-01', 2, 9],
      ['2020-02-01', 3, 9],
      ['2020-03-01', 3, 9],
      ['2020-04-01', 5, null],
    ])
    expect(number(result, 'last', '1')).toBe(5)
    expect(number(result, 'mean', '1')).toBeCloseTo(13 / 4, 9)
    expect(number(result, 'zones')).toBe(2)
  })

  it('names classes by their number and refuses what is no zone', async () => {
    const zones = context.addRaster('zones', raster([[4, 7]]), { quantity: 'class' }).id
    const layers = listed(DATES, [
      [1, 2, 3, 4],
      [3, 4, 5, 6],
    ])
    const result = await run('zone_value_series', { layers, zones })
    const { columns } = await context.table(result.layers![0]!.id)
    expect(columns.map(({ name }) => name)).toEqual(['date', 'zone_4', 'zone_7'])
    await expect(run('zone_value_series', { layers, zones: layers[0] })).rejects.toThrow(/neither a mask nor/)
  })
})
