import { bell, type Random } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { composite } from '../data/composites.ts'
import { condition, lastScore } from '../data/course-truth.ts'
import { pixelHectares, squareGrid } from '../data/place.ts'
import { sentinel2 } from '../data/sensors.ts'
import { countWhere, leastOf, meanOf, mostOf, normalisedDifference, valid } from '../data/truth.ts'
import { isBand } from '../data/two-dates.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain, DataFile } from '../task.ts'

const SIDE = 40

/**
 * One midsummer a year of which the last is dry: NDVI and day temperature of MODIS at 1 km with a heat wave in an earlier year on half of
 * the ground, and Sentinel-2 at 20 m with near and short-wave infrared.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const years = 7 + Math.floor(3 * random())
  const first = 2022 - years
  const products = await modis(random, years, first)
  const scenes = await sentinel(random, years, first)
  return { seed, files: products.files, products, scenes, last: first + years - 1 }
}
type Made = Awaited<ReturnType<typeof world>>

async function modis(random: Random, years: number, first: number) {
  const grid = squareGrid(random, SIDE, 1000)
  const day = 193 + 16 * Math.floor(2 * random())
  const early = Math.floor(random() * (years - 2))
  const layers = await Promise.all(
    Array.from({ length: years }, async (_, year) => {
      const weather = 0.03 * bell(random)
      const stress = (pixel: number) =>
        year === years - 1 ? 0.11 : year === early && pixel % SIDE < SIDE / 2 ? 0.15 : 0
      const green = Float32Array.from(
        { length: SIDE * SIDE },
        (_, pixel) => 0.62 + weather - stress(pixel) + 0.02 * bell(random),
      )
      const warm = green.map((value) => 318 - 22 * value + 0.8 * bell(random))
      const when = { year: first + year, day }
      return {
        ndvi: await composite('ndvi', grid, green, when),
        heat: await composite('temperature', grid, warm, when),
      }
    }),
  )
  const ndvi = layers.map((layer) => layer.ndvi)
  const heat = layers.map((layer) => layer.heat)
  const vci = condition(
    ndvi.map(({ values }) => values),
    'highest',
  )
  const tci = condition(
    heat.map(({ values }) => values),
    'lowest',
  )
  const names = (of: typeof ndvi): readonly DataFile[] => of.map(({ file }) => file)
  return {
    grid,
    ndvi: names(ndvi),
    heat: names(heat),
    files: [...names(ndvi), ...names(heat)],
    ...{ vci, tci, vhi: vci.map((value, at) => (value + tci[at]!) / 2) },
    // Of the last date against the years before it.
    scores: Float64Array.from({ length: SIDE * SIDE }, (_, pixel) => {
      const before = ndvi.slice(0, -1).map(({ values }) => values[pixel]!)
      const mean = meanOf(before)
      const variance = before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (before.length - 1)
      return (ndvi.at(-1)!.values[pixel]! - mean) / Math.sqrt(variance)
    }),
  }
}

async function sentinel(random: Random, years: number, first: number) {
  const grid = squareGrid(random, SIDE, 20)
  const shots = await Promise.all(
    Array.from({ length: years }, (_, year) => {
      const moisture = (year === years - 1 ? 0.06 : 0.22) + 0.03 * bell(random)
      const nir = Float32Array.from({ length: SIDE * SIDE }, () => 0.34 * (1 + 0.04 * bell(random)))
      const swir1 = nir.map((value) => (value * (1 - moisture)) / (1 + moisture) + 0.004 * bell(random))
      const red = nir.map((value) => 0.2 * value)
      const date = `${first + year}-07-${10 + Math.floor(18 * random())}`
      return sentinel2(grid, date, { red, nir, swir1 })
    }),
  )
  const means = shots.map(({ bands }) => meanOf(valid(normalisedDifference(bands['nir']!, bands['swir1']!))))
  return { files: shots.flatMap(({ files }) => files), single: shots.at(-1)!.files, means }
}

const VCI: readonly Chain[] = [[['vci_map']]]
const series = (...last: Chain[number][number][]): readonly Chain[] => [
  [[{ tool: 'index_series', args: { index: 'ndmi' } }], last],
]
const ANOMALIES = series('series_anomalies')
const mean = (values: Float64Array) => meanOf(valid(values))
/** Hundreds of pixels lie near any limit, and whole numbers in the files put some of them on it. */
const NEAR = { relative: 0.005 }

