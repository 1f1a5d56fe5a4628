import { union } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { burnedIn, fireDates, SIDE, unburned } from '../data/fire-dates.ts'
import { textFile } from '../data/files.ts'
import { landOf, patch } from '../data/land.ts'
import {
  axisOf,
  cellsWhere,
  EIGHT,
  patches,
  sectorOptions,
  sectorSaid,
  sectorWords,
  sharesAbout,
  type Sector,
} from '../data/truth-shapes.ts'
import { minus } from '../data/truth.ts'
import { choice, number, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

const CENTRE = { col: SIDE / 2, row: SIDE / 2 }

/** Woods that burned on one side of the scene, with a smaller scar on another side. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const turn = Math.floor(8 * random())
  const away = (sector: number, reach: number) => {
    const angle = ((45 * sector + 8 * random() - 4) * Math.PI) / 180
    return { col: CENTRE.col + reach * Math.sin(angle), row: CENTRE.row - reach * Math.cos(angle) }
  }
  const main = patch(random, SIDE, { ...away(turn, 23), along: 8, across: 6 })
  const other = patch(random, SIDE, { ...away(turn + 3, 22), along: 3.5 })
  const land = landOf(SIDE, random() < 0.6 ? 'forest' : 'grass')
  const scene = await fireDates(random, [
    { land, burn: unburned() },
    { land, burn: burnedIn(union(main, other)) },
  ])
  const [pre, post] = scene.dates as [(typeof scene.dates)[number], (typeof scene.dates)[number]]
  const fell = minus(pre.nbr, post.nbr)
  const burned = cellsWhere(fell, (value) => value >= 0.27)
  const largest = patches((at) => fell[at]! >= 0.27, SIDE, SIDE)[0]!
  const shares = sharesAbout(burned, SIDE, { about: CENTRE, sectors: 8 })
  const quarters = sharesAbout(burned, SIDE, { about: CENTRE, sectors: 4 })
  const most = (all: readonly number[]) => EIGHT[all.indexOf(Math.max(...all))]!
  const green = minus(pre.ndvi, post.ndvi)
  const lost = cellsWhere(green, (value) => value >= 0.2)
  /** A place beyond the scar, from which it lies the other way. */
  const tower = away(turn, 39)
  const [a, , x, , e, y] = scene.grid.transform
  const [longitude, latitude] = toLonLat(scene.grid.crs)(x + a * tower.col, y + e * tower.row)
  const files = [...pre.files, ...post.files]
  return {
    seed,
    files,
    last: post.files,
    days: [pre.date, post.date] as const,
    without: (pattern: RegExp) => files.filter(({ name }) => !pattern.test(name)),
    sector: most(shares),
    percentIn: (sector: Sector) => 100 * shares[EIGHT.indexOf(sector)]!,
    /** Of the quarters N, E, S and W the fullest: name and percent. */
    quarter: (['N', 'E', 'S', 'W'] as const)[quarters.indexOf(Math.max(...quarters))]!,
    quarterPercent: 100 * Math.max(...quarters),
    ofLargest: most(sharesAbout(largest, SIDE, { about: CENTRE, sectors: 8 })),
    largestAxis: axisOf(largest, SIDE),
    lostSector: most(sharesAbout(lost, SIDE, { about: CENTRE, sectors: 8 })),
    tower: {
      longitude: longitude.toFixed(5),
      latitude: latitude.toFixed(5),
      sector: most(sharesAbout(burned, SIDE, { about: tower, sectors: 8 })),
    },
  }
}

const SIDES: readonly Chain[] = [
  [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['mask_direction|sector_shares']],
]

