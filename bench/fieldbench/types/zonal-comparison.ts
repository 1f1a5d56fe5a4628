import { seededRandom } from '../../../src/lib/random.ts'
import { maskWhere } from '../../../scripts/sample/random-shapes.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { countryside } from '../data/countryside.ts'
import { textFile, tiffFile } from '../data/files.ts'
import { landOf, paint, patch } from '../data/land.ts'
import { pixelHectares, withPixels } from '../data/place.ts'
import { meanOf, normalisedDifference, valid } from '../data/truth.ts'
import { choice, number, numbers, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

const SIDE = 90
/** Pixels of the image along one of the land cover map, whose grid is coarser. */
const STEP = 3
const COVERS = ['grass', 'forest', 'crop', 'bare'] as const

/** Columns and rows of the image that a parcel takes up: whole pixels. */
const PARCELS = [
  { col: 6, row: 8, width: 30, height: 24 },
  { col: 48, row: 12, width: 21, height: 36 },
  { col: 12, row: 54, width: 36, height: 27 },
] as const

/** An image, a land cover map of four classes on a coarser grid, three parcels as polygons and a protected area as a mask. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const coarse = SIDE / STEP
  const codes = new Uint8Array(coarse * coarse).fill(1)
  const order = random() < 0.5 ? [2, 3, 4] : [4, 2, 3]
  const places = [
    { col: 8, row: 8, along: 9, across: 6 },
    { col: 22, row: 10, along: 6, across: 5 },
    { col: 15, row: 23, along: 11 + 3 * random(), across: 5 },
  ]
  order.forEach((code, at) => {
    const { cells } = patch(random, coarse, places[at]!)
    cells.forEach((inside, cell) => (codes[cell] = inside === 1 ? code : codes[cell]!))
  })
  const codeOf = (pixel: number) =>
    codes[Math.floor(Math.floor(pixel / SIDE) / STEP) * coarse + Math.floor((pixel % SIDE) / STEP)]!
  let land = landOf(SIDE, COVERS[0])
  for (const [at, cover] of COVERS.entries()) {
    land = paint(
      land,
      maskWhere(SIDE, (col, row) => codeOf(Math.floor(row) * SIDE + Math.floor(col)) === at + 1),
      cover,
    )
  }
  const { grid, shots } = await countryside(random, { dates: 1, clouds: false, land })
  const [{ files: image, bands }] = shots
  const coarseGrid = withPixels(grid, STEP * grid.transform[0])
  const cover = await tiffFile('landcover_2021.tif', coarseGrid, Float32Array.from(codes), {
    sampleType: 'uint8',
    nodata: 0,
  })
  const reserve = patch(random, SIDE, { col: 45, row: 45, along: 22 })
  const guarded = await tiffFile('protected_mask.tif', grid, Float32Array.from(reserve.cells), {
    sampleType: 'uint8',
    nodata: 255,
  })
  const ndvi = normalisedDifference(bands.nir, bands.red)
  const meanWhere = (inside: (pixel: number) => boolean) => meanOf(valid(ndvi, inside))
  const sizes = COVERS.map((_, at) => codes.filter((code) => code === at + 1).length)
  return {
    files: [...image, cover],
    image,
    cover,
    guarded,
    parcels: textFile('parcels.geojson', geoJson(grid)),
    meanOfClass: (code: number) => meanWhere((pixel) => codeOf(pixel) === code),
    meanOfParcel: (at: number) => meanWhere((pixel) => isInParcel(pixel, at)),
    meanGuarded: (inside: boolean) => meanWhere((pixel) => (reserve.cells[pixel] === 1) === inside),
    hectares: (code: number) => sizes[code - 1]! * pixelHectares(coarseGrid),
    share: (code: number) => (sizes[code - 1]! / codes.length) * 100,
    largest: sizes.indexOf(Math.max(...sizes)) + 1,
  }
}
type Zones = Awaited<ReturnType<typeof world>>

function isInParcel(pixel: number, at: number): boolean {
  const { col, row, width, height } = PARCELS[at]!
  const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)]
  return x >= col && x < col + width && y >= row && y < row + height
}

function geoJson(grid: Grid): string {
  const project = toLonLat(grid.crs)
  const corner = (col: number, row: number) => project(...apply(grid.transform, col, row))
  return JSON.stringify({
    type: 'FeatureCollection',
    features: PARCELS.map(({ col, row, width, height }, at) => ({
      type: 'Feature',
      properties: { owner: `owner ${at + 1}` },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            corner(col, row),
            corner(col, row + height),
            corner(col + width, row + height),
            corner(col + width, row),
            corner(col, row),
          ],
        ],
      },
    })),
  })
}

/** Indices lie about 0: a share of the figure would ask for digits that no answer shows. */
const index = (value: number) => number(value, '1', { absolute: 0.0006 })
const CLASSES = [1, 2, 3, 4]
const classOptions = 'A) class 1\nB) class 2\nC) class 3\nD) class 4'
const letter = (code: number) => 'ABCD'[code - 1]!
const greenest = ({ meanOfClass }: Zones, sign: 1 | -1) =>
  CLASSES.reduce((best, code) => (sign * (meanOfClass(code) - meanOfClass(best)) > 0 ? code : best))

const BY_CLASS: readonly Chain[] = [[['ndvi'], ['zonal_statistics|rank_zones']]]
const BY_PARCEL: readonly Chain[] = [[['ndvi'], ['zonal_statistics_polygons']]]
const AREAS: readonly Chain[] = [[['class_areas']], [['mask_by_class'], ['mask_area']]]

export const zonalComparison = fieldType('zonal-comparison', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ largest }) => ({
        question: 'Which land cover class is the largest?',
        answer: words,
        white: [[`class ${largest}`, `largest is ${largest}`, `is ${largest}`, `class: ${largest}`]],
        chains: [[['class_areas']], [['mode_of_classes']]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ meanOfClass }) => ({
        question: 'What is the mean NDVI of class 2?',
        answer: index(meanOfClass(2)),
        chains: [...BY_CLASS, [['ndvi', 'mask_by_class'], ['zonal_statistics|zonal_difference']]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ share }) => ({
        question: 'Land cover class 4: how many per cent of the mapped area?',
        answer: number(share(4), '%'),
        chains: AREAS,
      }),
    },
    {
      style: 'choice',
      ask: (made) => ({
        question: `Which land cover class has the highest mean NDVI?\n${classOptions}`,
        answer: choice(letter(greenest(made, 1))),
        chains: BY_CLASS,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ meanOfClass }) => ({
        question: 'First compute the NDVI, then give its mean within each land cover class.',
        answer: numbers(...CLASSES.map((code) => index(meanOfClass(code)))),
        chains: BY_CLASS,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ cover }) => ({
        question: 'Class by class, what mean NDVI do these land covers have?',
        answer: refusal,
        chains: [],
        // The map alone, without an image.
        files: [cover],
      }),
    },
    {
      style: 'direct',
      ask: ({ parcels, image, meanOfParcel }) => ({
        question: 'Give me the mean NDVI of each parcel.',
        answer: numbers(...PARCELS.map((_, at) => index(meanOfParcel(at)))),
        chains: BY_PARCEL,
        files: [...image, parcels],
      }),
    },
    {
      style: 'unanswerable',
      ask: () => ({
        question: 'What is the mean surface temperature of each land cover class?',
        answer: refusal,
        chains: [],
        forbidden: ['ndvi'],
      }),
    },
    {
      style: 'indirect',
      ask: ({ meanOfClass }) => ({
        question:
          'My goats may go to class 1 or to class 4 of the map, and I would send them where it is greener. What is the mean NDVI of either?',
        answer: numbers(index(meanOfClass(1)), index(meanOfClass(4))),
        chains: BY_CLASS,
      }),
    },
    {
      style: 'indirect',
      ask: ({ guarded, image, meanGuarded }) => ({
        question:
          'The ranger claims that the protected area is greener. What is the mean NDVI inside the mask, and what outside?',
        answer: numbers(index(meanGuarded(true)), index(meanGuarded(false))),
        chains: [[['ndvi'], ['zonal_statistics|zonal_difference']]],
        files: [...image, guarded],
      }),
    },
    {
      style: 'numeric',
      ask: ({ cover, share }) => ({
        question: 'What percentage of the map belongs to class 1?',
        answer: number(share(1), '%'),
        chains: [[['class_areas']], [['mask_by_class'], ['mask_area']]],
        files: [cover],
      }),
    },
    {
      style: 'choice',
      ask: ({ share }) => ({
        question: `One class is rarer than all the others, going by the ground it takes up. Which?\n${classOptions}`,
        answer: choice(letter(CLASSES.reduce((least, code) => (share(code) < share(least) ? code : least)))),
        chains: AREAS,
      }),
    },
    {
      style: 'choice',
      ask: (made) => ({
        question: `Which land cover class has the lowest mean NDVI?\n${classOptions}`,
        answer: choice(letter(greenest(made, -1))),
        chains: BY_CLASS,
      }),
    },
    {
      style: 'numeric',
      ask: ({ hectares }) => ({
        question: 'How many km² does class 2 cover?',
        answer: number(hectares(2) / 100, 'km2'),
        chains: AREAS,
      }),
    },
  ],
})
