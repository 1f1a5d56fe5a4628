import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../bench/harness/bench.ts'
import { runHarness } from '../../bench/harness/main.ts'
import { callRecall, invocationRow, taskFigures } from '../../bench/retrieval/invocation/figures.ts'
import { metTasks, permittedFlow } from '../../bench/retrieval/invocation/planner.ts'
import { bsctr, fused, ours, PUBLISHED } from '../../bench/retrieval/invocation/retrievers.ts'
import {
  joinedTexts,
  type InvocationSet,
  type InvocationTask,
} from '../../bench/retrieval/invocation/task.ts'
import { VARIANTS } from '../../bench/retrieval/invocation/variants.ts'
import { DenseScores } from '../../bench/retrieval/dense-scores.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { readText } from '../../src/retrieval/tool-index.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const read = (text: string, vector: readonly number[]) => ({
  ...readText(text, normalise(vector)),
  reference: [],
})

const task = (question: string, tools: readonly string[], vector: readonly number[], subTasks = [vector]): InvocationTask => ({
  id: question,
  question,
  ...read(question, vector),
  tools,
  parts: subTasks.map((part) => read(question, part)),
  joined: subTasks.map((part) => normalise(part)),
}) // prettier-ignore

/** Three tools in a plane: load along x, fire along y, report against x. */
function set(tasks: readonly InvocationTask[], train: readonly InvocationTask[] = []): InvocationSet {
  const tools = [
    { name: 'load', ...read('opens scenes', [1, 0]) },
    { name: 'fire', ...read('marks burned ground', [0, 1]) },
    { name: 'report', ...read('writes a text', [-1, 0.1]) },
  ]
  return {
    ...{ name: 'plane', tools, tasks, train, dependsOn: null, own: null, descriptions: null, reference: [] },
    dense: new DenseScores(tools.map(({ vector }) => vector!)),
    takes: tools.map(() => new Set<string>()),
    gives: tools.map(() => new Set<string>()),
    names: tools.map(({ name }) => name),
    vectors: new Map(tools.map(({ name, vector }) => [name, vector!])),
  }
}

const burned = task('Which ground burned?', ['fire', 'report'], [0, 1])

describe('callRecall', () => {
  it('counts each expected call once, whatever the order', () => {
    expect(callRecall(['a', 'b'], ['b', 'x', 'a'])).toBe(1)
    // Two of the three calls of a and b were made.
    expect(callRecall(['a', 'a', 'b'], ['a', 'b'])).toBeCloseTo(2 / 3, 12)
    expect(callRecall(['a', 'b'], [])).toBe(0)
    expect(callRecall([], ['a'])).toBe(1)
  })
})

describe('invocationRow', () => {
  it('has the means of figures worked out by hand', () => {
    const done = [
      // Common a, c: F1 2·2 / (3 + 3); longest common subsequence a c: 2 of 3 wanted, 2·2 of 6 in both; pool a, b, c.
      { expected: ['a', 'b', 'c'], actual: ['a', 'c', 'd'], retrieved: ['a', 'b', 'c', 'd'] },
      { expected: ['a'], actual: ['b', 'a', 'b', 'a'], retrieved: ['b'] },
    ]
    const row = invocationRow({ name: 'x' }, [done.map(taskFigures)])
    expect(row).toMatchObject({ name: 'x', tasks: 2, pool: 2.5, pool_recall: 0.5 })
    // The second: sets {a} and {a, b}: 2·1 / 3; subsequence a: 1 of 1, 2·1 of 5.
    expect(row['f1']).toBeCloseTo((2 / 3 + 2 / 3) / 2, 12)
    expect(row['lcs']).toBeCloseTo((2 / 3 + 1) / 2, 12)
    expect(row['lcs_symmetric']).toBeCloseTo((4 / 6 + 2 / 5) / 2, 12)
    expect(row['call_recall']).toBeCloseTo((2 / 3 + 1) / 2, 12)
  })

  it('takes the mean over orders of each task first', () => {
    const of = (...actual: string[]) => taskFigures({ expected: ['a', 'b'], actual, retrieved: actual })
    // F1 of the first task 1 and 2/3, of the second 0 and 0.
    const row = invocationRow({ name: 'x' }, [
      [of('a', 'b'), of('c')],
      [of('a'), of('c')],
    ])
    expect(row).toMatchObject({ tasks: 2, f1_low: 0 })
    expect(row['f1']).toBeCloseTo((1 + 2 / 3) / 4, 12)
    expect(row['f1_high']).toBeCloseTo((1 + 2 / 3) / 2, 12)
  })
})

