import { bell, type Random } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { patch } from '../data/land.ts'
import { patchSizes } from '../data/patches.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { sentinel1, type Polarisation } from '../data/sentinel-1.ts'
import { meanOf, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Backscatter of each kind of ground in dB. */
const GROUND = {
  dry: { VV: -8.5, VH: -15 },
  river: { VV: -19, VH: -26 },
  /** Smooth water over fields. */
  flooded: { VV: -18, VH: -25 },
  /** Water under reeds: the fall is small in VV and smaller in VH. */
  reeds: { VV: -12.7, VH: -17.3 },
} as const
type Ground = keyof typeof GROUND

/** A river and the land that it flooded, partly under reeds, on two passes of Sentinel-1, as power or in dB. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const scale = random() < 0.5 ? ('power' as const) : ('decibel' as const)
  const side = 90
  const grid = squareGrid(random, side, 30)
  const riverCol = 20 + 30 * random()
  const open = patch(random, side, { col: riverCol + 14, row: 38, along: 14 + 4 * random(), across: 9 })
  const other = patch(random, side, { col: riverCol - 10, row: 74, along: 6 + 2 * random() })
  const reeds = patch(random, side, { col: riverCol + 16, row: 66, along: 5 + 3 * random() })
  const groundAt =
    (isAfter: boolean) =>
    (cell: number): Ground => {
      const [row, col] = [Math.floor(cell / side), cell % side]
      if (Math.abs(col - riverCol - 4 * Math.sin(row / 14)) < 2.5) return 'river'
      if (!isAfter) return 'dry'
      if (open.cells[cell] || other.cells[cell]) return 'flooded'
      return reeds.cells[cell] ? 'reeds' : 'dry'
    }
  const pass = (isAfter: boolean) => {
    const ground = Array.from({ length: side * side }, (_, cell) => groundAt(isAfter)(cell))
    const power = (band: Polarisation) =>
      speckled(
        random,
        ground.map((kind) => GROUND[kind][band]),
        side,
      )
    return { VV: power('VV'), VH: power('VH') }
  }
  const first = dayAfter('2023-01-06', 12 * Math.floor(12 * random()))
  const dates = [first, dayAfter(first, 12)] as const
  const [before, after] = [pass(false), pass(true)]
  const files = {
    before: await sentinel1(grid, dates[0], before, scale),
    after: await sentinel1(grid, dates[1], after, scale),
    beforeOnly: await sentinel1(grid, dates[0], { VV: before.VV }, scale),
    afterOnly: await sentinel1(grid, dates[1], { VH: after.VH }, scale),
  }
  const change = (band: Polarisation) =>
    Float64Array.from(after[band], (value, at) => 10 * Math.log10(value / before[band][at]!))
  const fell = (by: number, band: Polarisation = 'VV') => {
    const mask = Array.from(change(band), (value) => value <= -by)
    const pixels = mask.filter(Boolean).length
    return {
      hectares: pixels * pixelHectares(grid),
      percent: (100 * pixels) / valid(change(band)).length,
      largest: patchSizes(mask, side)[0]! * pixelHectares(grid),
    }
  }
  return {
    seed,
    dates,
    files: [...files.before, ...files.after],
    passes: files,
    fell,
    meanChange: meanOf(valid(change('VV'))),
  }
}

/** Power with what speckle many looks leave, NaN in the first rows. */
const speckled = (random: Random, levels: readonly number[], side: number): Float32Array =>
  Float32Array.from(levels, (level, cell) => {
    const power = 10 ** (level / 10) * (1 + 0.05 * bell(random))
    return cell < 2 * side ? NaN : power
  })

const AREA: readonly Chain[] = [[['log_ratio'], ['threshold_mask'], ['mask_area']]]
const cut = (value: number): readonly Chain[] => [
  [['log_ratio'], [{ tool: 'threshold_mask', args: { value, side: 'at_or_below' } }], ['mask_area']],
]

export const floodSar = fieldType('flood-sar', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ fell }) => ({
        question: 'How many hectares of land were flooded between the two radar passes?',
        answer: number(fell(3).hectares, 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'numeric',
      ask: ({ fell }) => ({
        question:
          'Counting a drop of VV backscatter by at least 6 dB as flooded, what is the inundated area in km²?',
        answer: number(fell(6).hectares / 100, 'km2'),
        chains: cut(-6),
      }),
    },
    {
      style: 'indirect',
      ask: ({ fell }) => ({
        question:
          'Headline for the evening edition: “River swallows … square kilometres”. What do the two radar pictures, one before and one after, let us print there?',
        answer: number(fell(3).hectares / 100, 'km2'),
        chains: AREA,
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, fell }) => {
        const list = options(fell(3).percent, seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `What share of the scene was inundated by the second date?\n${list.text}`,
          answer: choice(list.label),
          chains: AREA,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ passes }) => ({
        question: 'How much land did the flood cover, in hectares?',
        answer: refusal,
        chains: [],
        // The pass before the flood is missing.
        files: passes.after,
      }),
    },
    {
      style: 'numeric',
      ask: ({ fell }) => ({
        question: 'VH lower by 5 dB or more on the second pass than on the first: how many km²?',
        answer: number(fell(5, 'VH').hectares / 100, 'km2'),
        chains: [
          [
            [{ tool: 'log_ratio', args: { band: 'vh' } }],
            [{ tool: 'threshold_mask', args: { value: -5, side: 'at_or_below' } }],
            ['mask_area'],
          ],
        ],
      }),
    },
    {
      style: 'stepwise',
      ask: ({ fell }) => ({
        question:
          'First take the log ratio of the later over the earlier VV image in dB, then keep what is at most -5 dB and give the area of it in ha.',
        answer: number(fell(5).hectares, 'ha'),
        chains: cut(-5),
      }),
    },
    {
      style: 'indirect',
      ask: ({ fell }) => ({
        question:
          'Farmers along the river claim compensation for drowned fields. Going by the two Sentinel-1 scenes, how many hectares can we accept as flooded?',
        answer: number(fell(3).hectares, 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ fell }) => ({
        question:
          'Express the change of VV from the first to the second acquisition in decibels, retain the pixels at −7 dB or lower, and say which percentage of all valid pixels these are.',
        answer: number(fell(7).percent, '%'),
        chains: cut(-7),
      }),
    },
    {
      style: 'numeric',
      ask: ({ meanChange }) => ({
        question: 'By how many dB did the VV backscatter change on average between the passes?',
        answer: number(meanChange, 'dB', { absolute: 0.005 }),
        chains: [[[{ tool: 'log_ratio', args: { band: 'vv' } }]]],
      }),
    },
    {
      style: 'direct',
      ask: ({ fell, dates }) => ({
        question: `How large is the largest connected flooded patch on ${dates[1]} (hectares)?`,
        answer: number(fell(3).largest, 'ha'),
        chains: [[['log_ratio'], ['threshold_mask'], ['components']]],
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ dates, passes }) => ({
        question: `We know that the dike broke after ${dates[0]}. How many hectares has the water covered since then?`,
        answer: refusal,
        chains: [],
        // The pass before the flood alone.
        files: passes.before,
      }),
    },
  ],
})