export const changeDirection = fieldType('change-direction', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'On which side of the scene does the burned area lie?',
        answer: words,
        chains: SIDES,
        ...sectorSaid(made.sector),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: `What percentage of the burned area lies in the ${sectorWords(made.sector)} sector, seen from the centre of the scene (eight sectors)?`,
        answer: number(made.percentIn(made.sector), '%', { absolute: 0.3 }),
        chains: SIDES,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Policies are filed by the eight compass directions, counted from the middle of the scene. Under which one do I file the greater part of what burned?',
        answer: words,
        chains: SIDES,
        ...sectorSaid(made.sector),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = sectorOptions(made.sector, made.seed)
        return {
          question: `Seen from the centre of the scene, in which direction does most of the burned change lie?\n${list.text}`,
          answer: choice(list.label),
          chains: SIDES,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: `In which direction from the centre did the land burn between ${made.days[0]} and ${made.days[1]}?`,
        answer: refusal,
        chains: [],
        files: made.last,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Pre-fire NBR minus post-fire NBR; burned is 0.27 and up; single out the biggest connected scar. What azimuth, 0 to 180 degrees, has its longer axis?',
        answer: number(made.largestAxis, 'deg', { relative: 0, absolute: 0.5 }),
        chains: SIDES,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'In which direction from the scene centre was vegetation lost?',
        answer: words,
        chains: [[['ndvi', 'ndvi'], ['difference'], ['threshold_mask'], ['mask_direction|sector_shares']]],
        ...sectorSaid(made.lostSector),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question: `We run a camera tower at longitude ${made.tower.longitude}, latitude ${made.tower.latitude}. In which direction from it does most of the burned land lie?`,
        answer: words,
        chains: SIDES,
        ...sectorSaid(made.tower.sector),
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'Seen from the middle of the image, to which side was the land scorched by the fire?',
        answer: refusal,
        chains: [],
        // The image before the fire alone.
        files: made.files.filter((file) => !made.last.includes(file)),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the bearing of the long axis of the largest burn scar, in degrees (0 to 180)?',
        answer: number(made.largestAxis, 'deg', { relative: 0, absolute: 0.5 }),
        chains: SIDES,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question: `First find what burned, then split it into four sectors (N, E, S, W) around the scene centre, then give me the percentage in the ${sectorWords(made.quarter)}.`,
        answer: number(made.quarterPercent, '%', { absolute: 0.3 }),
        chains: SIDES,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = sectorOptions(made.lostSector, made.seed)
        return {
          question: `Stand at the midpoint of the image and look for where NDVI dropped by 0.2 or more. Chiefly you look\n${list.text}`,
          answer: choice(list.label),
          chains: [[['ndvi', 'ndvi'], ['difference'], ['threshold_mask'], ['mask_direction|sector_shares']]],
        }
      },
    },
    {
      style: 'direct',
      ask: (made) => ({
        question:
          'Where does the largest burn scar lie, seen from the middle of the scene: in which direction?',
        answer: words,
        chains: SIDES,
        ...sectorSaid(made.ofLargest),
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'On which side of the scene did it burn?',
        answer: refusal,
        chains: [],
        files: made.files.map((file) =>
          /[_.](B12|SR_B7)[_.]/.test(file.name) ? textFile(file.name, 'access denied\n') : file,
        ),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => {
        // Where the smaller scar lies.
        const other = EIGHT[(EIGHT.indexOf(made.sector) + 3) % 8]!
        return {
          question: `Eight equal sectors about the scene centre, the first centred on north: the ${sectorWords(other)} one has how many per cent of the burned pixels?`,
          answer: number(made.percentIn(other), '%', { absolute: 0.3 }),
          chains: SIDES,
        }
      },
    },
  ],
  // scripts/oracles/field.py, corumba.
  real: [
    {
      split: 'train',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'What is the bearing of the long axis of the burned area, in degrees?',
        answer: number(27.229, 'deg', { relative: 0, absolute: 0.5 }),
        chains: SIDES,
      },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question:
          'What percentage of the burned area lies in the west sector, with eight sectors around the scene centre?',
        answer: number(21.54, '%', { absolute: 0.3 }),
        chains: SIDES,
      },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'Which bearing has the long axis of the largest burn scar, in degrees?',
        answer: number(49.514, 'deg', { relative: 0, absolute: 0.5 }),
        chains: SIDES,
      },
    },
  ],
})
