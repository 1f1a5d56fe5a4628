import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import { RUNS_OPTION, writeRuns } from '../evaluation/runs.ts'
import { measures } from '../geoplan/measures.ts'
import { PLANNERS } from '../geoplan/planners.ts'
import { planningRow, type PlannedTask } from '../geoplan/rows.ts'
import { folds, type Split } from '../geoplan/splits.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { cachedMiniLm } from '../lib/cached-minilm.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { prepareSet, type PreparedTask } from '../retrieval/prepared-set.ts'
import { readToolset, type Toolset } from '../retrieval/toolset.ts'

const ours = (figure: string) => ({ row: 'geoforge', where: { memory: 'on' }, figure, atLeast: 0.8 })

/** Planning on GeoPlan-bench: which tools, and in which order, from the question alone. One row a planner. */
export const bench: Bench = {
  name: 'geoplan-planning',
  title: 'Planning on GeoPlan-bench: flows of tools from memory of the training tasks',
  options: {
    file: 'a set of your own instead: { tools, tasks, train } as JSON',
    limit: 'only the first so many tasks',
    folds: 'leave the tasks alone: so many folds of the training tasks, each planned from the others',
    seed: 'of the folds (default 1)',
    ...RUNS_OPTION,
  },
  aims: [ours('f1'), ours('structural')],
  seeds: ({ folds, seed }): Readonly<Record<string, number>> =>
    folds === undefined ? {} : { folds: wholeNumber('seed', seed ?? '1') },
  async run(context) {
    const { options } = context
    const toolset = readToolset(options['file'] ?? join(context.shared, 'data', 'toolsets', 'geoplan.json'))
    if (toolset.train.length === 0) {
      throw new AppError('invalid_input', `${toolset.name} has no training tasks; give a set with "train".`)
    }
    const { names, vectors, tools, splits } = await prepare(toolset, context)
    const known = splits.map(({ train, tasks }) => {
      const measure = measures(
        names,
        vectors,
        train.map((task) => task.tools),
      )
      return { tools, train, tasks, measure, costs: measure.costs }
    })
    const planned = (kind: (typeof PLANNERS)[number]) =>
      known.flatMap((split): PlannedTask[] => {
        const plan = kind.make(split)
        return split.tasks.map((task) => {
          const actual = plan(task)
          const figures = split.measure.figures(task.tools, actual)
          return { id: task.id, question: task.question, expected: task.tools, actual, figures }
        })
      })
    const content = createHash('sha256').update(JSON.stringify(toolset)).digest('hex')
    const done = new Map<string, readonly PlannedTask[]>()
    const rows = PLANNERS.map((kind): Row => {
      const key = `${kind.name} ${kind.memory}`
      const tasks = (context.cache.get(`${content} ${key}`) as PlannedTask[] | undefined) ?? planned(kind)
      context.cache.set(`${content} ${key}`, tasks)
      done.set(key, tasks)
      const row = planningRow(kind, tasks, done.get('nearest on')!)
      context.progress(
        `${key}: F1 ${Number(row['f1']).toFixed(3)}, structural ${Number(row['structural']).toFixed(3)}`,
      )
      return row
    })
    const runs = done.get('geoforge on')!.map((task) => ({
      suite: bench.name,
      variant: { memory: 'on' },
      ...task,
      figures: { ...task.figures },
    }))
    writeRuns(options['runs'], bench.name, runs)
    return rows
  },
}

/** A task with what a report shows of it. */
type AskedTask = PreparedTask & { readonly id: string; readonly question: string }

/** Texts read and embedded, and who remembers what. */
async function prepare(toolset: Toolset, context: BenchContext) {
  const { options } = context
  const count = options['folds'] === undefined ? null : wholeNumber('folds', options['folds'])
  const limit = options['limit'] === undefined ? undefined : wholeNumber('limit', options['limit'])
  // Where the training tasks are folded, the others are not even read.
  const asked = { ...toolset, tasks: count === null ? toolset.tasks.slice(0, limit) : [] }
  const embedder = cachedMiniLm(context)
  const set = await prepareSet(asked, embedder, (note) => context.progress(note))
  const texts = toolset.tools.map(({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`)
  const rows = await embedder.embed(texts)
  const withText = (tasks: readonly PreparedTask[], from: Toolset['tasks']): AskedTask[] =>
    tasks.map((task, at) => ({ ...task, id: from[at]!.id, question: from[at]!.query }))
  const train = withText(set.train, asked.train)
  const splits: readonly Split<AskedTask>[] =
    count === null
      ? [{ train, tasks: withText(set.tasks, asked.tasks) }]
      : folds(train, count, wholeNumber('seed', options['seed'] ?? '1'))
  const library = toolset.tools.map(({ name }) => name)
  const flows = [...asked.tasks, ...asked.train].flatMap(({ tools }) => tools)
  return {
    // The library first: a tool has one number in plans and in costs.
    names: [...new Set([...library, ...flows])],
    vectors: new Map(library.map((name, at) => [name, rows[at]!])),
    tools: set.tools,
    splits,
  }
}
