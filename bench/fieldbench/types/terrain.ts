import { seededRandom } from '../../../src/lib/random.ts'
import { countryside } from '../data/countryside.ts'
import { hills } from '../data/heights.ts'
import { hectaresWhere, leadingSector, slopeDegrees, steepness } from '../data/terrain-truth.ts'
import { deviation, leastOf, meanOf, mostOf, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** An elevation model, and a satellite image of elsewhere for questions that it cannot answer. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const { grid, metres, files, placeless } = await hills(random)
  const optical = (await countryside(random, { dates: 1, clouds: false })).shots[0].files
  const slope = slopeDegrees(grid, metres)
  const heights = valid(metres)
  /** A round height that a share of the land lies below. */
  const level = (share: number) => Math.round(quantile(heights, share) / 10) * 10
  const hectares = (values: ArrayLike<number>, test: (value: number) => boolean) =>
    hectaresWhere(grid, values, test)
  return { seed, grid, metres, files, placeless, optical, slope, heights, level, hectares }
}

const LONG = {
  N: 'north', NE: 'north-east', E: 'east', SE: 'south-east', S: 'south', SW: 'south-west', W: 'west', NW: 'north-west',
} // prettier-ignore

const HEIGHTS: readonly Chain[] = [[['statistics']]]
const SLOPE: readonly Chain[] = [[['slope']], [['slope'], ['statistics']]]
const above = (threshold: number): readonly Chain[] => [
  [[{ tool: 'threshold_mask', args: { value: threshold } }], ['mask_area']],
  [['count_where']],
]
const steeper = (threshold: number): readonly Chain[] => [
  [['slope'], [{ tool: 'threshold_mask', args: { value: threshold } }], ['mask_area']],
  [['slope_classes']],
]
const BETWEEN: readonly Chain[] = [
  [['count_where']],
  [['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']],
]

export const terrain = fieldType('terrain', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ files, slope }) => ({
        question: 'How steep is the terrain on average?',
        answer: number(meanOf(valid(slope)), 'deg'),
        chains: SLOPE,
        files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ files, metres, level, hectares }) => {
        const limit = level(0.6)
        return {
          question: `How many hectares lie above ${limit} m?`,
          answer: number(
            hectares(metres, (value) => value > limit),
            'ha',
          ),
          chains: above(limit),
          files,
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ files, slope, hectares }) => ({
        question:
          'For the solar park an inclination of less than 8 degrees is wanted. What area in km² would qualify on this elevation model?',
        answer: number(hectares(slope, (value) => value < 8) / 100, 'km2'),
        chains: steeper(8),
        files,
      }),
    },
    {
      style: 'choice',
      ask: ({ files, heights, seed }) => {
        const list = options(mostOf(heights), seed, (value) => `${value.toFixed(0)} m`)
        return {
          question: `How high is the highest point of the elevation model?\n${list.text}`,
          answer: choice(list.label),
          chains: HEIGHTS,
          files,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ optical }) => ({
        question: 'How steep are the hills?',
        answer: refusal,
        chains: [],
        files: optical,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ placeless, level }) => ({
        question: `How many hectares rise beyond ${level(0.5)} m in this model?`,
        answer: refusal,
        chains: [],
        files: placeless,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ files, slope, hectares }) => ({
        question: 'First derive the slope, then say what area is steeper than 15 degrees, in km².',
        answer: number(hectares(slope, (value) => value > 15) / 100, 'km2'),
        chains: steeper(15),
        files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ files, grid, metres }) => ({
        question: 'What is the mean slope in percent?',
        answer: number(meanOf(valid(steepness(grid, metres))) * 100, '%'),
        chains: [[[{ tool: 'slope', args: { unit: '%' } }]]],
        files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ files, slope }) => ({
        question: 'Derive the slope in degrees, order all its pixels, and report the 75th percentile to me.',
        answer: number(quantile(valid(slope), 0.75), 'deg'),
        chains: [[['slope'], ['percentile_of_raster|statistics']]],
        files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ files, heights }) => ({
        question:
          'Before we fly the drone we must know how much the ground rises from the lowest to the highest place, in metres.',
        answer: number(mostOf(heights) - leastOf(heights), 'm'),
        chains: HEIGHTS,
        files,
      }),
    },
    {
      style: 'direct',
      ask: ({ files, grid, metres }) => {
        const sector = leadingSector(grid, metres)
        return {
          question: 'Which way do most of the slopes face?',
          answer: words,
          white: [[sector, LONG[sector]]],
          chains: [[['aspect']]],
          files,
        }
      },
    },
    {
      style: 'choice',
      ask: ({ files, heights, seed }) => {
        const list = options(meanOf(heights), seed, (value) => `${value.toFixed(0)} m`)
        return {
          question: `Averaged over all cells with data, the ground has an elevation of\n${list.text}`,
          answer: choice(list.label),
          chains: HEIGHTS,
          files,
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ files, metres, level, hectares }) => {
        const [low, high] = [level(0.2), level(0.5)]
        return {
          question: `How much land lies between ${low} and ${high} m, in hectares?`,
          // Whole metres may lie right on a limit, and whether 'between' takes both in is not said.
          answer: number(
            hectares(metres, (value) => value >= low && value <= high),
            'ha',
            { relative: 0.015 },
          ),
          chains: BETWEEN,
          files,
        }
      },
    },
    {
      style: 'direct',
      ask: ({ files, heights }) => ({
        question: 'What is the median elevation?',
        answer: number(quantile(heights, 0.5), 'm'),
        chains: [[['statistics|percentile_of_raster']]],
        files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ files, heights }) => ({
        question: 'Ruggedness in the crudest sense: standard deviation of the elevation values, metres?',
        answer: number(deviation(heights), 'm'),
        chains: HEIGHTS,
        files,
      }),
    },
  ],
  real: [
    // scripts/oracles/field.py: dem
    {
      split: 'train',
      style: 'direct',
      scene: 'dem',
      accept: /^olinda/,
      asked: { question: 'How steep is it on average?', answer: number(2.634525, 'deg'), chains: SLOPE },
    },
    {
      split: 'train',
      style: 'numeric',
      scene: 'dem',
      accept: /f32/,
      asked: {
        question: 'What is the mean elevation in metres?',
        answer: number(896.81706, 'm'),
        chains: HEIGHTS,
      },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'dem',
      accept: /i16/,
      asked: {
        question: 'How many square kilometres lie above 1000 m?',
        answer: number(849_414.959, 'km2'),
        chains: above(1000),
      },
    },
    {
      split: 'dev',
      style: 'direct',
      scene: 'dem',
      accept: /^olinda/,
      asked: { question: 'What is the highest elevation?', answer: number(88, 'm'), chains: HEIGHTS },
    },
    {
      split: 'test',
      style: 'indirect',
      scene: 'dem',
      accept: /i16/,
      asked: {
        question: 'Where the coffee grows it has to be higher than 1500 m. How many km² is that?',
        answer: number(480_907.838, 'km2'),
        chains: above(1500),
      },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'dem',
      accept: /^olinda/,
      asked: {
        question: 'Give the steepest slope in degrees.',
        answer: number(15.334923, 'deg'),
        chains: SLOPE,
      },
    },
  ],
})