describe('joinedTexts', () => {
  it('is the question with each of its clauses, or alone where it is one', () => {
    expect(joinedTexts('Find roads, count cars')).toEqual([
      'Find roads, count cars Find roads',
      'Find roads, count cars count cars',
    ])
    expect(joinedTexts('Find roads')).toEqual(['Find roads'])
  })
})

describe('fused', () => {
  it('adds up 1 / (60 + rank) over the lists that hold a tool', () => {
    // 7 is second and first: 1/62 + 1/61, above 5, first once. 9 and 8: 1/63 and 1/62.
    expect(fused([[5, 7, 9], [7, 8]], 60)).toEqual([7, 5, 8, 9]) // prettier-ignore
  })
})

describe('bsctr', () => {
  const whole = { plan: true, graph: true }

  it('brings in the first tools of each sub-task and no more', () => {
    const two = task('both', [], [1, 1], [[1, 0.2], [0.2, 1]]) // prettier-ignore
    const cut = bsctr(set([two]), whole, { ...PUBLISHED, perSubTask: 1 })
    expect(cut.retrieve(two, 20)).toEqual([0, 1])
    expect(cut.retrieve(two, 1)).toEqual([0])
    // The question lies as near to both; without sub-tasks the list goes as deep as the pool.
    expect(bsctr(set([two]), { plan: false, graph: true }).retrieve(two, 20)).toHaveLength(3)
  })

  it('finds a tool by the one that it follows, where the graph is there', () => {
    const asked = task('scenes', [], [1, 0.1])
    const order = (graph: boolean, alpha: number) => {
      const retriever = bsctr(set([asked]), { plan: true, graph }, { ...PUBLISHED, alpha })
      retriever.learn(task('before', ['load', 'report'], [0, 1]))
      return retriever.retrieve(asked, 3)
    }
    // The question's cosine with fire is 0.1 / √1.01 ≈ 0.100, with report below 0.
    expect(order(false, 0)).toEqual([0, 1, 2])
    expect(order(true, 1)).toEqual([0, 1, 2])
    // At α 0 report is the mean of load and itself, [0.0025, 0.0498], of length 1 [0.050, 0.999]: 0.050 + 0.099 ≈ 0.149.
    expect(order(true, 0)).toEqual([0, 2, 1])
  })
})

describe('ours', () => {
  it('remembers transitions only where the graph is there', () => {
    // Two of one text, each used once for a question that is like this one neither by words nor by meaning. The first lies a little
    // nearer (cosine 0.02 against 0), the second came after fire.
    const past = [task('zzz', ['fire', 'second'], [0.9, -0.4]), task('yyy', ['first'], [0.9, -0.4])]
    const text = 'measures a thing'
    const tools = [
      { name: 'fire', ...read('marks burned ground', [0, 1]) },
      { name: 'first', ...read(text, [1, 0.02]) },
      { name: 'second', ...read(text, [1, 0]) },
    ]
    const order = (graph: boolean) => {
      const retriever = ours({ ...set([burned], past), tools }, { plan: true, graph })
      for (const each of past) retriever.learn(each)
      return retriever.retrieve(burned, 3).map((at) => tools[at]!.name)
    }
    expect(order(false)).toEqual(['fire', 'first', 'second'])
    expect(order(true)).toEqual(['fire', 'second', 'first'])
  })
})

const opened = task('Open the scenes', ['load', 'report'], [1, 0])
/** Six of each question. */
const twelve = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? burned : opened))

describe('permittedFlow', () => {
  const [met] = metTasks(set([burned], twelve), [burned], 'static')

  it('is the plan, of retrieved tools alone, in whatever order they were retrieved', () => {
    expect(permittedFlow(met!, ['load', 'fire', 'report'])).toEqual(['fire', 'report'])
    expect(permittedFlow(met!, ['report', 'fire'])).toEqual(['fire', 'report'])
    expect(permittedFlow(met!, ['load', 'report'])).not.toContain('fire')
    expect(permittedFlow(met!, ['load', 'report'])).toContain('report')
  })

  it('takes the best-ranked tools where nothing can be planned', () => {
    const nothing = { known: null, usualLength: 2.4 }
    expect(permittedFlow(nothing, ['x', 'y', 'z'])).toEqual(['x', 'y'])
    expect(permittedFlow({ ...nothing, usualLength: null }, ['x', 'y', 'z'])).toEqual(['x', 'y', 'z'])
    expect(permittedFlow({ ...nothing, usualLength: 0.2 }, ['x', 'y'])).toEqual(['x'])
    // Tools that the planner does not know.
    expect(permittedFlow(met!, ['x', 'y', 'z'])).toEqual(['x', 'y'])
    expect(permittedFlow(met!, [])).toEqual([])
  })
})