export const drought = fieldType('drought', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ products, last }: Made) => ({
        question: `How hard did the drought of ${last} hit the vegetation? Give the mean VCI in percent.`,
        answer: number(mean(products.vci), '%'),
        chains: VCI,
      }),
    },
    {
      style: 'indirect',
      ask: ({ scenes }: Made) => ({
        question:
          'Farmers say that this summer is drier than usual. By how much does the mean NDMI of the last image depart from the average of all the years?',
        answer: number(scenes.means.at(-1)! - meanOf(scenes.means), '1'),
        chains: ANOMALIES,
        files: scenes.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ products, last }: Made) => ({
        question: `Extreme heat stress, TCI under 10: per cent of pixels concerned in ${last}, the record of all years as reference?`,
        answer: number(
          (100 * countWhere(products.tci, (value) => value < 10)) / valid(products.tci).length,
          '%',
          NEAR,
        ),
        chains: [
          [['tci_map'], ['threshold_mask'], ['mask_area']],
          [['tci_map'], ['count_where']],
        ],
      }),
    },
    {
      style: 'choice',
      ask: ({ products, seed }: Made) => {
        const list = options(mean(products.vhi), seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `What is the mean vegetation health index (VHI) at the latest date?\n${list.text}`,
          answer: choice(list.label),
          chains: [[['vci_map', 'tci_map'], ['vhi_map']], [['vhi_map']]],
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ products, last }: Made) => ({
        question: `Mean temperature condition index (TCI) of summer ${last}, in %`,
        answer: number(mean(products.tci), '%'),
        chains: [[['tci_map']]],
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ products }: Made) => ({
        question:
          'Our bulletin goes to print in an hour and lacks one line: the mean VCI of the newest date, in %.',
        answer: refusal,
        chains: [],
        // Temperatures alone.
        files: products.heat,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ scenes }: Made) => ({
        question:
          'First compute the mean NDMI of every scene, then standardise the series. How many standard deviations below the mean is the driest date?',
        answer: number(lastScore(scenes.means), '1'),
        chains: ANOMALIES,
        files: scenes.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ scenes }: Made) => ({
        question: 'Is the vegetation drier now than normal? Give the anomaly of NDMI.',
        answer: refusal,
        chains: [],
        files: scenes.single,
      }),
    },
    {
      style: 'indirect',
      ask: ({ products, last }: Made) => ({
        question: `Aid is released when greenness and heat together look bad. With both weighted equally, which vegetation health index (%) did the region have on average in ${last}?`,
        answer: number(mean(products.vhi), '%'),
        chains: [[['vci_map', 'tci_map'], ['vhi_map']], [['vhi_map']]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ products }: Made) => ({
        question: 'On how many km² is the VCI below 40?',
        answer: number(
          (countWhere(products.vci, (value) => value < 40) * pixelHectares(products.grid)) / 100,
          'km2',
          NEAR,
        ),
        chains: [[['vci_map'], [{ tool: 'threshold_mask', args: { value: 40 } }], ['mask_area']]],
      }),
    },
    {
      style: 'direct',
      ask: ({ scenes }: Made) => ({
        question: 'What is the lowest mean NDMI over the years?',
        answer: number(leastOf(scenes.means), '1'),
        chains: series('extreme_of_values|describe_values|series_anomalies'),
        files: scenes.files,
      }),
    },
    {
      style: 'direct',
      ask: ({ scenes }: Made) => ({
        question: 'In the moistest of these summers, how high was the NDMI averaged over the scene?',
        answer: number(mostOf(scenes.means), '1'),
        chains: series('extreme_of_values|describe_values|series_anomalies'),
        files: scenes.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ scenes }: Made) => ({
        question: 'How unusually dry (NDMI) is the last date?',
        answer: refusal,
        chains: [],
        files: scenes.files.filter(({ name }) => !isBand(name, 'swir1')),
      }),
    },
  ],
})
