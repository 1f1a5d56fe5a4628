import { seededRandom } from '../../../src/lib/random.ts'
import { fireDates, SIDE, unburned } from '../data/fire-dates.ts'
import { firmsTable, walkingFire, type Detection } from '../data/fire-points.ts'
import { textFile, tiffFile } from '../data/files.ts'
import { landOf } from '../data/land.ts'
import { dayOfYear } from '../data/modis.ts'
import { dayAfter, squareGrid } from '../data/place.ts'
import { countWhere } from '../data/truth.ts'
import { choice, number, options, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Detections of VIIRS or MODIS in a table, a fire mask of MODIS with its radiative power, and an optical scene. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const instrument = random() < 0.5 ? 'VIIRS' : 'MODIS'
  const from = dayAfter('2021-06-01', Math.floor(90 * random()))
  const found = walkingFire(random, {
    from,
    days: 3 + Math.floor(6 * random()),
    bearing: 360 * random(),
    metresPerDay: 500 + 2000 * random(),
  })
  const table = firmsTable(found, { instrument })
  const lines = new TextDecoder().decode(await table.bytes.read(0, table.bytes.size))
  const scene = await fireDates(random, [{ land: landOf(SIDE, 'forest'), burn: unburned() }])
  const byDay = new Map<string, number>()
  for (const { date } of found) byDay.set(date, (byDay.get(date) ?? 0) + 1)
  const ranked = [...byDay].sort(([, one], [, other]) => other - one)
  // The worst day is to be the only one.
  const worst = ranked[0]!
  const second = ranked[1]!
  return {
    seed,
    found,
    files: [table],
    worst: worst[1] > second[1] ? worst[0] : null,
    onDay: second,
    days: byDay.size,
    withoutPower: firmsTable(found, { instrument, without: ['frp'] }),
    withoutPlaces: firmsTable(found, { instrument, without: ['latitude', 'longitude', 'scan', 'track'] }),
    /** The download broke off in the middle of a line. */
    cut: textFile(table.name, lines.slice(0, lines.lastIndexOf(',', lines.length - 40))),
    optical: scene.dates[0]!.files,
    ...(await fireMask(random)),
  }
}
type Fires = Awaited<ReturnType<typeof world>>

/** MOD14A1: classes 3 water, 4 cloud, 5 land, 6 unknown, 7 to 9 fire by confidence; power in tenths of a megawatt. */
async function fireMask(random: () => number) {
  const side = 64
  const grid = squareGrid(random, side, 1000)
  const centre = { col: 20 + 24 * random(), row: 20 + 24 * random() }
  const classes = Float32Array.from({ length: side * side }, (_, at) => {
    const [col, row] = [at % side, Math.floor(at / side)]
    if (Math.hypot(col - centre.col, row - centre.row) < 9 && random() < 0.25) {
      return random() < 0.25 ? 7 : random() < 0.6 ? 8 : 9
    }
    return row < 6 ? 4 : col < 5 ? 3 : random() < 0.01 ? 6 : 5
  })
  const power = classes.map((code) => (code >= 7 ? Math.round(10 * (5 + 80 * random())) : 0))
  const day = dayOfYear(dayAfter('2020-07-01', Math.floor(80 * random())))
  const name = (layer: string) => `MOD14A1.A${day}.h11v10.061.2021300120000.${layer}.tif`
  return {
    classes,
    mask: await tiffFile(name('FireMask'), grid, classes, { sampleType: 'uint8', nodata: null }),
    power: await tiffFile(name('MaxFRP'), grid, power, { sampleType: 'int32', nodata: null }),
    megawatts: power.map((tenths) => tenths / 10),
  }
}

const TABLE: readonly Chain[] = [[['active_fires']]]
const MASK: readonly Chain[] = [[['fire_pixels']]]
const ranks = { low: 0, nominal: 1, high: 2 }
const from = ({ found }: Fires, least: Detection['confidence']) =>
  found.filter(({ confidence }) => ranks[confidence] >= ranks[least])
