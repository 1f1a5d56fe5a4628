import { seededRandom } from '../../../src/lib/random.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2 } from '../data/sensors.ts'
import { meanOf, mostOf, normalisedDifference, quantile } from '../data/truth.ts'
import { suspendedMatter, turbidity } from '../data/water-colour.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** A lake with a plume of mud where a river comes in, between meadows and bare fields, by Sentinel-2 or Landsat 8. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const side = 80
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const lake = { col: 40, row: 42, along: 24 + 4 * random(), across: 17 + 3 * random() }
  const field = patch(random, side, { col: 12, row: 10, along: 8 })
  const plume = patch(random, side, { col: 38, row: 40, along: 7 + 4 * random(), across: 5 + 2 * random() })
  const land = [
    [field, 'bare'],
    [patch(random, side, lake), 'water'],
    [plume, 'turbid'],
  ] as const
  const cover = land.reduce((made, [mask, name]) => paint(made, mask, name), landOf(side, 'grass'))
  const date = dayAfter('2022-03-05', Math.floor(200 * random()))
  const bands = reflectance(random, cover, 0.03)
  for (const values of Object.values(bands)) values.fill(NaN, 0, 2 * side)
  const seen = await (isLandsat ? landsat8 : sentinel2)(grid, date, bands)
  const [green, red, nir] = ['green', 'red', 'nir'].map((name) => seen.bands[name]!) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const ndwi = normalisedDifference(green, nir)
  /** Values of a formula over the pixels of water. */
  const ofWater = (formula: (at: number) => number, limit = 0) =>
    [...ndwi.keys()].filter((at) => ndwi[at]! > limit).map(formula)
  const muddiness = (limit = 0) => ofWater((at) => turbidity(red[at]!, nir[at]!), limit)
  const ndti = (limit = 0) => ofWater((at) => (red[at]! - green[at]!) / (red[at]! + green[at]!), limit)
  const matter = () => ofWater((at) => suspendedMatter(red[at]!))
  const { files } = seen
  return { seed, files, isLandsat, muddiness, ndti, matter, hectares: pixelHectares(grid) }
}

const masked = (tool: string): readonly Chain[] => [
  [['ndwi|mndwi'], ['threshold_mask'], [tool]],
  [['ndwi|mndwi', tool], ['conditional_statistics']],
]

const RED = /_(B04|SR_B4)[_.]/

export const turbidityType = fieldType('turbidity', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ muddiness }) => ({
        question: 'How turbid is the lake on average, in NTU?',
        answer: number(meanOf(muddiness()), 'NTU'),
        chains: masked('turbidity'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ ndti }) => ({
        question: 'Mean NDTI over the water pixels only, taking NDWI above 0 as water?',
        answer: number(meanOf(ndti()), '1', { absolute: 0.0005 }),
        chains: masked('ndti'),
      }),
    },
    {
      style: 'indirect',
      ask: ({ matter }) => ({
        question:
          'Oysters choke when too much silt floats about. Could you tell us the mean concentration of suspended matter over all the water here, in g/m³?',
        answer: number(meanOf(matter()), 'g/m3'),
        chains: masked('suspended_matter'),
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, muddiness }) => {
        const list = options(meanOf(muddiness()), seed, (value) => `${value.toFixed(0)} NTU`)
        return {
          question: `Which mean turbidity does the water of this scene have?\n${list.text}`,
          answer: choice(list.label),
          chains: masked('turbidity'),
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question: 'How turbid is the water of the lake?',
        answer: refusal,
        chains: [],
        files: files.filter(({ name }) => !RED.test(name)),
      }),
    },
    {
      style: 'direct',
      ask: ({ muddiness }) => ({
        question: 'What is the median turbidity of the water pixels, in NTU?',
        answer: number(quantile(muddiness(), 0.5), 'NTU'),
        chains: masked('turbidity').map((chain) => [...chain, ['statistics']]),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ muddiness }) => ({
        question:
          'First mask the water with NDWI above 0.1, then compute the turbidity inside the mask and give me the mean.',
        answer: number(meanOf(muddiness(0.1)), 'NTU'),
        chains: masked('turbidity'),
      }),
    },
    {
      style: 'indirect',
      ask: ({ muddiness }) => ({
        question:
          'A storm washed mud into the reservoir. What is the peak turbidity in the water that the divers have to expect?',
        answer: number(mostOf(muddiness()), 'NTU'),
        chains: masked('turbidity'),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ ndti }) => ({
        question:
          'Delineate the water by NDWI > 0; within it work out NDTI, the normalized difference of red and green; the biggest NDTI value there is what I am after.',
        answer: number(mostOf(ndti()), '1', { absolute: 0.0005 }),
        chains: masked('ndti'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ muddiness, hectares }) => ({
        question: 'How many hectares of the lake have a turbidity above 100 NTU?',
        answer: number(muddiness().filter((value) => value > 100).length * hectares, 'ha'),
        chains: [
          [
            ['ndwi|mndwi'],
            ['threshold_mask'],
            ['turbidity'],
            [{ tool: 'threshold_mask', args: { value: 100, side: 'above' } }],
            ['mask_area'],
          ],
        ],
      }),
    },
    {
      style: 'direct',
      ask: ({ matter }) => ({
        question: 'Median concentration of suspended matter in the water, in g/m³?',
        answer: number(quantile(matter(), 0.5), 'g/m3'),
        chains: masked('suspended_matter').map((chain) => [...chain, ['statistics']]),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question:
          'The swimming club would like to know how warm the lake was, in °C, when the satellite came over.',
        answer: refusal,
        chains: [],
        files,
      }),
    },
  ],
})
