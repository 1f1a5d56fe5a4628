import { seededRandom } from '../../../src/lib/random.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { patchSizes } from '../data/patches.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2 } from '../data/sensors.ts'
import { textFile } from '../data/files.ts'
import { normalisedDifference } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Codes of what is seen by the two quality bands: clear ground, and cloud of high confidence. */
const QUALITY = { landsat: { clear: 21_824, cloud: 22_280 }, sentinel: { clear: 4, cloud: 9 } } as const

/**
 * A lake, a pond and some smaller ones in grassland, half of the lake turbid, by Sentinel-2 or Landsat 8, under a cloud
 * that the quality band tells, with a strip of nodata.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const side = 90
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const lake = { col: 28, row: 30, along: 15 + 4 * random(), across: 11 + 3 * random() }
  const waters = [
    patch(random, side, lake),
    patch(random, side, { col: 66, row: 62, along: 8 + 2 * random() }),
    ...[15, 35, 55, 75]
      .slice(0, 2 + Math.floor(3 * random()))
      .map((col) => patch(random, side, { col: col - 5, row: 82, along: 2.5 + random() })),
  ]
  const filled = waters.reduce((land, mask) => paint(land, mask, 'water'), landOf(side, 'grass'))
  const muddy = patch(random, side, { ...lake, along: 6, across: 5 })
  const cloud = patch(random, side, { col: 70, row: 22, along: 9 + 4 * random() })
  const land = paint(paint(filled, muddy, 'turbid'), cloud, 'cloud')
  const date = dayAfter('2020-05-10', Math.floor(100 * random()))
  const bands = reflectance(random, land)
  for (const values of Object.values(bands)) values.fill(NaN, 0, 3 * side)
  const codes = QUALITY[isLandsat ? 'landsat' : 'sentinel']
  const quality = Float32Array.from(land.cover, (cover) => (cover === 'cloud' ? codes.cloud : codes.clear))
  const seen = isLandsat
    ? await landsat8(grid, date, bands, { qa: quality })
    : await sentinel2(grid, date, bands, { scl: quality })
  const index = (first: string, second: string) =>
    normalisedDifference(seen.bands[first]!, seen.bands[second]!).map((value, at) =>
      land.cover[at] === 'cloud' ? NaN : value,
    )
  const indices = { ndwi: index('green', 'nir'), mndwi: index('green', 'swir1') }
  const water = (name: keyof typeof indices, limit: number, isIn = (value: number) => value > limit) => {
    const mask = Array.from(indices[name], isIn)
    const patches = patchSizes(mask, side)
    const [pixels, valid] = [mask, Array.from(indices[name], (value) => !Number.isNaN(value))].map(
      (each) => each.filter(Boolean).length,
    ) as [number, number]
    const hectares = pixelHectares(grid)
    return {
      hectares: pixels * hectares,
      percent: (100 * pixels) / valid,
      bodies: patches.length,
      largest: patches[0]! * hectares,
      second: patches[1]! * hectares,
    }
  }
  const { files } = seen
  return {
    seed,
    files,
    date,
    water,
    without: (pattern: RegExp) => files.filter(({ name }) => !pattern.test(name)),
  }
}

const area = (index: string): readonly Chain[] => [
  [[index], ['threshold_mask'], ['mask_area']],
  [[index], ['threshold_mask'], ['components']],
  [[index], ['count_where']],
]
const cut = (index: string, value: number, side: string): readonly Chain[] => [
  [[index], [{ tool: 'threshold_mask', args: { value, side } }], ['mask_area']],
]
const bodies = (index: string): readonly Chain[] => [[[index], ['threshold_mask'], ['components']]]

const INFRARED = /_(B8A|SR_B5|B11|SR_B6|B12|SR_B7)[_.]/

export const waterExtent = fieldType('water-extent', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hectares of open water are visible on this image?',
        answer: number(made.water('ndwi', 0).hectares, 'ha'),
        chains: area('ndwi'),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Map the water with MNDWI greater than 0.1 and report its area in km².',
        answer: number(made.water('mndwi', 0.1).hectares / 100, 'km2'),
        chains: cut('mndwi', 0.1, 'above'),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Mosquito control is billed by the square kilometre of water surface (NDWI above zero, wherever the cloud lets us see). Which area should the invoice show?',
        answer: number(made.water('ndwi', 0).hectares / 100, 'km2'),
        chains: area('ndwi'),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.water('ndwi', 0).percent, made.seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `Which share of the cloud-free scene is covered by water?\n${list.text}`,
          answer: choice(list.label),
          chains: area('ndwi'),
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'What area do the lakes take up, in hectares?',
        answer: refusal,
        chains: [],
        files: made.without(INFRARED),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'Count of discrete patches with MNDWI over 0, pixels that meet at a corner belonging together?',
        answer: number(made.water('mndwi', 0).bodies, 'count'),
        chains: bodies('mndwi'),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First compute NDWI, then keep only the pixels above 0.4, and tell me what percentage of the scene they make up.',
        answer: number(made.water('ndwi', 0.4).percent, '%'),
        chains: cut('ndwi', 0.4, 'above'),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Fishing licences here are priced by the surface of the biggest lake. What do I put down, in hectares?',
        answer: number(made.water('ndwi', 0).largest, 'ha'),
        chains: bodies('ndwi'),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Begin with the MNDWI, select all pixels greater than 0.2, divide their number by that of the valid cloud-free pixels and express it in percent.',
        answer: number(made.water('mndwi', 0.2).percent, '%'),
        chains: cut('mndwi', 0.2, 'above'),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Water surface in square metres where NDWI is at least 0.3?',
        answer: number(made.water('ndwi', 0.3, (value) => value >= 0.3).hectares * 10_000, 'm2'),
        chains: cut('ndwi', 0.3, 'at_or_above'),
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: `Area of the second largest lake on ${made.date}, in ha?`,
        answer: number(made.water('ndwi', 0).second, 'ha'),
        chains: bodies('ndwi'),
        // What lies beside the scene and has nothing to do with it.
        files: [...made.files, textFile('notes.txt', 'Field notes: gauge read at noon.')],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question:
          "Which share of the picture is open water if you go by McFeeters' NDWI, green against near infrared?",
        answer: refusal,
        chains: [],
        files: made.without(/_(B03|SR_B3)[_.]/),
      }),
    },
  ],
})