const power = (detections: readonly Detection[]) => detections.reduce((sum, { frp }) => sum + frp, 0)
const least = (confidence: string): readonly Chain[] => [
  [[{ tool: 'active_fires', args: { least_confidence: confidence } }]],
]
const fires = (value: number) => number(value, 'count', { relative: 0 })

export const activeFire = fieldType('active-fire', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many active fire detections are there in the table?',
        answer: fires(made.found.length),
        chains: TABLE,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the total fire radiative power of all detections, in MW?',
        answer: number(power(made.found), 'MW'),
        chains: TABLE,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Our smoke model may be fed only with the surest hits, the ones flagged high confidence. What radiative power, in MW, do they put out taken together?',
        answer: number(power(from(made, 'high')), 'MW'),
        chains: least('high'),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.found.length, made.seed, (value) => value.toFixed(0))
        return {
          question: `How many fire detections did the satellite make?\n${list.text}`,
          answer: choice(list.label),
          chains: TABLE,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many fires are burning right now, and how strong are they in MW?',
        answer: refusal,
        chains: [],
        files: made.optical,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Throw out of the list whatever is rated low and whatever is rated nominal, then tell me the number of detections still in it.',
        answer: fires(from(made, 'high').length),
        chains: least('high'),
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many fire pixels does the MODIS fire mask hold?',
        answer: fires(countWhere(made.classes, (code) => code >= 7)),
        chains: MASK,
        files: [made.mask],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Number of pixels in the fire mask that are fires of high confidence?',
        answer: fires(countWhere(made.classes, (code) => code === 9)),
        chains: [[[{ tool: 'fire_pixels', args: { confidence: 'high' } }]]],
        files: [made.mask],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question:
          'Which single fire of this export was the most powerful, and how many megawatts did it have?',
        answer: refusal,
        chains: [],
        files: [made.withoutPower],
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question: 'For the situation report: on which day did the satellite see the most fire detections?',
        ...(made.worst === null
          ? { answer: fires(made.onDay[1]), white: [] }
          : { answer: words, white: [[made.worst]] }),
        chains: TABLE,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question: 'First keep the fire detections of at least nominal confidence, then count them.',
        answer: fires(from(made, 'nominal').length),
        chains: least('nominal'),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(power(made.found), made.seed, (value) => `${value.toFixed(0)} MW`)
        return {
          question: `If one adds up the FRP column over all rows, what does one arrive at?\n${list.text}`,
          answer: choice(list.label),
          chains: TABLE,
        }
      },
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What is the highest FRP of a single fire detection?',
        answer: number(Math.max(...made.found.map(({ frp }) => frp)), 'MW'),
        chains: TABLE,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many active fires did FIRMS report?',
        answer: refusal,
        chains: [],
        files: [made.cut],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Mean FRP per detection over the complete table, all confidence levels, in MW?',
        answer: number(power(made.found) / made.found.length, 'MW'),
        chains: TABLE,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'On how many days were fires detected?',
        answer: fires(made.days),
        chains: TABLE,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: `How many fire detections were made on ${made.onDay[0]}?`,
        answer: fires(made.onDay[1]),
        chains: TABLE,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What does the strongest pixel of the MaxFRP layer radiate, in megawatts?',
        answer: number(Math.max(...made.megawatts), 'MW'),
        chains: [...MASK, [['statistics']]],
        files: [made.mask, made.power],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Sum up the fire radiative power of the fire pixels, in MW.',
        answer: number(
          made.megawatts.reduce((sum, value) => sum + value, 0),
          'MW',
        ),
        chains: MASK,
        files: [made.mask, made.power],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How large is the hull around the fire detections, in km²?',
        answer: refusal,
        chains: [],
        files: [made.withoutPlaces],
      }),
    },
  ],
})
