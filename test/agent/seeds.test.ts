import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/memory/index.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import type { BandName } from '../../src/trace/port.ts'
import { askContext } from '../helpers/context-desk.ts'
import { answerOf, callsOf, eventsOf, messagesOf } from '../helpers/field.ts'
import { raster } from '../raster/kernels/rasters.ts'
import { MemoryContext } from '../tools/memory-context.ts'

/** A 2 × 2 scene whose bands hold one value, or four. */
function scene(
  context: MemoryContext,
  id: string,
  bands: Partial<Record<BandName, number | readonly number[]>>,
  facts: Parameters<MemoryContext['addScene']>[2] = {},
): void {
  const sources = Object.entries(bands).map(([name, value]) => {
    const [a = 0, b = a, c = a, d = a] = typeof value === 'number' ? [value] : value
    return [name, raster([[a, b], [c, d]])] as const // prettier-ignore
  })
  context.addScene(id, Object.fromEntries(sources), facts)
}

/** Reflectances of red and nir with this NDVI. */
const withNdvi = (ndvi: number) => ({ red: 0.2, nir: (0.2 * (1 + ndvi)) / (1 - ndvi) })

/** The value of a figure in the steps of a run. */
function figure(record: RunRecord, name: string): number | undefined {
  const numbers = eventsOf(record, 'step-end').flatMap(({ observation }) => observation?.numbers ?? [])
  return numbers.find((each) => each.name === name)?.value
}

async function ask(context: MemoryContext, question: string): Promise<RunRecord> {
  const record = await askContext(context, question, memoryStore())
  expect(record.status, messagesOf(record).join(' ')).toBe('answered')
  expect(eventsOf(record, 'decision').map(({ by }) => by)).toEqual(['skill'])
  return record
}