describe('metTasks', () => {
  it('knows of a task only what came before it', () => {
    const met = metTasks(set(twelve), twelve, 'online')
    const flow = (at: number) => met[at]!.known && met[at]!.known.planner.choose(met[at]!.known.presence)
    expect(met[0]).toMatchObject({ known: null, usualLength: null })
    expect(met[1]).toMatchObject({ usualLength: 2 })
    expect(flow(10)).toEqual(['fire', 'report'])
    expect(flow(11)).toEqual(['load', 'report'])
  })

  it('learns anew once what is remembered has grown by a fifth', () => {
    const planners = metTasks(set(twelve), twelve, 'online').map(({ known }) => known?.planner)
    // With 1, 2, 3, 4, 5, 6, 8 and 10 tasks before it; before the first nothing is known.
    expect(planners.map((planner, at) => planner !== planners[at - 1])).toEqual([
      false, true, true, true, true, true, true, false, true, false, true, false,
    ]) // prettier-ignore
  })

  it('knows the training tasks alone in the static protocol', () => {
    const tasks = [burned, burned]
    const met = metTasks(set(tasks, twelve), tasks, 'static')
    expect(met.map(({ usualLength }) => usualLength)).toEqual([2, 2])
    expect(met[1]!.known).toEqual(met[0]!.known)
    expect(met[0]!.known!.planner.library.past).toHaveLength(12)
  })
})

describe('VARIANTS', () => {
  it('has both retrievals whole and without each part, and sweeps by constant and value', () => {
    const names = (retrieval: string) =>
      VARIANTS.filter(({ label }) => label['retrieval'] === retrieval && label.name !== 'sensitivity').map(
        ({ label }) => label.name,
      )
    expect(names('geoforge')).toEqual(['geoforge', 'no-plan', 'no-graph', 'neither'])
    expect(names('bsctr')).toEqual(['bsctr', 'no-plan', 'no-graph', 'neither'])
    const values = (constant: string) =>
      VARIANTS.filter(({ label }) => label.name === 'sensitivity' && label['constant'] === constant).map(
        ({ label }) => label['value'],
      )
    expect(values('retrieval.alpha')).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(values('retrieval.hops')).toEqual([0, 1, 2, 3])
    expect(values('retrieval.mode')).toEqual(['p', 's', 'sym'])
  })
})

// Skipped without the shared folder: the set and the embedder lie there.
describe.skipIf(!hasShared)('eval invocation', () => {
  it('gives a row a way to retrieve, the same each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geoforge-invocation-'))
    const whole = JSON.parse(
      readFileSync(sharedPath('data', 'toolsets', 'apibank_l3_lib21.json'), 'utf8'),
    ) as { tools: unknown[]; tasks: unknown[] }
    const file = join(folder, 'some.json')
    writeFileSync(
      file,
      JSON.stringify({ ...whole, tools: whole.tools.slice(0, 8), tasks: whole.tasks.slice(0, 4) }),
    )
    const run = async () => {
      const bench = join(import.meta.dirname, '..', '..', 'bench')
      const json = join(folder, 'out.json')
      const code = await runHarness(
        ['invocation', '--file', file, '--pool', '3', '--orders', '2', '--json', json],
        { benches: join(bench, 'suites'), code: [bench], shared: sharedPath(), work: folder, version: '1' },
        { out: () => undefined, err: () => undefined },
      )
      expect(code).toBe(0)
      return (JSON.parse(readFileSync(json, 'utf8')) as { rows: Row[] }).rows
    }
    const rows = await run()
    const named = (name: string) => rows.filter((row) => row.name === name)
    const told = (name: string) =>
      named(name).map(({ retrieval, protocol, tasks }) => [retrieval, protocol, tasks])
    for (const name of ['no-plan', 'no-graph', 'neither']) {
      expect(told(name)).toEqual([['geoforge', 'online', 4], ['bsctr', 'online', 4]]) // prettier-ignore
    }
    for (const name of ['geoforge', 'bsctr']) expect(told(name)).toEqual([[name, 'online', 4]])
    for (const row of [...named('geoforge'), ...named('sensitivity')]) {
      for (const figure of ['f1', 'lcs', 'lcs_symmetric', 'call_recall', 'pool_recall']) {
        expect(row[figure], figure).toBeGreaterThanOrEqual(0)
        expect(row[figure], figure).toBeLessThanOrEqual(1)
      }
      expect(row['pool']).toBeLessThanOrEqual(3)
      // What was not retrieved cannot be called.
      expect(row['call_recall']).toBeLessThanOrEqual(Number(row['pool_recall']) + 1e-9)
    }
    expect(await run()).toEqual(rows)
    rmSync(folder, { recursive: true })
  }, 60_000)
})
