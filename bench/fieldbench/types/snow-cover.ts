import { contains, maskWhere, outline } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { landOf, paint, patch, reflectance, type Land } from '../data/land.ts'
import { modisReflectance } from '../data/modis-reflectance.ts'
import { dayAfter, geographicGrid, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2, type Acquisition } from '../data/sensors.ts'
import { BAND_NAMES, mixed, SPECTRA } from '../data/spectra.ts'
import { geographicCellArea, normalisedDifference } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain, DataFile } from '../task.ts'

/** Side of a pixel of MOD09A1 as AppEEARS gives it, in degrees. */
const MODIS_DEGREES = 1 / 240

/** Snow and bare ground within one pixel: NDSI about 0.48. */
const PATCHY = mixed(SPECTRA.bare, SPECTRA.snow, 0.6)

/**
 * A mountain with snow on top and a rim where it lies in patches, at two dates between which some of it melted, by
 * Sentinel-2, Landsat 8 or MODIS in longitude and latitude; forest in the valley, a cloud that the quality band tells
 * (none for MODIS), a strip of nodata at the first date.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const sensor = (['sentinel-2', 'landsat', 'modis'] as const)[Math.floor(3 * random())]!
  const side = 80
  const grid =
    sensor === 'modis'
      ? geographicGrid(random, side, MODIS_DEGREES)
      : squareGrid(random, side, sensor === 'landsat' ? 30 : 20)
  const summit = outline(
    random,
    { centre: { col: 44, row: 36 }, along: 24 + 4 * random(), across: 17, angle: 3 * random() },
    0.12,
  )
  const within = (scale: number) => maskWhere(side, (col, row) => contains(summit, col, row, scale))
  const outlier = patch(random, side, { col: 12, row: 66, along: 5 + 2 * random() })
  const valley = patch(random, side, { col: 66, row: 70, along: 9 })
  const cloud = patch(random, side, { col: 10, row: 20, along: 6 + 3 * random() })
  const ground = paint(landOf(side, 'bare'), valley, 'forest')
  const later = 0.6 + 0.2 * random()
  const winter = paint(paint(ground, within(1), 'snow'), outlier, 'snow')
  const spring = paint(ground, within(later), 'snow')
  const date = dayAfter('2022-02-10', 8 * Math.floor(6 * random()))
  const dates = [date, dayAfter(date, 32)] as const
  const see = async (land: Land, scale: number, on: string) => {
    const isCloudy = sensor !== 'modis'
    const clouded = isCloudy ? paint(land, cloud, 'cloud') : land
    const bands = reflectance(random, clouded)
    const rim = within(scale).cells
    const core = within(scale * 0.85).cells
    for (const [at, name] of BAND_NAMES.entries())
      bands[name].forEach((value, cell) => {
        if (rim[cell] && !core[cell] && clouded.cover[cell] === 'snow')
          bands[name][cell] = (value * PATCHY[at]!) / SPECTRA.snow[at]!
      })
    if (on === dates[0]) for (const values of Object.values(bands)) values.fill(NaN, 0, 2 * side)
    const quality = (clear: number, hidden: number) =>
      Float32Array.from(clouded.cover, (cover) => (cover === 'cloud' ? hidden : clear))
    const seen: Acquisition =
      sensor === 'modis'
        ? await modisReflectance(grid, on, bands)
        : sensor === 'landsat'
          ? await landsat8(grid, on, bands, { qa: quality(21_824, 22_280) })
          : await sentinel2(grid, on, bands, { scl: quality(5, 9) })
    const ndsi = normalisedDifference(seen.bands['green']!, seen.bands['swir1']!)
    return { ...seen, ndsi: ndsi.map((value, cell) => (clouded.cover[cell] === 'cloud' ? NaN : value)) }
  }
  const first = await see(winter, 1, dates[0])
  const second = await see(spring, later, dates[1])
  const hectaresAt = (cell: number) =>
    sensor === 'modis'
      ? geographicCellArea(MODIS_DEGREES, grid.transform[5] - (Math.floor(cell / side) + 1) * MODIS_DEGREES) /
        10_000
      : pixelHectares(grid)
  const hectaresWhere = (test: (cell: number) => boolean) =>
    [...first.ndsi.keys()].filter(test).reduce((sum, cell) => sum + hectaresAt(cell), 0)
  const figures = ({ ndsi }: { readonly ndsi: Float64Array }, limit: number) => {
    const isSnow = (cell: number) => ndsi[cell]! > limit
    const hectares = hectaresWhere(isSnow)
    return {
      hectares,
      percent: (100 * hectares) / hectaresWhere((cell) => !Number.isNaN(ndsi[cell]!)),
    }
  }
  /** Snow at the first date and none at the second, where both see the ground. */
  const melted = hectaresWhere((cell) => first.ndsi[cell]! > 0.4 && second.ndsi[cell]! <= 0.4)
  return {
    seed,
    dates,
    files: first.files,
    both: [...first.files, ...second.files],
    snow: (limit: number) => figures(first, limit),
    laterSnow: (limit: number) => figures(second, limit),
    melted,
  }
}

