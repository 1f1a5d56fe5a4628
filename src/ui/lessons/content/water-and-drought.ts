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
import type { Lesson } from './lesson.ts'
import { mix, ndmi, ndvi, SPECTRA, type Spectrum } from './spectra.ts'

const BASIN: Place = { tile: '30SVJ', epsg: 32630, west: 440_000, north: 4_340_000 }
const SPRING = '2023-05-16'
const AUTUMN = '2023-09-23'

/** Half of the meadow's ground shows through by autumn. */
const DRY = mix(SPECTRA.grass, SPECTRA.soil, 0.5)

type Zone = 'lake' | 'shore' | 'forest' | 'irrigated' | 'harvested' | 'meadow'

function zoneAt(cell: Cell): Zone {
  if (inEllipse(cell, { col: 40, row: 42, wide: 15, high: 10 })) return 'lake'
  if (inEllipse(cell, { col: 38, row: 42, wide: 24, high: 16 })) return 'shore'
  if (cell.row < 18) return 'forest'
  if (inBox(cell, [70, 30, 90, 50])) return 'irrigated'
  if (inBox(cell, [66, 64, 90, 84])) return 'harvested'
  return 'meadow'
}

export const zones = everyCell(zoneAt)
const inSpring: Readonly<Record<Zone, Spectrum>> = {
  lake: SPECTRA.water,
  shore: SPECTRA.water,
  forest: SPECTRA.forest,
  irrigated: SPECTRA.grass,
  harvested: SPECTRA.grass,
  meadow: SPECTRA.grass,
}
const inAutumn: Readonly<Record<Zone, Spectrum>> = {
  ...inSpring,
  shore: SPECTRA.mud,
  harvested: SPECTRA.soil,
  meadow: DRY,
}

const spring = hectaresOf(zones, (zone) => zone === 'lake' || zone === 'shore')
const autumn = hectaresOf(zones, (zone) => zone === 'lake')
const lost = spring - autumn
const meanOnDay = (of: (spectrum: Spectrum) => number, day: Readonly<Record<Zone, Spectrum>>) =>
  meanOf(zones, (zone) => of(day[zone]))
const fall = (zone: Zone) => ndvi(inSpring[zone]) - ndvi(inAutumn[zone])
const digits = (value: number) => value.toFixed(2).replace('-', '−')

