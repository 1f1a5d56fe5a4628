import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { Quantity } from '../../src/trace/quantity.ts'
import { answerOf, callsOf, deskWithFolder, eventsOf, type Desk } from '../helpers/field.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const scenes = (...parts: readonly string[]) => sharedPath('data', 'scenes', ...parts)

/** Asks on a folder of scenes with an empty memory; figures of all steps are given beside the record. */
async function ask(desk: Desk, question: string) {
  const record = await desk.ask(question, memoryStore())
  const numbers = eventsOf(record, 'step-end').flatMap(({ observation }) => observation?.numbers ?? [])
  return { record, numbers, text: record.status === 'answered' ? plainText(answerOf(record)) : '' }
}

const valueOf = (numbers: readonly Quantity[], name: string) =>
  numbers.find((each) => each.name === name)?.value

describe.skipIf(!hasShared)(
  'runAgent on the shared scenes (skipped without them)',
  { timeout: 120_000 },
  () => {
    it('lists the severity classes of Corumbá with their hectares', async () => {
      const golden = JSON.parse(readFileSync(scenes('corumba_fire_2019', 'golden.json'), 'utf8')) as {
        nodata_masked_and_both_bands_positive: { classes: Record<string, { hectares: number }> }
      }
      const desk = await deskWithFolder(scenes('corumba_fire_2019'))
      const { record, numbers, text } = await ask(desk, 'How severe was the fire, in hectares by class?')
      expect(record.status).toBe('answered')
      const areas = numbers.filter(({ name, group }) => name === 'area' && group !== undefined)
      const expected = Object.values(golden.nodata_masked_and_both_bands_positive.classes)
      expect(areas).toHaveLength(expected.length)
      for (const [place, { hectares }] of expected.entries()) {
        expect(areas[place]!.value).toBeCloseTo(hectares, 6)
      }
      expect(text).toContain('7,732.5 ha')
    })

    // numpy over the same files: per-date mean of (nir − red)/(nir + red) of DN·2e-5 − 0.1 where both are above zero and
    // bit 4 of BQA is not set, then numpy.polyfit over days / 365.25.
    it('gives the trend of NDVI over the New York series, and says what was masked', async () => {
      const desk = await deskWithFolder(scenes('landsat_ny_2018'))
      const { record, numbers, text } = await ask(desk, 'What is the trend of NDVI per year?')
      expect(record.status).toBe('answered')
      expect(callsOf(record)).toEqual(['index_series', 'linear_trend'])
      expect(valueOf(numbers, 'slope')).toBeCloseTo(0.0231, 4)
      expect(answerOf(record).unit).toBe('1/year')
      expect(text).toMatch(/Masked by BQA: pixels that the quality band calls cloud are left out/)
      expect(text).toMatch(/0\.0231/)
    })

    it('keeps clouds in the trend where the words say so', async () => {
      const desk = await deskWithFolder(scenes('landsat_ny_2018'))
      const { numbers } = await ask(desk, 'What is the trend of NDVI per year, with clouds?')
      expect(valueOf(numbers, 'slope')).toBeCloseTo(0.057, 3)
    })

    // gdaldem slope olinda_dem_utm25s.tif slope.tif -compute_edges no; gdalinfo -stats slope.tif
    it('gives the slope of a dropped elevation model as gdaldem does', async () => {
      const desk = await deskWithFolder(scenes('dem'), (name) => name.startsWith('olinda'))
      const { record, numbers, text } = await ask(desk, 'What is the mean slope of the terrain?')
      expect(record.status).toBe('answered')
      expect(callsOf(record)).toEqual(['slope'])
      expect(valueOf(numbers, 'mean_slope')).toBeCloseTo(2.634522, 4)
      expect(text).toMatch(/^Mean slope: 2\.6°/)
    })

    it('means NDVI of raw Sentinel-2 numbers with a warning', async () => {
      const desk = await deskWithFolder(scenes('sentinel2'))
      const { record, text } = await ask(desk, 'What is the mean NDVI?')
      expect(answerOf(record).value).toBeCloseTo(0.30879, 5)
      expect(text).toContain('scaling is unknown')
    })

    // numpy: 50,504 pixels are 1, of 30 × 30 m.
    it('measures what a dropped mask marks, not all that it covers', async () => {
      const desk = await deskWithFolder(scenes('hls'), (name) => name.includes('mask'))
      const { record } = await ask(desk, 'How many hectares does the mask mark?')
      expect(callsOf(record)).toEqual(['mask_by_class', 'mask_area'])
      expect(answerOf(record).value).toBeCloseTo(4545.36, 6)
    })

    it('counts the patches of a dropped mask and does not answer with an inventory', async () => {
      const desk = await deskWithFolder(scenes('hls'), (name) => name.includes('mask'))
      const { record, numbers } = await ask(desk, 'How many connected patches does the mask have?')
      expect(record.status).toBe('answered')
      expect(callsOf(record)).toEqual(['mask_by_class', 'components'])
      expect(answerOf(record).value).toBe(valueOf(numbers, 'components'))
    })
  },
)
