import type { Lesson } from './lesson.ts'
import {
  bandsOf,
  everyCell,
  hectaresOf,
  inBox,
  inEllipse,
  meanOf,
  type Cell,
  type Place,
} from './landscape.ts'
import { ndvi, ndwi, SPECTRA, type Surface } from './spectra.ts'

export const VALLEY: Place = { tile: '33TVN', epsg: 32633, west: 440_000, north: 5_160_000 }

/** Forest in the north, a lake, two ploughed fields, grass elsewhere. */
function surfaceAt(cell: Cell): Surface {
  if (inEllipse(cell, { col: 62, row: 52, wide: 19, high: 12 })) return 'water'
  if (inBox(cell, [8, 60, 34, 82]) || inBox(cell, [52, 74, 78, 90])) return 'soil'
  if (cell.row < 34 + 6 * Math.sin(cell.col / 11)) return 'forest'
  return 'grass'
}

export const surfaces = everyCell(surfaceAt)
const isGreen = (surface: Surface) => ndvi(SPECTRA[surface]) > 0.6
const waterHectares = hectaresOf(surfaces, (surface) => surface === 'water')
const greenHectares = hectaresOf(surfaces, isGreen)
const meanNdvi = meanOf(surfaces, (surface) => ndvi(SPECTRA[surface]))
const { forest } = SPECTRA

const NAMES: Readonly<Record<'forest' | 'grass' | 'soil' | 'water', string>> = {
  forest: 'Forest',
  grass: 'Grass',
  soil: 'Ploughed soil',
  water: 'Water',
}
const lowest = (Object.keys(NAMES) as (keyof typeof NAMES)[]).reduce((least, each) =>
  ndvi(SPECTRA[each]) < ndvi(SPECTRA[least]) ? each : least,
)

export const bandsAndIndices: Lesson = {
  id: 'bands-and-indices',
  title: 'Bands and indices',
  summary: 'A sensor measures light in bands. Two bands, put together well, name what lies on the ground.',
  goals: [
    'Read the reflectance of a pixel in several bands.',
    'Calculate a normalised difference by hand.',
    'Use an index and a threshold to measure an area.',
  ],
  data: 'One summer day over a made-up valley: forest, grass, ploughed soil and a lake, 96 × 96 pixels of 20 m, six bands of Sentinel-2.',
  rasters: () =>
    bandsOf(
      surfaces.map((surface) => SPECTRA[surface]),
      '2023-06-20',
      VALLEY,
      101,
    ),
  tasks: [
    {
      kind: 'number',
      id: 'ndvi-by-hand',
      title: 'An index by hand',
      text: `In the forest red (B04) reflects ${forest.B04} and near infrared (B8A) ${forest.B8A} of the light. NDVI is (near infrared − red) / (near infrared + red). How large is it there? Click the forest on the map to see the measured bands.`,
      unit: '',
      truth: ndvi(forest),
      tolerance: 0.01,
      digits: 3,
      mistakes: [
        { value: -ndvi(forest), says: 'The order of the bands is turned: near infrared comes first.' },
        {
          value: forest.B8A / forest.B04,
          says: 'This is the ratio of the bands. NDVI divides their difference by their sum.',
        },
        {
          value: forest.B8A - forest.B04,
          says: 'This is the difference alone. Divide it by the sum of both bands.',
        },
      ],
      explanation: 'Leaves take up red light and throw back near infrared, so their index is close to 1.',
    },
    {
      kind: 'choice',
      id: 'lowest-ndvi',
      title: 'What has the lowest NDVI?',
      text: 'Probe each surface on the map and calculate, or ask for an NDVI map and look.',
      ask: 'What is the mean NDVI?',
      options: (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((surface) => ({
        id: surface,
        label: NAMES[surface],
        says: `Its NDVI is ${ndvi(SPECTRA[surface]).toFixed(2).replace('-', '−')}, and another surface lies lower.`,
      })),
      truth: lowest,
      explanation:
        'Water takes up near infrared even more than red: its NDVI is negative. That is not dead plants.',
    },
    {
      kind: 'number',
      id: 'mean-ndvi',
      title: 'The mean NDVI of the valley',
      text: 'Ask for it and write down what you get. Then say what it means for a place that is half lake and half forest.',
      ask: 'What is the mean NDVI?',
      unit: '',
      truth: meanNdvi,
      tolerance: 0.02,
      digits: 3,
      mistakes: [{ value: ndvi(forest), says: 'This is the NDVI of the forest alone.' }],
      explanation: 'A mean hides its parts: no surface of the valley has this value.',
    },
    {
      kind: 'number',
      id: 'water-area',
      title: 'How large is the lake?',
      text: 'NDWI is (green − near infrared) / (green + near infrared), and above 0 over water. Measure the lake in hectares.',
      ask: 'How many hectares of water are there?',
      unit: 'ha',
      truth: waterHectares,
      tolerance: 0.02 * waterHectares,
      digits: 2,
      mistakes: [
        { value: waterHectares / 100, says: 'This is in square kilometres: 1 km² is 100 ha.' },
        { value: waterHectares / 0.04, says: 'This counts pixels. One of 20 m × 20 m is 0.04 ha.' },
      ],
      explanation: `NDWI of the lake is ${ndwi(SPECTRA.water).toFixed(2)}, of everything else below 0: the threshold cuts clean.`,
    },
    {
      kind: 'number',
      id: 'green-area',
      title: 'How much is green?',
      text: 'How many hectares have an NDVI above 0.6?',
      ask: 'How many hectares have an NDVI above 0.6?',
      unit: 'ha',
      truth: greenHectares,
      tolerance: 0.02 * greenHectares,
      digits: 2,
      mistakes: [
        {
          value: hectaresOf(surfaces, (surface) => surface === 'forest'),
          says: 'This is the forest. Grass in summer is green as well.',
        },
        { value: hectaresOf(surfaces, () => true), says: 'This is the whole scene.' },
      ],
      explanation:
        'Forest and grass lie above 0.6, soil and water below 0.3: any threshold between gives the same area.',
    },
  ],
  teacher: {
    timing: [
      {
        minutes: 15,
        what: 'What a band is: one surface looked at in six colours. Load the data and probe four pixels together.',
      },
      { minutes: 20, what: 'An index by hand, on paper, then the lowest NDVI.' },
      { minutes: 35, what: 'The three measurements, in pairs.' },
      { minutes: 20, what: 'Together: where would the threshold fail? Wet soil, shadow, water under reeds.' },
    ],
    misconceptions: [
      {
        belief: 'NDVI is the share of a pixel that is covered by plants.',
        reply: 'It grows with the cover but not in proportion: it flattens over dense canopies.',
      },
      {
        belief: 'A negative NDVI is dead vegetation.',
        reply: 'It is water, snow or cloud. Dead plants and soil lie little above 0.',
      },
      {
        belief: 'The threshold is a law of nature.',
        reply: 'It separates the surfaces of this scene. Elsewhere look at the histogram first.',
      },
    ],
  },
}