const AREA: readonly Chain[] = [[['ndsi'], ['threshold_mask'], ['mask_area']]]
const cut = (value: number): readonly Chain[] => [
  [['ndsi'], [{ tool: 'threshold_mask', args: { value, side: 'above' } }], ['mask_area']],
]

const withoutShortWave = (files: readonly DataFile[]) =>
  files.filter(({ name }) => !/_(B11|B12|SR_B6|SR_B7|b06|b07)[_.]/.test(name))

export const snowCover = fieldType('snow-cover', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ snow }) => ({
        question: 'How much of the ground is under snow here, in square kilometres?',
        answer: number(snow(0.4).hectares / 100, 'km2'),
        chains: AREA,
      }),
    },
    {
      style: 'numeric',
      ask: ({ snow }) => ({
        question: 'Snow covered area in ha with a threshold of 0.55 on NDSI?',
        answer: number(snow(0.55).hectares, 'ha'),
        chains: cut(0.55),
      }),
    },
    {
      style: 'indirect',
      ask: ({ laterSnow, both, dates }) => ({
        question: `The pass road opens once little white is left. How many square kilometres of snow were still lying inside the frame on ${dates[1]}?`,
        files: both,
        answer: number(laterSnow(0.4).hectares / 100, 'km2'),
        chains: AREA,
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, snow }) => {
        const list = options(snow(0.4).percent, seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `Which of these comes closest to the snow-covered share of the scene?\n${list.text}`,
          answer: choice(list.label),
          chains: AREA,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question: 'What area is covered by snow, in km²?',
        answer: refusal,
        chains: [],
        files: withoutShortWave(files),
      }),
    },
    {
      style: 'numeric',
      ask: ({ snow }) => ({
        question: 'NDSI higher than 0.35 as snow. Fraction of the valid, cloud-free area that is snow, in %?',
        answer: number(snow(0.35).percent, '%'),
        chains: cut(0.35),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ snow }) => ({
        question:
          'Calculate the NDSI first. Then count as snow whatever exceeds 0.5 and state the snow cover in percent.',
        answer: number(snow(0.5).percent, '%'),
        chains: cut(0.5),
      }),
    },
    {
      style: 'indirect',
      ask: ({ snow }) => ({
        question:
          'The hydropower planners estimate the melt water. How many hectares of the catchment still carry snow?',
        answer: number(snow(0.4).hectares, 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ melted, both }) => ({
        question:
          'For either date make NDSI and label values greater than 0.4 as snow. Then find where the earlier date has the label and the later one has not. Size of that in km²?',
        files: both,
        answer: number(melted / 100, 'km2'),
        chains: [[['ndsi', 'ndsi'], ['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']]],
      }),
    },
    {
      style: 'direct',
      ask: ({ melted, both }) => ({
        question: 'How many hectares of snow melted between the two images?',
        files: both,
        answer: number(melted, 'ha'),
        chains: [[['ndsi', 'ndsi'], ['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ laterSnow, both, dates }) => ({
        question: `What percentage of the area was snow covered on ${dates[1]}?`,
        files: both,
        answer: number(laterSnow(0.4).percent, '%'),
        chains: AREA,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question:
          'We are writing the avalanche bulletin: how deep is the snow around the summit, in centimetres?',
        answer: refusal,
        chains: [],
        // Reflectance tells no depth.
        files,
      }),
    },
  ],
})