export const waterAndDrought: Lesson = {
  id: 'water-and-drought',
  title: 'Water and drought',
  summary:
    'A dry summer shows in what the lake lost and in what the leaves lost. Not all that turns brown is thirsty.',
  goals: [
    'Measure open water on two days, and what was lost.',
    'Calculate an index of the water in leaves.',
    'Tell drought from harvest by its pattern.',
  ],
  data: 'A basin with a lake in spring and in autumn of a dry year, 96 × 96 pixels of 20 m. Forest in the north, a watered field in the east, a meadow around the lake, and a field that was harvested in summer.',
  rasters: () => [
    ...bandsOf(
      zones.map((zone) => inSpring[zone]),
      SPRING,
      BASIN,
      105,
    ),
    ...bandsOf(
      zones.map((zone) => inAutumn[zone]),
      AUTUMN,
      BASIN,
      106,
    ),
  ],
  tasks: [
    {
      kind: 'number',
      id: 'spring-water',
      title: 'The lake in spring',
      text: `How many hectares of water are there on ${SPRING}?`,
      ask: `How many hectares of water are there on ${SPRING}?`,
      unit: 'ha',
      truth: spring,
      tolerance: 0.02 * spring,
      digits: 2,
      mistakes: [
        { value: autumn, says: 'This is the lake in autumn. Look at which scene was measured.' },
        { value: spring / 100, says: 'This is in square kilometres: 1 km² is 100 ha.' },
      ],
      explanation: 'The answer names the scene that it was measured on: read it each time there are several.',
    },
    {
      kind: 'number',
      id: 'lost-water',
      title: 'What was lost',
      text: 'How many hectares of water were lost by autumn? Measure the second day too, and subtract; or ask for the change.',
      ask: `How many hectares of water are there on ${AUTUMN}?`,
      unit: 'ha',
      truth: lost,
      tolerance: 0.02 * spring,
      digits: 2,
      mistakes: [
        { value: autumn, says: 'This is what is left. Take it away from the lake in spring.' },
        { value: spring, says: 'This is the lake in spring. Take away what is left of it.' },
        { value: -lost, says: 'The size is right. A loss of so much is asked for: leave the sign out.' },
      ],
      explanation:
        'Mud that falls dry is still dark and wet, but it throws back more near infrared than green light: NDWI is below 0.',
    },
    {
      kind: 'number',
      id: 'lost-share',
      title: 'What share is that?',
      text: 'How many percent of the lake of spring were gone in autumn?',
      unit: '%',
      truth: (100 * lost) / spring,
      tolerance: 2,
      digits: 1,
      mistakes: [
        { value: (100 * autumn) / spring, says: 'This is the share that is left.' },
        {
          value: (100 * lost) / autumn,
          says: 'This compares with what is left. Compare with the lake of spring.',
        },
        {
          value: (100 * lost) / hectaresOf(zones, () => true),
          says: 'This is the share of the whole scene.',
        },
      ],
      explanation: 'Area is not volume: a flat shore gives much area for little water.',
    },
    {
      kind: 'number',
      id: 'ndmi-by-hand',
      title: 'Water in the leaves',
      text: `NDMI is (B8A − B11) / (B8A + B11). In autumn the meadow reflects ${DRY.B8A.toFixed(3)} in B8A and ${DRY.B11.toFixed(3)} in B11. How large is it?`,
      unit: '',
      truth: ndmi(DRY),
      tolerance: 0.005,
      digits: 3,
      mistakes: [
        { value: -ndmi(DRY), says: 'The order of the bands is turned: near infrared (B8A) comes first.' },
        { value: ndvi(DRY), says: 'This is NDVI, with red in place of shortwave infrared.' },
        { value: ndmi(SPECTRA.grass), says: 'This is the meadow in spring.' },
      ],
      explanation: `In spring it was ${digits(ndmi(SPECTRA.grass))}: water in leaves takes up shortwave infrared, and there is less of it now.`,
    },
    {
      kind: 'choice',
      id: 'not-drought',
      title: 'What is not drought?',
      text: 'NDVI fell in several places. Which of them should not be counted as drought?',
      options: [
        {
          id: 'meadow',
          label: `The meadow around the lake: it fell by ${digits(fall('meadow'))}`,
          says: 'The fall is moderate, without edges and all over the meadow: so a drought looks.',
        },
        {
          id: 'harvested',
          label: `The field in the south-east: it fell by ${digits(fall('harvested'))}`,
          says: '',
        },
        {
          id: 'none',
          label: 'None: where NDVI falls there is drought',
          says: 'NDVI says that green is gone and not why. Look at the shape of each place.',
        },
      ],
      truth: 'harvested',
      explanation:
        'The field fell most of all, with straight edges: it was harvested. The watered field beside the lake did not fall, so the weather alone is no cause either.',
    },
    {
      kind: 'number',
      id: 'autumn-ndvi',
      title: 'The basin in autumn',
      text: `What is the mean NDVI on ${AUTUMN}? Think of what it mixes: less lake raises it, dry meadow lowers it.`,
      ask: `What is the mean NDVI on ${AUTUMN}?`,
      unit: '',
      truth: meanOnDay(ndvi, inAutumn),
      tolerance: 0.02,
      digits: 3,
      mistakes: [
        {
          value: meanOnDay(ndvi, inSpring),
          says: 'This is the mean of spring. Look at which scene was measured.',
        },
      ],
      explanation: `In spring it was ${digits(meanOnDay(ndvi, inSpring))}. One figure for the whole basin would hide half of the drought behind the lake.`,
    },
  ],
  teacher: {
    timing: [
      {
        minutes: 15,
        what: 'Droughts of the air, of the soil and of rivers, and which of them a satellite sees.',
      },
      { minutes: 30, what: 'The lake on both days, loss and share.' },
      { minutes: 25, what: 'Water in leaves, and what is not drought: in pairs, with the probe on the map.' },
      { minutes: 20, what: 'Together: what would make two days comparable? Ten years of the same week.' },
    ],
    misconceptions: [
      {
        belief: 'Two days are enough to see a drought.',
        reply:
          'Spring and autumn differ in every year. A drought is a difference from what is usual for the season.',
      },
      {
        belief: 'Less area is less water by the same share.',
        reply: 'That depends on how steep the shore is.',
      },
      { belief: 'Brown is dry.', reply: 'Brown is also harvested, ripe, ploughed or burned.' },
    ],
  },
}
