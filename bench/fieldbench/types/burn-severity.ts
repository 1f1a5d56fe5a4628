import { seededRandom } from '../../../src/lib/random.ts'
import { fireDates, ringedScar, SIDE, unburned } from '../data/fire-dates.ts'
import { landOf, paint, patch } from '../data/land.ts'
import { pixelHectares } from '../data/place.ts'
import { countWhere, meanOf, minus, valid } from '../data/truth.ts'
import { choice, number, numbers, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** A forest with a scar that burned hardest in its middle, and a field that went from bare to green meanwhile. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const field = patch(random, SIDE, { col: 36, row: 68, along: 5 + 2 * random() })
  const ground = landOf(SIDE, random() < 0.5 ? 'forest' : 'crop')
  const along = 22 + 6 * random()
  const burn = ringedScar(random, { col: 46, row: 32, along, across: along * (0.6 + 0.3 * random()) })
  const scene = await fireDates(random, [
    { land: paint(ground, field, 'bare'), burn: unburned() },
    { land: paint(ground, field, 'grass'), burn },
  ])
  const [pre, post] = scene.dates as [(typeof scene.dates)[number], (typeof scene.dates)[number]]
  const change = minus(pre.nbr, post.nbr)
  const rbr = change.map((value, at) => value / (pre.nbr[at]! + 1.001))
  const hectares = pixelHectares(scene.grid)
  const between = (low: number, high: number) =>
    countWhere(change, (value) => value >= low && value < high) * hectares
  const classes = {
    low: between(0.1, 0.27),
    'moderate-low': between(0.27, 0.44),
    'moderate-high': between(0.44, 0.66),
    high: between(0.66, Infinity),
  }
  const largest = Object.entries(classes).reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  const files = [...pre.files, ...post.files]
  return {
    seed,
    files,
    without: (pattern: RegExp) => files.filter(({ name }) => !pattern.test(name)),
    before: pre.date,
    later: post.date,
    laterFiles: post.files,
    classes,
    largest: largest as keyof typeof classes,
    all: [between(-Infinity, -0.25), between(-0.25, -0.1), between(-0.1, 0.1), ...Object.values(classes)],
    regrown: between(-Infinity, -0.1),
    lowPercent: (100 * classes.low) / (valid(change).length * hectares),
    meanBurned: meanOf(valid(change, (at) => change[at]! >= 0.27)),
    rbrOver: (limit: number) => countWhere(rbr, (value) => value >= limit) * hectares,
  }
}

const CLASSES: readonly Chain[] = [
  [['burn_severity']],
  [['nbr', 'nbr'], ['difference'], ['severity_classes']],
]
const ABOVE_HIGH: readonly Chain[] = [
  ...CLASSES,
  [
    ['nbr', 'nbr'],
    ['difference'],
    [{ tool: 'threshold_mask', args: { rule: 'value', value: 0.66, side: 'at_or_above' } }],
    ['mask_area'],
  ],
]
const waysToSay = (name: string) => [name, name.replace('-', ' '), name.replace('-', '_')]

