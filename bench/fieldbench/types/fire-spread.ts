import { union } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { burnedIn, fireDates, SIDE, unburned } from '../data/fire-dates.ts'
import { firmsTable, motionOf, walkingFire } from '../data/fire-points.ts'
import { tiffFile } from '../data/files.ts'
import { landOf, patch } from '../data/land.ts'
import { dayOfYear } from '../data/modis.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { course, planeThrough } from '../data/truth-motion.ts'
import {
  bearingFrom,
  cellsWhere,
  middleOf,
  sectorOfBearing,
  sectorOptions,
  sectorSaid,
} from '../data/truth-shapes.ts'
import { minus } from '../data/truth.ts'
import { choice, number, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** A direction well within a sector, so that rounding of any kind leaves it there. */
const courseOf = (random: () => number) => (45 * Math.floor(8 * random()) + 20 * random() - 10 + 360) % 360

/** A fire by three scenes (before, early, late), by detections of active fire, and another one by its days of burning. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const scenes = await growingScar(random)
  const from = dayAfter('2022-07-01', Math.floor(50 * random()))
  const detections = walkingFire(random, {
    from,
    days: 4 + Math.floor(5 * random()),
    bearing: courseOf(random),
    metresPerDay: 800 + 2500 * random(),
  })
  const moved = motionOf(detections)
  return {
    seed,
    ...scenes,
    table: firmsTable(detections),
    oneOverpass: firmsTable(detections.filter(({ date, clock }) => date === from && clock === 136)),
    undated: firmsTable(detections, { without: ['acq_date', 'acq_time'] }),
    moved: { ...moved, sector: sectorOfBearing(moved.bearing) },
    arrival: await burnDays(random),
  }
}

async function growingScar(random: () => number) {
  const land = landOf(SIDE, random() < 0.7 ? 'forest' : 'grass')
  const angle = (courseOf(random) * Math.PI) / 180
  const middle = { col: 44, row: 38 }
  const first = patch(random, SIDE, { ...middle, along: 9 + 2 * random(), across: 8 })
  const reach = 13 + 4 * random()
  const next = patch(random, SIDE, {
    col: middle.col + reach * Math.sin(angle),
    row: middle.row - reach * Math.cos(angle),
    along: 9,
    across: 8 + random(),
  })
  const scene = await fireDates(random, [
    { land, burn: unburned() },
    { land, burn: burnedIn(first) },
    { land, burn: burnedIn(union(first, next)) },
  ])
  const [before, early, late] = scene.dates as [FireDate, FireDate, FireDate]
  const fell = (one: FireDate) => minus(before.nbr, one.nbr)
  const [dropEarly, dropLate] = [fell(early), fell(late)]
  const old = cellsWhere(dropEarly, (value) => value >= 0.27)
  const grown = cellsWhere(dropLate, (value) => value >= 0.27).filter((cell) => dropEarly[cell]! < 0.27)
  const [from, to] = [middleOf(old, SIDE), middleOf(grown, SIDE)]
  const bearing = bearingFrom(from, to)
  return {
    files: scene.dates.flatMap(({ files }) => files),
    lastFiles: late.files,
    days: [before.date, early.date, late.date] as const,
    bearing,
    sector: sectorOfBearing(bearing),
    kilometres: (Math.hypot(to.col - from.col, to.row - from.row) * scene.grid.transform[0]) / 1000,
    grownHectares: grown.length * pixelHectares(scene.grid),
  }
}
type FireDate = Awaited<ReturnType<typeof fireDates>>['dates'][number]

/** Days of burning as MCD64A1 has them, the map of a front that crossed the land in some twelve days. */
async function burnDays(random: () => number) {
  const side = 60
  const grid = squareGrid(random, side, 500)
  const angle = (courseOf(random) * Math.PI) / 180
  const firstDay = 170 + Math.floor(60 * random())
  const pace = 3.5 + 2 * random()
  const scar = patch(random, side, { col: 30, row: 30, along: 22, across: 17 })
  const days = Float32Array.from(scar.cells, (one, at) => {
    const [col, row] = [(at % side) + 0.5 - 30, 30 - Math.floor(at / side) - 0.5]
    const along = col * Math.sin(angle) + row * Math.cos(angle)
    return one === 1 ? firstDay + Math.floor((along + 26) / pace) : 0
  })
  const burned = cellsWhere(days, (day) => day > 0)
  const { a, b } = planeThrough(
    burned.map((cell) => ({ x: 500 * (cell % side), y: -500 * Math.floor(cell / side), z: days[cell]! })),
  )
  const { bearing, length } = course(a, b)
  const name = (of: string) => `MCD64A1.A${of}.h11v09.061.2021300120000.Burn_Date.tif`
  const write = (values: Float32Array) =>
    tiffFile(name(dayOfYear('2020-08-01')), grid, values, { sampleType: 'int16', nodata: -1 })
  return {
    file: await write(days),
    /** The same scar with but one day in it. */
    oneDay: await write(days.map((day) => (day > 0 ? firstDay : 0))),
    sector: sectorOfBearing(bearing),
    metresPerDay: 1 / length,
  }
}

const SPREAD: readonly Chain[] = [
  [
    ['nbr', 'nbr', 'nbr'],
    ['difference', 'difference'],
    ['threshold_mask', 'threshold_mask'],
    ['spread_between'],
  ],
]
const POINTS: readonly Chain[] = [[['detections_direction']]]
const ARRIVAL: readonly Chain[] = [[['arrival_direction']]]

export const fireSpread = fieldType('fire-spread', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Which way did the fire spread between the second and the third image?',
        answer: words,
        chains: SPREAD,
        ...sectorSaid(made.sector),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: `At what bearing, in degrees from north, did the fire spread from ${made.days[1]} to ${made.days[2]}?`,
        // Half a degree: clouds hide other pixels to whoever measures both scars where both dates are clear.
        answer: number(made.bearing, 'deg', { relative: 0, absolute: 0.5 }),
        chains: SPREAD,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Tomorrow the water bombers need a briefing. From the detection list, to which point of the compass have the hot spots been shifting day by day?',
        answer: words,
        chains: POINTS,
        files: [made.table],
        ...sectorSaid(made.moved.sector),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = sectorOptions(made.sector, made.seed)
        return {
          question: `In which direction did the fire advance from the first fire date to the last?\n${list.text}`,
          answer: choice(list.label),
          chains: SPREAD,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'In which direction did the fire spread?',
        answer: refusal,
        chains: [],
        files: made.lastFiles,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question: `Use ${made.days[0]} as the unburned state. Outline the scar on ${made.days[1]}, outline it again on ${made.days[2]}, keep only what the second outline adds, and give those hectares.`,
        answer: number(made.grownHectares, 'ha', { relative: 0.005 }),
        chains: [
          ...SPREAD,
          [
            ['nbr', 'nbr', 'nbr'],
            ['difference', 'difference'],
            ['threshold_mask', 'threshold_mask'],
            ['combine_masks|gain_loss'],
          ],
        ],
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: `How many hectares did the fire gain between ${made.days[1]} and ${made.days[2]}?`,
        answer: number(made.grownHectares, 'ha', { relative: 0.005 }),
        chains: [
          ...SPREAD,
          [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['mask_area']],
          [
            ['nbr', 'nbr', 'nbr'],
            ['difference', 'difference'],
            ['threshold_mask', 'threshold_mask'],
            ['combine_masks|gain_loss'],
          ],
        ],
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question: `Our logbook has a column “advance of the fire, km”, from the middle of the old scar to the middle of the new one. What goes in for ${made.days[1]} to ${made.days[2]}?`,
        answer: number(made.kilometres, 'km', { relative: 0.01 }),
        chains: SPREAD,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'Rate of spread, please, in kilometres per day. The csv with the fire points is attached.',
        answer: refusal,
        chains: [],
        files: [made.oneOverpass],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'At what speed did the fire detections move, in metres per day?',
        // A degree has not the same length all over the detections.
        answer: number(made.moved.length, 'm/day', { relative: 0.005 }),
        chains: POINTS,
        files: [made.table],
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Take the table of detections, first fit how their position changes with time, then give me the bearing of that movement in degrees.',
        answer: number(made.moved.bearing, 'deg', { relative: 0, absolute: 0.5 }),
        chains: POINTS,
        files: [made.table],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = sectorOptions(made.arrival.sector, made.seed)
        return {
          question: `Each pixel of this raster holds the day on which it burned. Over the days the flames ran to the\n${list.text}`,
          answer: choice(list.label),
          chains: ARRIVAL,
          files: [made.arrival.file],
        }
      },
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Towards which side did the fire front travel, going by the burn dates?',
        answer: words,
        chains: ARRIVAL,
        files: [made.arrival.file],
        ...sectorSaid(made.arrival.sector),
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'Which way did the fire move, by these hotspots?',
        answer: refusal,
        chains: [],
        files: [made.oneOverpass],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'With a straight-line fit of the positions of all detections against time, what pace comes out for the fire, in km per day?',
        // A degree has not the same length all over the detections.
        answer: number(made.moved.length / 1000, 'km/day', { relative: 0.005 }),
        chains: POINTS,
        files: [made.table],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'In which direction did the fire move, judging from the burn dates?',
        answer: refusal,
        chains: [],
        files: [made.arrival.oneDay],
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Which direction did the active fires move in?',
        answer: words,
        chains: POINTS,
        files: [made.table],
        ...sectorSaid(made.moved.sector),
      }),
    },
  ],
})
