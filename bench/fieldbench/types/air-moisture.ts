import { seededRandom } from '../../../src/lib/random.ts'
import { bell, smoothNoise, type Random } from '../../../scripts/sample/random-shapes.ts'
import { textFile } from '../data/files.ts'
import { landOf, reflectance } from '../data/land.ts'
import { modisSwath, type VapourBand } from '../data/modis.ts'
import { dayAfter, squareGrid, withPixels } from '../data/place.ts'
import { sentinel2 } from '../data/sensors.ts'
import { countWhere, halved, meanOf, precipitableWater, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'

const SIDE = 40

/** One swath over plants under a column of `centimetres` on average, band 5 with pixels of half the size where `isFine`. */
async function swath(
  random: Random,
  grid: Grid,
  day: { date: string; centimetres: number; isFine: boolean },
) {
  const fine = withPixels(grid, 500)
  const noise = smoothNoise(random, SIDE, 3)
  const noisy = (cells: number, value: number) =>
    Float32Array.from({ length: cells }, () => value * (1 + 0.02 * bell(random)))
  const cells = SIDE * SIDE
  const [b02, b05] = [noisy(cells, 0.32), noisy(day.isFine ? 4 * cells : cells, 0.28)]
  const clear = Float32Array.from({ length: cells }, (_, at) => {
    const vapour = day.centimetres * (0.6 + 0.8 * noise((at % SIDE) + 0.5, Math.floor(at / SIDE) + 0.5))
    return Math.exp(0.02 - 0.651 * Math.sqrt(2 * vapour))
  })
  const absorbed = (share: number) =>
    clear.map((transmittance, at) => {
      const missing = at < 2 * SIDE
      return missing ? NaN : 0.31 * transmittance ** share
    })
  const one = (values: Float32Array, on = grid) => ({ grid: on, values })
  const made = await modisSwath(
    day.date,
    {
      b02: one(b02),
      b05: one(b05, day.isFine ? fine : grid),
      b17: one(absorbed(0.25)),
      b18: one(absorbed(1.6)),
      b19: one(absorbed(1)),
    },
    random() < 0.5 ? 'terra' : 'aqua',
  )
  const on1km = day.isFine ? halved(made.bands.b05, 2 * SIDE) : made.bands.b05
  const water = (zenith = 0) =>
    valid(
      Array.from(made.bands.b19, (b19, at) =>
        precipitableWater({ b02: made.bands.b02[at]!, b05: on1km[at]!, b19 }, zenith),
      ),
    )
  /** Of a band against the straight line between bands 2 and 5. */
  const transmittance = (band: VapourBand, micrometres: number) =>
    valid(
      Array.from(made.bands[band], (value, at) => {
        const [b2, b5] = [made.bands.b02[at]!, on1km[at]!]
        return value / (b2 + ((b5 - b2) * (micrometres - 0.865)) / (1.24 - 0.865))
      }),
    )
  return { files: made.files, water, transmittance }
}

async function world(seed: number) {
  const random = seededRandom(seed)
  const grid = squareGrid(random, SIDE, 1000)
  const date = dayAfter('2021-06-01', Math.floor(80 * random()))
  const later = dayAfter(date, 30)
  const wet = 0.9 + 1.2 * random()
  const first = await swath(random, grid, { date, centimetres: wet, isFine: random() < 0.4 })
  const next = await swath(random, grid, {
    date: later,
    centimetres: wet + 0.4 + 0.4 * random(),
    isFine: false,
  })
  const other = await sentinel2(grid, date, reflectance(random, landOf(SIDE, 'crop')))
  return {
    seed,
    date,
    later,
    files: first.files,
    water: first.water,
    transmittance: first.transmittance,
    next,
    other: other.files,
    /** Centimetres that a share of the pixels stays below, to one decimal. */
    wettest: (share: number) => Number(quantile(first.water(), share).toFixed(1)),
    without: (pattern: RegExp) => first.files.filter(({ name }) => !pattern.test(name)),
  }
}

const VAPOUR: readonly Chain[] = [[['water_vapour_ratio']]]
const cut = (value: number): readonly Chain[] => [
  [['water_vapour_ratio'], [{ tool: 'threshold_mask', args: { value } }]],
  [['water_vapour_ratio'], ['count_where']],
]

export const airMoisture = fieldType('air-moisture', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ water }) => ({
        question: 'What is the mean precipitable water over the scene?',
        answer: number(meanOf(water()), 'cm'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'numeric',
      ask: ({ water, date }) => ({
        question: `Column water vapour on ${date} in millimetres, averaged over the swath?`,
        answer: number(10 * meanOf(water()), 'mm'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'indirect',
      ask: ({ water }) => ({
        question:
          'Microwave links fade in moist air, so we look at the worst place. How many millimetres of precipitable water does the wettest pixel hold?',
        answer: number(10 * Math.max(...water()), 'mm'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'choice',
      ask: ({ water, seed }) => {
        const list = options(meanOf(water()), seed, (value) => `${value.toFixed(2)} cm`)
        return {
          question: `How much water vapour did the atmosphere hold on average?\n${list.text}`,
          answer: choice(list.label),
          chains: VAPOUR,
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ water }) => ({
        question:
          'First take the transmittance of MODIS band 19 against bands 2 and 5, then turn it to precipitable water, then report its maximum in cm.',
        answer: number(Math.max(...water()), 'cm'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'numeric',
      ask: ({ water }) => ({
        question:
          'Solar zenith angle 50°, view from straight above: what column water vapour, in mm, has the scene on average?',
        answer: number(10 * meanOf(water(50)), 'mm'),
        chains: [[[{ tool: 'water_vapour_ratio', args: { sun_zenith: 50 } }]]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ water, wettest }) => {
        const limit = wettest(0.7)
        const all = water()
        return {
          question: `What percentage of the pixels has more than ${limit} cm of precipitable water?`,
          answer: number((100 * countWhere(all, (value) => value > limit)) / all.length, '%'),
          chains: cut(limit),
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ water }) => ({
        question:
          'For our GPS levelling we have to know the wet delay. How low does the water vapour column get at the driest place, in mm?',
        answer: number(10 * Math.min(...water()), 'mm'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ without }) => ({
        question:
          'Dear colleague, which mean column of water vapour (cm) do you retrieve from the attached MODIS bands?',
        answer: refusal,
        chains: [],
        // The bands in which the air is clear are missing.
        files: without(/b0[25]/),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ other, date }) => ({
        question: `How much water vapour was in the atmosphere on ${date}, in cm?`,
        answer: refusal,
        chains: [],
        files: other,
      }),
    },
    {
      style: 'numeric',
      ask: ({ water, next, files, date, later }) => ({
        question: `By how many mm did the mean precipitable water rise from ${date} to ${later}?`,
        answer: number(10 * (meanOf(next.water()) - meanOf(water())), 'mm', { relative: 0.005 }),
        chains: [
          [['water_vapour_ratio', 'water_vapour_ratio'], ['compare_values']],
          [['water_vapour_ratio', 'water_vapour_ratio'], ['raster_arithmetic|band_maths']],
        ],
        files: [...files, ...next.files],
      }),
    },
    {
      style: 'stepwise',
      ask: ({ water }) => ({
        question:
          'Retrieve the precipitable water of every pixel, rank the pixels from dry to wet, and give me the 10th percentile in centimetres.',
        answer: number(quantile(water(), 0.1), 'cm'),
        chains: [[['water_vapour_ratio'], ['percentile_of_raster|statistics']]],
      }),
    },
    {
      style: 'direct',
      ask: ({ transmittance }) => ({
        question: 'What is the mean transmittance of the air at 0.936 µm, MODIS band 18?',
        answer: number(meanOf(transmittance('b18', 0.936)), '1'),
        chains: VAPOUR,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ without, files }) => ({
        question: 'How many millimetres of water vapour did the air hold on average?',
        answer: refusal,
        chains: [],
        files: [
          ...without(/b19/),
          textFile(files.find(({ name }) => name.includes('b19'))!.name, 'placeholder, real file follows\n'),
        ],
      }),
    },
  ],
})
