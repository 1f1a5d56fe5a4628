import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../bench/harness/bench.ts'
import { runHarness } from '../../bench/harness/main.ts'
import { callRecall, invocationRow } from '../../bench/retrieval/invocation/figures.ts'
import { permittedFlow, plannedFlows } from '../../bench/retrieval/invocation/planner.ts'
import { bsctr, fused, ours, PUBLISHED } from '../../bench/retrieval/invocation/retrievers.ts'
import {
  joinedTexts,
  type InvocationSet,
  type InvocationTask,
} from '../../bench/retrieval/invocation/task.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { readText } from '../../src/retrieval/tool-index.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const read = (text: string, vector: readonly number[]) => readText(text, normalise(vector))

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
    ...{ name: 'plane', tools, tasks, train, dependsOn: null },
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
    const row = invocationRow({ name: 'x' }, [
      // Common a, c: F1 2·2 / (3 + 3); longest common subsequence a c: 2 of 3 wanted, 2·2 of 6 in both; pool a, b, c.
      { expected: ['a', 'b', 'c'], actual: ['a', 'c', 'd'], retrieved: ['a', 'b', 'c', 'd'] },
      { expected: ['a'], actual: ['b', 'a', 'b', 'a'], retrieved: ['b'] },
    ])
    expect(row).toMatchObject({ name: 'x', tasks: 2, pool: 2.5, pool_recall: 0.5 })
    // The second: sets {a} and {a, b}: 2·1 / 3; subsequence a: 1 of 1, 2·1 of 5.
    expect(row['f1']).toBeCloseTo((2 / 3 + 2 / 3) / 2, 12)
    expect(row['lcs']).toBeCloseTo((2 / 3 + 1) / 2, 12)
    expect(row['lcs_symmetric']).toBeCloseTo((4 / 6 + 2 / 5) / 2, 12)
    expect(row['call_recall']).toBeCloseTo((2 / 3 + 1) / 2, 12)
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

describe('permittedFlow', () => {
  it('keeps the planned calls of retrieved tools, in the order of the plan', () => {
    expect(permittedFlow({ flow: ['a', 'b', 'c'], usualLength: 3 }, ['c', 'a', 'x'])).toEqual(['a', 'c'])
  })

  it('takes the best-ranked tools where nothing is left or nothing was known', () => {
    expect(permittedFlow({ flow: ['a'], usualLength: 2.4 }, ['x', 'y', 'z'])).toEqual(['x', 'y'])
    expect(permittedFlow({ flow: null, usualLength: null }, ['x', 'y', 'z'])).toEqual(['x', 'y', 'z'])
    expect(permittedFlow({ flow: [], usualLength: 0.2 }, ['x', 'y'])).toEqual(['x'])
    expect(permittedFlow({ flow: ['a'], usualLength: 2 }, [])).toEqual([])
  })
})

describe('plannedFlows', () => {
  it('knows of a task only what came before it', () => {
    const opened = task('Open the scenes', ['load', 'report'], [1, 0])
    const tasks = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? burned : opened))
    const planned = plannedFlows(set(tasks), tasks, 'online')
    expect(planned[0]).toMatchObject({ flow: null, usualLength: null })
    expect(planned[1]).toMatchObject({ usualLength: 2 })
    expect(planned[10]!.flow).toEqual(['fire', 'report'])
    expect(planned[11]!.flow).toEqual(['load', 'report'])
  })

  it('knows the training tasks alone in the static protocol', () => {
    const opened = task('Open the scenes', ['load', 'report'], [1, 0])
    const train = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? burned : opened))
    const tasks = [burned, burned]
    const planned = plannedFlows(set(tasks, train), tasks, 'static')
    expect(planned.map(({ usualLength }) => usualLength)).toEqual([2, 2])
    expect(planned[1]!.flow).toEqual(planned[0]!.flow)
    expect(planned[0]!.flow).toContain('fire')
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
        ['invocation', '--file', file, '--pool', '3', '--json', json],
        { benches: join(bench, 'suites'), code: [bench], shared: sharedPath(), work: folder, version: '1' },
        { out: () => undefined, err: () => undefined },
      )
      expect(code).toBe(0)
      return (JSON.parse(readFileSync(json, 'utf8')) as { rows: Row[] }).rows
    }
    const rows = await run()
    const named = (name: string) => rows.filter((row) => row.name === name)
    for (const name of ['geoforge', 'no-plan', 'no-graph', 'neither']) {
      expect(named(name).map(({ retrieval, protocol, tasks }) => [retrieval, protocol, tasks])).toEqual([
        ['ours', 'online', 4],
        ['bsctr', 'online', 4],
      ])
    }
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
