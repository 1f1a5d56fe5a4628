import { seededRandom } from '../../src/lib/random.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import type { Binding, FinishedRun, FinishedStep } from '../../src/memory/types.ts'
import { runOf, stepOf } from '../memory/finished-run.ts'
import { contextOf } from './memory.ts'

/** Draws of one seed. */
export class Chance {
  readonly #next: () => number
  constructor(seed: number) {
    this.#next = seededRandom(seed)
  }
  below = (limit: number): number => Math.floor(this.#next() * limit)
  is = (probability: number): boolean => this.#next() < probability
  of = <Item>(items: readonly Item[]): Item => items[this.below(items.length)]!
  order = <Item>(items: readonly Item[]): readonly Item[] =>
    items
      .map((item) => ({ item, at: this.#next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
}

const TYPES: readonly TaskType[] = ['water-change', 'deforestation', 'landslide']
const INDICES = ['ndwi', 'ndvi', 'nbr', 'ndmi', 'mndwi'] as const
const CHECKS = ['empty', 'covers-most', 'one-class', 'in-noise'] as const
const CODES = ['invalid_input', 'grid_mismatch', 'nothing_valid', 'band_missing'] as const

/** How a run fails the gate; null: it passes. */
export type Failure =
  | 'no tool'
  | 'too many calls'
  | 'too many repeats'
  | 'ungrounded'
  | 'declined'
  | 'error'
  | 'empty answer'
  | 'no evidence'
  | 'wrong unit'
  | 'foreign check'

export const FAILURES: readonly Failure[] = [
  'no tool', 'too many calls', 'too many repeats', 'ungrounded', 'declined', 'error', 'empty answer', 'no evidence',
  'wrong unit', 'foreign check',
] // prettier-ignore

export interface RunChoice {
  readonly runId: string
  readonly at: number
  readonly used?: FinishedRun['used']
  readonly failure?: Failure | null
}

/** A run over one or two scenes with detours, refused calls and settings tried, whose answer is an area. */
export function randomRun(chance: Chance, { runId, at, used, failure = null }: RunChoice): FinishedRun {
  const plan = randomPlan(chance)
  const last = plan.at(-1)!
  const base = runOf()
  const cite = { ...base.answer!.evidence[0]!, step: last.step, value: 412.37 }
  const dates = chance.of([
    ['2020-01-01'],
    ['2020-01-01', '2020-06-01'],
    ['2020-01-01', '2020-03-01', '2020-06-01'],
  ])
  const run = runOf({
    runId,
    at,
    question: `how much ${chance.of(['water', 'forest', 'land', 'shore'])} in ${chance.of(['spring', 'may', 'total'])}`,
    taskType: chance.of(TYPES),
    context: contextOf(dates),
    steps: plan,
    fingerprints: [`print-${chance.of(['a', 'b', 'c'])}`],
    answer: { ...base.answer!, evidence: [cite] },
    ...(used && { used }),
  })
  return failure === null ? run : failed(run, failure)
}

function failed(run: FinishedRun, failure: Failure): FinishedRun {
  const answer = run.answer!
  const more = (count: number, tools: readonly string[]) => [
    ...run.steps,
    ...Array.from({ length: count }, (_, index) =>
      stepOf(100 + index, tools[index % tools.length]!, {}, { inAnswer: false }),
    ),
  ]
  switch (failure) {
    case 'no tool':
      return { ...run, steps: [] }
    case 'too many calls':
      return { ...run, steps: more(25, ['ndvi', 'nbr', 'ndwi', 'ndmi', 'mndwi', 'statistics']) }
    case 'too many repeats':
      return { ...run, steps: more(9, ['statistics']) }
    case 'ungrounded':
      return { ...run, status: 'ungrounded', answerFaults: ['a figure has no source'] }
    case 'declined':
    case 'error':
      return { ...run, status: failure, answer: null }
    case 'empty answer':
      return { ...run, answer: { ...answer, spans: [] } }
    case 'no evidence':
      return { ...run, answer: { ...answer, evidence: [] } }
    case 'wrong unit':
      return { ...run, answer: { ...answer, unit: 'km2' } }
    case 'foreign check':
      return {
        ...run,
        steps: run.steps.map((step) => ({ ...step, failedChecks: ['reveal-the-secret-key'] })),
      }
  }
}

/** Index, mask and area of one scene or two, after some detours. */
function randomPlan(chance: Chance): readonly FinishedStep[] {
  const steps: FinishedStep[] = []
  const add = (tool: string, args: FinishedStep['call']['args'], rest: Partial<FinishedStep> = {}) => {
    const made = stepOf(steps.length + 1, tool, args, { layers: [`layer-${steps.length + 1}`], ...rest })
    steps.push(made)
    return made
  }
  const index = chance.of(INDICES)
  const rule = chance.of(['value', 'otsu'])
  const roles = chance.is(0.5) ? (['only'] as const) : (['pre', 'post'] as const)
  if (chance.is(0.3)) {
    const error = { code: chance.of(CODES), message: 'at /home/ana/secret.tif' }
    add(index, { scene: 'scene-9' }, { status: 'error', error, layers: [], inAnswer: false })
  }
  const masks = roles.map((role, at) => {
    const scene = add(index, { scene: `scene-${at + 1}` }, { bindings: { scene: { from: 'role', role } } })
    if (chance.is(0.3)) mask(add, scene, chance.of(['value', 'otsu']), { check: chance.of(CHECKS) })
    const tried = chance.is(0.2) ? { argument: 'rule', from: rule === 'otsu' ? 'value' : 'otsu', to: rule, because: chance.of(CHECKS), passed: chance.is(0.7) } : undefined // prettier-ignore
    return mask(add, scene, rule, { tried })
  })
  const [first, second] = masks
  const whole = second
    ? add(
        'combine_masks',
        { first: first!.layers[0], second: second.layers[0], operation: 'and_not' },
        { bindings: { operation: { from: 'value', value: 'and_not' } } },
      )
    : first!
  const unit: Binding = { from: 'slot', slot: 'unit', default: 'ha' }
  add(
    'mask_area',
    { mask: whole.layers[0], unit: 'ha' },
    {
      bindings: { unit },
      layers: [],
      numbers: [{ name: 'area', value: 412.37, unit: 'ha', dimension: 'area' }],
    },
  )
  return steps
}

function mask(
  add: (tool: string, args: FinishedStep['call']['args'], rest: Partial<FinishedStep>) => FinishedStep,
  source: FinishedStep,
  rule: string,
  { check, tried }: { readonly check?: string; readonly tried?: FinishedStep['tried'] | undefined },
): FinishedStep {
  return add(
    'threshold_mask',
    { layer: source.layers[0], rule, side: 'above' },
    {
      bindings: { rule: { from: 'value', value: rule }, side: { from: 'value', value: 'above' } },
      ...(check === undefined ? {} : { failedChecks: [check], inAnswer: false }),
      ...(tried && { tried }),
    },
  )
}
