import { contains, maskWhere, outline, type Mask } from '../../../scripts/sample/random-shapes.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { landOf, paint, patch, reflectance, type Land } from '../data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2, type Acquisition } from '../data/sensors.ts'
import { normalisedDifference } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain, DataFile } from '../task.ts'

/** Cells of the ground, of which every image shows a window of `SIDE` cells. */
const GROUND = 90
const SIDE = 80

/**
 * A lake at three dates, by Sentinel-2 or Landsat 8: full, low, and nearly as low with a new pond beside it. The windows of
 * the images lie some whole pixels apart; all water lies within all of them.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const ground = squareGrid(random, GROUND, isLandsat ? 30 : 20)
  const shore = outline(
    random,
    {
      centre: { col: 42, row: 40 },
      along: 20 + 3 * random(),
      across: 13 + 3 * random(),
      angle: 3 * random(),
    },
    0.12,
  )
  const low = 0.6 + 0.2 * random()
  const lake = (scale: number) => maskWhere(GROUND, (col, row) => contains(shore, col, row, scale))
  const pond = patch(random, GROUND, { col: 66, row: 68, along: 4 + 3 * random() })
  const flooded = (...masks: readonly Mask[]) =>
    masks.reduce((land, mask) => paint(land, mask, 'water'), landOf(GROUND, 'grass'))
  const first = dayAfter('2019-04-02', Math.floor(60 * random()))
  const dates = [first, dayAfter(first, 64), dayAfter(first, 128)] as const
  const shift = 1 + Math.floor(6 * random())
  const see = (land: Land, date: string, at: number) => {
    const { grid, of } = windowAt(ground, at)
    const bands = Object.fromEntries(
      Object.entries(reflectance(random, land)).map(([name, values]) => [name, of(values)]),
    )
    return (isLandsat ? landsat8 : sentinel2)(grid, date, bands).then((seen) => ({ ...seen, at }))
  }
  const full = flooded(lake(1))
  const dry = flooded(lake(low))
  const mixed = flooded(lake(low + 0.05), pond)
  const hectares = pixelHectares(ground)
  type Seen = Acquisition & { readonly at: number }
  const isWater = ({ bands, at }: Seen, index: 'ndwi' | 'mndwi', limit: number) => {
    const values = normalisedDifference(bands['green']!, bands[index === 'ndwi' ? 'nir' : 'swir1']!)
    return (col: number, row: number) => values[(row - at) * SIDE + (col - at)]! > limit
  }
  /** Hectares of water at the first date and none at the second, over the ground that both show. */
  const turned = (from: Seen, to: Seen, index: 'ndwi' | 'mndwi' = 'ndwi', limit = 0) => {
    const [a, b] = [isWater(from, index, limit), isWater(to, index, limit)]
    const [low, high] = [Math.max(from.at, to.at), Math.min(from.at, to.at) + SIDE]
    let pixels = 0
    for (let row = low; row < high; row++)
      for (let col = low; col < high; col++) if (a(col, row) && !b(col, row)) pixels++
    return pixels * hectares
  }
  const pair = async (before: Land, after: Land) => {
    const seen = [await see(before, dates[0], 0), await see(after, dates[1], shift)] as const
    return {
      files: seen.flatMap(({ files }) => files),
      lost: (index?: 'ndwi' | 'mndwi', limit?: number) => turned(seen[0], seen[1], index, limit),
      gained: (index?: 'ndwi' | 'mndwi', limit?: number) => turned(seen[1], seen[0], index, limit),
    }
  }
  const shrunk = await pair(full, dry)
  const later = await see(flooded(lake(low * 0.6)), dates[2], 0)
  return {
    seed,
    dates,
    files: shrunk.files,
    shrunk,
    grown: await pair(dry, full),
    mixed: await pair(full, mixed),
    three: [...shrunk.files, ...later.files],
  }
}

function windowAt(ground: Grid, at: number) {
  const [a, b, x, d, e, y] = ground.transform
  const grid: Grid = { ...ground, width: SIDE, height: SIDE, transform: [a, b, x + a * at, d, e, y + e * at] }
  const of = (values: Float32Array) =>
    Float32Array.from(
      { length: SIDE * SIDE },
      (_, cell) => values[(at + Math.floor(cell / SIDE)) * GROUND + at + (cell % SIDE)]!,
    )
  return { grid, of }
}

