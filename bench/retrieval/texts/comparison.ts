import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../../src/lib/errors.ts'
import type { BenchContext, Row } from '../../harness/bench.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { mean } from '../../metrics.ts'
import { EngineOnDemand } from '../../models/engine-on-demand.ts'
import { METHODS } from '../methods.ts'
import { partTexts } from '../prepared-set.ts'
import { runJobs } from '../run-jobs.ts'
import type { ToolsetTask } from '../toolset.ts'
import { readSource, type RetrievalJob, type SetSource } from '../work.ts'
import { chosenModel } from './chosen-model.ts'
import { filesHash, modelSteps } from './model-steps.ts'
import { subset, SUBSET_SEED, subsetFigures } from './subset.ts'
import { textStore } from './text-store.ts'

/** The methods that want a question in parts, in the order of the table. */
export const COMPARED: readonly string[] = [
  'fusion-clauses',
  'toolreagt',
  'kachuee',
  're-invoke',
  'tooldreamer',
  'bsctr',
  'geoforge',
]

/** What the parts of a question are, in the order of the table: itself, its clauses, what the model wrote. */
const TEXTS = ['question', 'clauses', 'model'] as const

/** Tokens of prompt and answer: the longest takes some 500. */
const CONTEXT = 1024

/** Parts, a list a question. */
type Parts = readonly (readonly string[])[]

interface AskedSet {
  readonly name: string
  readonly source: SetSource
  /** Of the tasks that are asked, among all. */
  readonly places: readonly number[]
  readonly tasks: readonly ToolsetTask[]
  readonly total: number
}

/**
 * Rows of the methods that want a question in parts, on a fixed subset of each set's questions: with the question alone,
 * with its clauses, and with the steps that a model in Chromium wrote; and a row a set that says which questions they were.
 */
export async function comparisonRows(
  sources: readonly SetSource[],
  seeds: readonly number[],
  context: BenchContext,
): Promise<readonly Row[]> {
  const { options } = context
  if (options['part'] !== undefined) {
    throw new AppError('invalid_input', '--model has methods and rows of its own: leave --part out.')
  }
  const sets = sources.map(askedSet)
  const { id, steps } = await written(sets, context)
  const jobs = sets.flatMap((set, at) => jobsOf(set, steps[at]!, id, seeds))
  const rows = (await runJobs(jobs, context)).flat()
  return [...inOrder(rows, sets), ...sets.map((set) => questionsRow(set, id))]
}

function askedSet(source: SetSource): AskedSet {
  const { name, tasks } = readSource(source)
  const places = subset(tasks.length)
  return { name, source, places, tasks: places.map((at) => tasks[at]!), total: tasks.length }
}

/** Steps for each question of each set, and the id of the model that wrote them. */
async function written(
  sets: readonly AskedSet[],
  { options, shared, workFolder, progress }: BenchContext,
): Promise<{ readonly id: string; readonly steps: readonly Parts[] }> {
  const { id, files } = chosenModel(shared, options['model']!)
  const threads = options['threads'] === undefined ? 'probe' : wholeNumber('threads', options['threads'])
  const settings = { contextSize: CONTEXT, threads, turns: 1, weight: undefined } as const
  const model = new EngineOnDemand({ id, files }, settings, progress)
  const store = textStore(join(workFolder, 'texts', `${await filesHash(files)}.jsonl`))
  const steps: Parts[] = []
  try {
    for (const { name, tasks } of sets) {
      const questions = tasks.map(({ query }) => query)
      const told = (done: number, total: number) => {
        if (done % 10 === 0 || done === total) progress(`${name}: steps for ${done} of ${total} questions`)
      }
      steps.push(await modelSteps(questions, model, store, told))
    }
  } finally {
    await model.close()
  }
  return { id, steps }
}

/** The jobs of a set, those with the same parts one after the other: a process prepares the set once for them. */
function jobsOf(
  set: AskedSet,
  steps: Parts,
  model: string,
  seeds: readonly number[],
): readonly RetrievalJob[] {
  const jobs = (parts: Parts, label: RetrievalJob['label']): readonly RetrievalJob[] => {
    const chosen = set.places.map((at, i) => ({ at, parts: parts[i]! }))
    const source: SetSource = { ...set.source, chosen }
    const content = createHash('sha256')
      .update(JSON.stringify(readSource(source)))
      .digest('hex')
    const full = { ...label, parts: mean(parts.map((texts) => texts.length)) }
    return COMPARED.map(placeOf)
      .filter((method) => source.embedder || !METHODS[method]!.needsEmbedder)
      .map((method) => ({ source, content, method, seeds, label: full }))
  }
  const clauses = set.tasks.map((task) => partTexts(task))
  const { parts, unusable } = orClauses(steps, clauses)
  return [
    ...jobs(
      set.tasks.map(({ query }) => [query]),
      { texts: 'question' },
    ),
    ...jobs(clauses, { texts: 'clauses' }),
    ...jobs(parts, { texts: 'model', model, unusable }),
  ]
}

/** The clauses where the model wrote nothing that can be used, and how often that was. */
export function orClauses(
  texts: Parts,
  clauses: Parts,
): { readonly parts: Parts; readonly unusable: number } {
  return {
    parts: texts.map((list, at) => (list.length > 0 ? list : clauses[at]!)),
    unusable: texts.filter((list) => list.length === 0).length,
  }
}

/** The whole method of this name. */
const placeOf = (name: string): number =>
  METHODS.findIndex((kind) => kind.name === name && (kind.label['without'] ?? 'nothing') === 'nothing')

function inOrder(rows: readonly Row[], sets: readonly AskedSet[]): readonly Row[] {
  const place = ({ name, set, protocol, texts }: Row): readonly number[] => [
    sets.findIndex((each) => each.name === set),
    COMPARED.indexOf(name),
    protocol === 'static' ? 0 : 1,
    TEXTS.findIndex((each) => each === texts),
  ]
  return [...rows].sort((a, b) => {
    const [first, second] = [place(a), place(b)]
    const at = first.findIndex((value, i) => value !== second[i])
    return at < 0 ? 0 : first[at]! - second[at]!
  })
}

const questionsRow = ({ name, tasks, total }: AskedSet, model: string): Row => ({
  name: 'questions',
  set: name,
  model,
  asked: tasks.length,
  of: total,
  seed: SUBSET_SEED,
  ...subsetFigures(tasks.map(({ id }) => id)),
})