export const burnSeverity = fieldType('burn-severity', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hectares burned at high severity?',
        answer: number(made.classes.high, 'ha'),
        chains: ABOVE_HIGH,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Area of moderate-low burn severity (dNBR 0.27 to 0.44) in km²?',
        answer: number(made.classes['moderate-low'] / 100, 'km2'),
        chains: CLASSES,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Aerial seeding will be paid for wherever damage is at least moderate-high, so dNBR from 0.44 upwards. How many hectares get seeded then?',
        answer: number(made.classes['moderate-high'] + made.classes.high, 'ha'),
        chains: [
          [
            ['nbr', 'nbr'],
            ['difference'],
            [{ tool: 'threshold_mask', args: { rule: 'value', value: 0.44, side: 'at_or_above' } }],
            ['mask_area'],
          ],
          [['nbr', 'nbr'], ['difference'], ['count_where']],
        ],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.classes['moderate-high'], made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How much ground falls in the moderate-high severity class?\n${list.text}`,
          answer: choice(list.label),
          chains: CLASSES,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'Map the burn severity and tell me the hectares of each class.',
        answer: refusal,
        chains: [],
        files: made.without(/[_.](B12|SR_B7|B11|SR_B6)[_.]/),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Difference the two NBR layers, pre minus post; apply the Key–Benson breaks; what then remains is to read off the hectares labelled moderate-low.',
        answer: number(made.classes['moderate-low'], 'ha'),
        chains: CLASSES,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Give me the area of every burn severity class, in hectares.',
        answer: numbers(...made.all.filter((area) => area > 0).map((area) => number(area, 'ha'))),
        chains: CLASSES,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Erosion crews only go where the fire was severe, dNBR of 0.66 and more. How many hectares is that?',
        answer: number(made.classes.high, 'ha'),
        chains: ABOVE_HIGH,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'Which percentage of this forest did the fire leave in the high severity class?',
        answer: refusal,
        chains: [],
        // The image before the fire alone.
        files: made.files.filter((file) => !made.laterFiles.includes(file)),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First the dNBR from the two dates, then sort it into severity classes, then say how many square metres are in the low class.',
        answer: number(made.classes.low * 10_000, 'm2'),
        chains: CLASSES,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'What share of the scene, in percent of the valid pixels, burned with low severity (dNBR 0.1 to 0.27)?',
        answer: number(made.lowPercent, '%'),
        chains: [
          [
            ['nbr', 'nbr'],
            ['difference'],
            ['severity_classes|threshold_mask|count_where|conditional_statistics'],
          ],
          [['burn_severity'], ['class_areas']],
        ],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.meanBurned, made.seed, (value) => value.toFixed(3))
        return {
          question: `Leave out every pixel whose dNBR stays under 0.27 and average the dNBR of the others. The result is closest to\n${list.text}`,
          answer: choice(list.label),
          chains: [
            [['nbr', 'nbr'], ['difference'], ['conditional_statistics']],
            [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['zonal_statistics|statistics']],
          ],
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the mean dNBR of the burned pixels (dNBR of at least 0.27)?',
        answer: number(made.meanBurned, '1'),
        chains: [
          [['nbr', 'nbr'], ['difference'], ['conditional_statistics']],
          [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['zonal_statistics|statistics']],
        ],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'How many hectares have an RBR (relativized burn ratio) of at least 0.3?',
        answer: number(made.rbrOver(0.3), 'ha'),
        chains: [
          [
            ['rbr'],
            [{ tool: 'threshold_mask', args: { rule: 'value', value: 0.3, side: 'at_or_above' } }],
            ['mask_area'],
          ],
        ],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'We work with the relativized burn ratio, dNBR / (pre-fire NBR + 1.001), not with dNBR. On what area in km² does RBR reach 0.25 or more?',
        answer: number(made.rbrOver(0.25) / 100, 'km2'),
        chains: [
          [
            ['rbr'],
            [{ tool: 'threshold_mask', args: { rule: 'value', value: 0.25, side: 'at_or_above' } }],
            ['mask_area'],
          ],
        ],
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Which of the burned severity classes is the largest, and how many hectares is it?',
        answer: numbers(number(made.classes[made.largest], 'ha')),
        chains: CLASSES,
        white: [waysToSay(made.largest)],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: `How many hectares burned with high severity between ${made.before} and 1999-10-01?`,
        answer: refusal,
        chains: [],
      }),
    },
  ],
  // scripts/oracles/field.py, corumba.
  real: [
    {
      split: 'train',
      style: 'direct',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'How many hectares burned with moderate-low severity?',
        answer: number(7732.53, 'ha'),
        chains: CLASSES,
      },
    },
    {
      split: 'dev',
      style: 'direct',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'What is the area of high burn severity in ha?',
        answer: number(50.31, 'ha'),
        chains: CLASSES,
      },
    },
    {
      split: 'test',
      style: 'direct',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'How much land burned with moderate-high severity, in hectares?',
        answer: number(243.27, 'ha'),
        chains: CLASSES,
      },
    },
  ],
})