const ways = (index: string): readonly Chain[] => [
  [[index, index], ['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']],
]
const cuts = (index: string, value: number): readonly Chain[] => {
  const cut = { tool: 'threshold_mask', args: { value, side: 'above' } }
  return [[[index, index], [cut, cut], ['combine_masks'], ['mask_area']]]
}

const without = (files: readonly DataFile[], pattern: RegExp) =>
  files.filter(({ name }) => !pattern.test(name))
const dayIn = (date: string) => date.replaceAll('-', '')

export const waterChange = fieldType('water-change', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ shrunk }) => ({
        question: 'How many hectares of water did the lake lose between the two dates?',
        files: shrunk.files,
        answer: number(shrunk.lost(), 'ha'),
        chains: ways('ndwi'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ shrunk }) => ({
        question:
          'With NDWI above 0.1 as water, by how many square kilometres did the water area decrease from the first to the second image?',
        files: shrunk.files,
        answer: number(shrunk.lost('ndwi', 0.1) / 100, 'km2'),
        chains: cuts('ndwi', 0.1),
      }),
    },
    {
      style: 'indirect',
      ask: ({ mixed }) => ({
        question:
          'The herons used to wade along the rim of this lake. What surface, in km², was water on the first visit and is dry land on the second?',
        files: mixed.files,
        answer: number(mixed.lost() / 100, 'km2'),
        chains: ways('ndwi'),
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, grown }) => {
        const list = options(grown.gained(), seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `By how much has the lake grown from the earlier to the later image?\n${list.text}`,
          files: grown.files,
          answer: choice(list.label),
          chains: ways('ndwi'),
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ shrunk, dates }) => ({
        question: 'How much did the lake shrink, in hectares?',
        answer: refusal,
        chains: [],
        // One date alone.
        files: without(shrunk.files, new RegExp(dayIn(dates[1]))),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ grown }) => ({
        question:
          'Threshold NDWI at 0.2 in both scenes (greater is water). Overlay the two masks. How many hectares are water in the newer one only?',
        files: grown.files,
        answer: number(grown.gained('ndwi', 0.2), 'ha'),
        chains: cuts('ndwi', 0.2),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ mixed }) => ({
        question:
          'First map the water of both dates with NDWI > 0, then tell me how many hectares turned from water into land.',
        files: mixed.files,
        answer: number(mixed.lost(), 'ha'),
        chains: cuts('ndwi', 0),
      }),
    },
    {
      style: 'indirect',
      ask: ({ grown }) => ({
        question:
          'After the dam was closed people ask what ground went under. How many hectares are water now that were dry before?',
        files: grown.files,
        answer: number(grown.gained(), 'ha'),
        chains: ways('ndwi'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ shrunk }) => ({
        question:
          'Retreat of the water, km², criterion MNDWI > 0: pixels wet at the earlier date and no longer wet at the later one?',
        files: shrunk.files,
        answer: number(shrunk.lost('mndwi') / 100, 'km2'),
        chains: cuts('mndwi', 0),
      }),
    },
    {
      style: 'direct',
      ask: ({ mixed }) => ({
        question: 'What area of new water appeared between the acquisitions, in square metres?',
        files: mixed.files,
        answer: number(mixed.gained() * 10_000, 'm2'),
        chains: ways('ndwi'),
      }),
    },
    {
      style: 'direct',
      ask: ({ shrunk, three, dates }) => ({
        question: `By how many hectares did open water shrink from ${dates[0]} to ${dates[1]}?`,
        files: three,
        answer: number(shrunk.lost(), 'ha'),
        chains: ways('ndwi'),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ grown, dates }) => ({
        question:
          'They say the lake spilled over its banks. How many m² of land has it swallowed since the first image?',
        answer: refusal,
        chains: [],
        // The earlier date has its visible bands alone.
        files: without(grown.files, new RegExp(`${dayIn(dates[0])}.*_(B8A|SR_B5|B11|SR_B6|B12|SR_B7)[_.]`)),
      }),
    },
  ],
})
