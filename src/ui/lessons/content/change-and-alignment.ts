import { bandsOf, CELL_METRES, everyCell, hectaresOf, inBox, type Cell, type Place } from './landscape.ts'
import type { Lesson } from './lesson.ts'
import { ndvi, SPECTRA, type Surface } from './spectra.ts'

const PLAIN: Place = { tile: '32UPU', epsg: 32632, west: 640_000, north: 5_340_000 }

/** Pixels by which the second day lies too far east. */
const SHIFT = 2
const CLEARING = [60, 8, 80, 23] as const
const POND = [10, 70, 20, 80] as const

/** Forest in the north, stripes of meadow and ploughed soil in the middle, meadow with a pond in the south. */
function surfaceAt(cell: Cell): Surface {
  if (inBox(cell, POND)) return 'water'
  if (cell.row < 30) return 'forest'
  if (cell.row < 62) return Math.floor(cell.col / 12) % 2 === 0 ? 'grass' : 'soil'
  return 'grass'
}

/** The same ground later, with a clearing in the forest. */
const laterAt = (cell: Cell): Surface => (inBox(cell, CLEARING) ? 'soil' : surfaceAt(cell))

export const before = everyCell(surfaceAt)
const seenAfter = everyCell(({ col, row }) => laterAt({ col: col - SHIFT, row }))

const FELL = 0.2
const pairs = before.map((surface, at) => ({ before: surface, after: seenAfter[at]! }))
const falls = (pair: { readonly before: Surface; readonly after: Surface }) =>
  ndvi(SPECTRA[pair.before]) - ndvi(SPECTRA[pair.after]) > FELL
const fell = hectaresOf(pairs, falls)
const clearing = hectaresOf(
  everyCell((cell) => inBox(cell, CLEARING)),
  (isCleared) => isCleared,
)
const metres = SHIFT * CELL_METRES

