import { seededRandom } from '../../../src/lib/random.ts'
import { landsat8, sentinel2 } from '../data/sensors.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { countWhere, minus, normalisedDifference } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** A forest before and after a fire, by Sentinel-2 or Landsat 8, with a strip of nodata in the later date. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const side = 80
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const sense = isLandsat ? landsat8 : sentinel2
  const lake = patch(random, side, { col: 15, row: 60, along: 9 })
  const before = paint(landOf(side, 'forest'), lake, 'water')
  const scar = patch(random, side, { col: 45, row: 30, along: 14 + 6 * random(), across: 9 + 4 * random() })
  const after = paint(before, scar, 'burned')
  const date = dayAfter('2021-07-01', Math.floor(60 * random()))
  const later = dayAfter(date, 16)
  const bands = reflectance(random, after)
  for (const values of Object.values(bands)) values.fill(NaN, 0, 2 * side)
  const pre = await sense(grid, date, reflectance(random, before))
  const post = await sense(grid, later, bands)
  const nbr = (one: typeof pre) => normalisedDifference(one.bands['nir']!, one.bands['swir2']!)
  const change = minus(nbr(pre), nbr(post))
  const hectaresOver = (limit: number) => countWhere(change, (value) => value >= limit) * pixelHectares(grid)
  const without = (pattern: RegExp) => files.filter(({ name }) => !pattern.test(name))
  const files = [...pre.files, ...post.files]
  return { seed, files, without, later, hectaresOver }
}
type Burnt = Awaited<ReturnType<typeof world>>

const CHAIN: readonly Chain[] = [
  [['nbr'], ['nbr'], ['difference'], ['threshold_mask'], ['mask_area']],
  [['burn_severity'], ['mask_area']],
]
const hectares = ({ hectaresOver }: Burnt, limit = 0.27) => number(hectaresOver(limit), 'ha')

export const burnedArea = fieldType('burned-area', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hectares burned between the two dates?',
        answer: hectares(made),
        chains: CHAIN,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the burned area in square kilometres, taking a dNBR of at least 0.3 as burned?',
        answer: number(made.hectaresOver(0.3) / 100, 'km2'),
        chains: CHAIN,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question: 'The insurer wants to know how much forest the fire took. What do we write, in hectares?',
        answer: hectares(made),
        chains: CHAIN,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.hectaresOver(0.27), made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How large is the burned area?\n${list.text}`,
          answer: choice(list.label),
          chains: CHAIN,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many hectares burned?',
        answer: refusal,
        chains: [],
        files: made.without(/_(B12|SR_B7|B11|SR_B6)[_.]/),
      }),
    },
  ],
})