describe('seeds on data of known truth', () => {
  it('vegetation-trend: NDVI that rises by 0.1 a year', async () => {
    const context = new MemoryContext()
    for (const [place, date] of ['2018-01-01', '2019-01-01', '2020-01-01', '2021-01-01'].entries()) {
      const years = (Date.parse(date) - Date.parse('2018-01-01')) / 86_400_000 / 365.25
      scene(context, `scene-${place + 1}`, withNdvi(0.3 + 0.1 * years), { date })
    }
    const record = await ask(context, 'How fast is the vegetation greening per year?')
    expect(callsOf(record)).toEqual(['index_series', 'linear_trend'])
    expect(answerOf(record).value).toBeCloseTo(0.1, 4)
    expect(answerOf(record).unit).toBe('1/year')
  })

  it('phenology: one season with its peak in July', async () => {
    const context = new MemoryContext()
    for (let month = 0; month < 12; month++) {
      const ndvi = 0.5 - 0.3 * Math.cos((2 * Math.PI * month) / 12)
      const date = `2020-${String(month + 1).padStart(2, '0')}-01`
      scene(context, `scene-${month + 1}`, withNdvi(ndvi), { date })
    }
    const record = await ask(context, 'When does the growing season start, peak and end?')
    expect(callsOf(record)).toEqual(['index_series', 'growing_season'])
    expect(figure(record, 'seasons')).toBe(1)
    // 1 July 2020 is day 183.
    expect(Math.abs(figure(record, 'peak_day')! - 183)).toBeLessThan(5)
  })

  it('drought: a last date that is unusually dry', async () => {
    const context = new MemoryContext()
    const moisture = [0.4, 0.42, 0.38, 0.41, 0.39, 0.4, 0.1]
    for (const [place, ndmi] of moisture.entries()) {
      const date = `20${14 + place}-06-01`
      scene(context, `scene-${place + 1}`, { swir1: 0.2, nir: (0.2 * (1 + ndmi)) / (1 - ndmi) }, { date })
    }
    const record = await ask(
      context,
      'Is there a drought: how dry is it at the last date beside what is usual?',
    )
    expect(callsOf(record)).toEqual(['index_series', 'series_anomalies'])
    expect(figure(record, 'last_anomaly')!).toBeLessThan(-0.2)
  })

  const thermal = { level: 'L2SP', sensor: 'landsat-8', date: '2021-07-01' }

  it('surface-temperature: mean and range in kelvin', async () => {
    const context = new MemoryContext()
    scene(context, 'scene-1', { nir: 0.3, thermal1: [300, 302, 304, 306] }, thermal)
    const record = await ask(context, 'What is the mean land surface temperature?')
    expect(callsOf(record)).toEqual(['surface_temperature'])
    expect(answerOf(record)).toMatchObject({ value: 303, unit: 'K' })
  })

  it('urban-heat: built-up land 5 K above the rest', async () => {
    const context = new MemoryContext()
    const bands = { swir1: [0.4, 0.4, 0.1, 0.1], nir: [0.2, 0.2, 0.4, 0.4], thermal1: [310, 308, 304, 304] }
    scene(context, 'scene-1', bands, thermal)
    const record = await ask(context, 'How strong is the urban heat island, in kelvin?')
    expect(callsOf(record)).toEqual(['surface_temperature', 'ndbi', 'threshold_mask', 'urban_heat_island'])
    expect(answerOf(record).value).toBeCloseTo(5, 5)
  })

  it('turbidity: of the water pixels alone', async () => {
    const context = new MemoryContext()
    const bands = { green: [0.06, 0.06, 0.1, 0.1], red: [0.03, 0.03, 0.1, 0.1], nir: [0.01, 0.01, 0.4, 0.4] }
    scene(context, 'scene-1', bands)
    const record = await ask(context, 'How turbid is the water?')
    expect(callsOf(record)).toEqual(['ndwi', 'threshold_mask', 'turbidity'])
    // Dogliotti 2015 at 645 nm: 228.1 · 0.03 / (1 − 0.03 / 0.1641)
    expect(answerOf(record).value).toBeCloseTo((228.1 * 0.03) / (1 - 0.03 / 0.1641), 3)
  })

  it('air-moisture: water vapour of the column', async () => {
    const context = new MemoryContext()
    const bands = { nir: 0.3, swir_1240: 0.3, wv_905: 0.24, wv_936: 0.12, wv_940: 0.16 }
    scene(context, 'scene-1', bands)
    const record = await ask(context, 'How much water vapour is in the air column?')
    expect(callsOf(record)).toEqual(['water_vapour_ratio'])
    expect(answerOf(record).unit).toBe('cm')
    expect(answerOf(record).value).toBeGreaterThan(0)
  })

  it('flood-sar: the quarter of the scene that went dark', async () => {
    const context = new MemoryContext()
    const radar = { quantity: 'backscatter' as const, sensor: 'sentinel-1' }
    scene(context, 'scene-1', { vv: 0.1, vh: 0.02 }, { ...radar, date: '2021-07-01' })
    scene(context, 'scene-2', { vv: [0.02, 0.1, 0.1, 0.1], vh: 0.02 }, { ...radar, date: '2021-07-13' })
    const record = await ask(context, 'How many square metres were flooded between the radar dates?')
    expect(callsOf(record)).toEqual(['log_ratio', 'threshold_mask', 'mask_area'])
    expect(answerOf(record)).toMatchObject({ value: 100, unit: 'm2' })
  })

  it('soil: the index of bare soil', async () => {
    const context = new MemoryContext()
    scene(context, 'scene-1', { swir1: 0.4, red: 0.3, nir: 0.3, blue: 0.2 })
    const record = await ask(context, 'How bare is the soil?')
    expect(callsOf(record)).toEqual(['bsi'])
    expect(answerOf(record).value).toBeCloseTo(0.2 / 1.2, 5)
  })

  it('active-fire: detections in a table', async () => {
    const context = new MemoryContext()
    context.addTable('layer-1', {
      columns: [
        { name: 'longitude', unit: 'deg' },
        { name: 'latitude', unit: 'deg' },
        { name: 'time', unit: 'time' },
        { name: 'frp', unit: 'MW' },
      ],
      rows: [
        [15, 45, '2021-07-01T10:00:00Z', 5],
        [15.01, 45, '2021-07-01T10:00:00Z', 7],
        [15.01, 45.01, '2021-07-02T10:00:00Z', 9],
      ],
    })
    const record = await ask(context, 'How many active fire detections are there?')
    expect(callsOf(record)).toEqual(['active_fires'])
    expect(answerOf(record).value).toBe(3)
  })

  it('zonal-comparison: an index in each polygon', async () => {
    const context = new MemoryContext()
    scene(context, 'scene-1', { red: 0.2, nir: [0.3, 0.3, 0.6, 0.6] })
    const strip = (south: number, north: number) => ({
      type: 'Feature' as const,
      geometry: {
        type: 'Polygon',
        coordinates: [[[14.99, south], [15.01, south], [15.01, north], [14.99, north], [14.99, south]]], // prettier-ignore
      },
      properties: {},
    })
    // The rows of the scene lie 10 m apart, the border between them at 45.153387° N.
    context.addVector('layer-1', {
      type: 'FeatureCollection',
      features: [strip(45.153387, 45.16), strip(45.15, 45.153387)],
    })
    const record = await ask(context, 'What is the mean NDVI in each polygon?')
    expect(callsOf(record)).toEqual(['ndvi', 'zonal_statistics_polygons'])
    const means = eventsOf(record, 'step-end')
      .flatMap(({ observation }) => observation?.numbers ?? [])
      .filter(({ name, group }) => name === 'mean' && group !== undefined)
    expect(means.map(({ value }) => value)).toEqual([expect.closeTo(0.2, 5), expect.closeTo(0.5, 5)])
  })
})