export const changeAndAlignment: Lesson = {
  id: 'change-and-alignment',
  title: 'Change and alignment',
  summary:
    'Two images that do not lie on each other show change where nothing changed. It looks like real change and has edges.',
  goals: [
    'Measure how far two images are apart.',
    'Measure change, and find out how much of it is real.',
    'Know false change by its pattern.',
  ],
  data: 'A plain on two days, 96 × 96 pixels of 20 m: forest, striped fields, a meadow with a pond. In the forest a clearing was cut. The second image was placed wrongly: all of it lies too far east by the same distance.',
  rasters: () => [
    ...bandsOf(
      before.map((surface) => SPECTRA[surface]),
      '2023-06-11',
      PLAIN,
      107,
    ),
    ...bandsOf(
      seenAfter.map((surface) => SPECTRA[surface]),
      '2023-07-16',
      PLAIN,
      108,
    ),
  ],
  tasks: [
    {
      kind: 'number',
      id: 'shift',
      title: 'How far apart?',
      text: 'The pond did not move. Point at its western shore on one day and read the coordinates under the map; then do so on the other day, which is shown and hidden under Analyse. How many metres too far east is the second image?',
      unit: 'm',
      truth: metres,
      tolerance: CELL_METRES / 2,
      digits: 0,
      mistakes: [
        { value: SHIFT, says: 'These are pixels. One is 20 m wide.' },
        { value: -metres, says: 'The size is right. It lies too far east: leave the sign out.' },
      ],
      explanation:
        'That is two pixels. What stands still, such as a shore, a road or a building, tells how far images are apart.',
    },
    {
      kind: 'number',
      id: 'fell',
      title: 'Where NDVI fell',
      text: `On how many hectares did NDVI fall by more than ${FELL} between the two days?`,
      ask: `On how many hectares did NDVI fall by more than ${FELL} between the two dates?`,
      unit: 'ha',
      truth: fell,
      tolerance: 0.02 * fell,
      digits: 2,
      mistakes: [
        { value: clearing, says: 'This is the clearing alone. Give all that the images show.' },
        { value: fell / 100, says: 'This is in square kilometres: 1 km² is 100 ha.' },
      ],
      explanation:
        'Look at the map of it: besides the clearing there are narrow strips, all of the same width.',
    },
    {
      kind: 'number',
      id: 'clearing',
      title: 'What is real',
      text: `The clearing is a rectangle of ${CLEARING[2] - CLEARING[0]} pixels from west to east and ${CLEARING[3] - CLEARING[1]} from north to south. How many hectares were cut?`,
      unit: 'ha',
      truth: clearing,
      tolerance: 0.02 * clearing,
      digits: 2,
      mistakes: [
        {
          value: (CLEARING[2] - CLEARING[0]) * (CLEARING[3] - CLEARING[1]),
          says: 'These are pixels. One is 0.04 ha.',
        },
        { value: fell, says: 'This is all that seemed to change.' },
      ],
      explanation: 'A patch that is wide in both directions keeps its size, wherever the image is laid.',
    },
    {
      kind: 'number',
      id: 'false-share',
      title: 'What is not',
      text: 'How many percent of the area on which NDVI seemed to fall are not the clearing?',
      unit: '%',
      truth: (100 * (fell - clearing)) / fell,
      tolerance: 2,
      digits: 1,
      mistakes: [
        { value: (100 * clearing) / fell, says: 'This is the share of the clearing.' },
        {
          value: (100 * (fell - clearing)) / clearing,
          says: 'This compares with the clearing. Compare with all that seemed to change.',
        },
      ],
      explanation:
        'And this is loss alone: the other side of each field shows a gain that did not happen either.',
    },
    {
      kind: 'number',
      id: 'one-edge',
      title: 'What an edge costs',
      text: `An edge between two fields runs from north to south for 1 km. How many hectares of false change does a shift of ${metres} m to the east make along it?`,
      unit: 'ha',
      truth: (1000 * metres) / 10_000,
      tolerance: 0.05,
      digits: 2,
      mistakes: [
        { value: 1000 * metres, says: 'These are square metres: 10,000 m² are 1 ha.' },
        { value: (1000 * metres) / 1e6, says: 'This is in square kilometres: 1 km² is 100 ha.' },
      ],
      explanation: 'Length times shift. So small fields suffer far more than large forests.',
    },
    {
      kind: 'choice',
      id: 'which-edges',
      title: 'Which edges show it?',
      text: 'The edge between the forest and the fields runs from west to east. What does the shift to the east do there?',
      options: [
        { id: 'nothing', label: 'Nothing: the shift runs along it', says: '' },
        {
          id: 'same',
          label: 'As much as at the other edges',
          says: 'An image that slides along an edge covers the same ground on both sides of it.',
        },
        {
          id: 'more',
          label: 'More, as forest and field differ most',
          says: 'How much they differ decides how strong a false change is, and not where it is.',
        },
      ],
      truth: 'nothing',
      explanation:
        'False change shows at edges across the shift alone: gain on one side of a field, loss on the other. That pattern gives it away.',
    },
  ],
  teacher: {
    timing: [
      { minutes: 15, what: 'How an image gets its place, and how exact that is: half a pixel is good.' },
      { minutes: 20, what: 'How far apart: in pairs, on the pond.' },
      { minutes: 35, what: 'What fell, what is real and what is not.' },
      {
        minutes: 20,
        what: 'Together: edges, and what to do. Align first, or count only what is wider than the shift.',
      },
    ],
    misconceptions: [
      {
        belief: 'Two images of one place lie on each other.',
        reply: 'They do so as well as they were placed. Look at something that stands still.',
      },
      {
        belief: 'A shift of two pixels spoils two pixels.',
        reply: 'It spoils two pixels along every edge: in small fields a large share of the image.',
      },
      {
        belief: 'False change cancels, as gain and loss are alike.',
        reply: 'In the mean it does. Where loss is counted alone it does not.',
      },
    ],
  },
}
