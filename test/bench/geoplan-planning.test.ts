import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keyFigures, keyRule } from '../../bench/geoplan/key-tools.ts'
import { measures } from '../../bench/geoplan/measures.ts'
import { PLANNERS } from '../../bench/geoplan/planners.ts'
import { planningRow, preference, type PlannedTask } from '../../bench/geoplan/rows.ts'
import { folds } from '../../bench/geoplan/splits.ts'
import { structuralCosts, structuralScore } from '../../bench/geoplan/structural.ts'
import { pageRank, toolCosts, transitions } from '../../bench/geoplan/tool-importance.ts'
import type { Row } from '../../bench/harness/bench.ts'
import { runHarness } from '../../bench/harness/main.ts'
import { readToolset } from '../../bench/retrieval/toolset.ts'
import { readText } from '../../src/retrieval/tool-index.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

/** Ten flows: load in all, cut in three (30 %), flood in two, fire in one. */
const training = [
  ['load', 'cut', 'flood'],
  ['load', 'cut', 'flood'],
  ['load', 'cut', 'fire'],
  ...Array.from({ length: 7 }, () => ['load']),
]

describe('keyRule', () => {
  it('keeps tools that fewer than 30 % of the training flows have, or that none has', () => {
    expect([...keyRule(training)(['load', 'cut', 'flood', 'never'])]).toEqual(['flood', 'never'])
  })

  it('keeps all tools where none is key, and none of an empty flow', () => {
    expect([...keyRule(training)(['load', 'cut'])]).toEqual(['load', 'cut'])
    expect(keyRule(training)([]).size).toBe(0)
  })

  it('counts a tool once a flow', () => {
    expect([...keyRule([['a', 'a', 'a'], ['b'], ['c'], ['d']])(['a', 'b'])]).toEqual(['a', 'b'])
  })
})

describe('keyFigures', () => {
  const rule = keyRule(training)

  it('looks at key tools alone', () => {
    // Expected key: flood, fire. Actual key: flood, x, y. Precision 1/3, recall 1/2, F1 2·(1/6)/(5/6) = 0.4;
    // with a recall of 1: 2·(1/3)/(4/3) = 0.5.
    const figures = keyFigures(rule, ['load', 'flood', 'fire'], ['load', 'flood', 'x', 'y'])
    expect(figures.precision).toBeCloseTo(1 / 3, 12)
    expect(figures.recall).toBe(0.5)
    expect(figures.f1).toBeCloseTo(0.4, 12)
    expect(figures.publishedF1).toBeCloseTo(0.5, 12)
  })

  it('is 1 of a flow and itself, 0 of flows apart and of an empty one', () => {
    for (const flow of [
      ['load', 'flood'],
      ['load', 'cut'],
    ])
      expect(keyFigures(rule, flow, flow).f1).toBe(1)
    expect(keyFigures(rule, ['flood'], ['fire'])).toEqual({ precision: 0, recall: 0, f1: 0, publishedF1: 0 })
    expect(keyFigures(rule, ['flood'], [])).toEqual({ precision: 0, recall: 0, f1: 0, publishedF1: 0 })
  })
})

describe('pageRank', () => {
  it('equals a chain of two solved by hand', () => {
    // a = 0.075 + 0.85·b/2 (b leads nowhere: its rank goes to both alike), a + b = 1: a = 0.5 / 1.425.
    const rank = pageRank(transitions([['a', 'b']]))
    expect(rank.get('a')).toBeCloseTo(0.5 / 1.425, 9)
    expect(rank.get('b')).toBeCloseTo(1 - 0.5 / 1.425, 9)
  })

  it('equals networkx on weights, an edge to itself and an end', () => {
    // python3 -c "import networkx as nx; g=nx.DiGraph(); g.add_weighted_edges_from([('a','b',3),('a','c',1),('b','c',1),
    //   ('c','a',1),('c','c',1),('c','d',2)]); print(nx.pagerank(g, tol=1e-12))"
    const rank = pageRank(transitions([['a', 'b'], ['a', 'b'], ['a', 'b', 'c', 'a'], ['a', 'c', 'c', 'd'], ['c', 'd']])) // prettier-ignore
    const oracle = { a: 0.1711323932, b: 0.2000092859, c: 0.3775059198, d: 0.2513524011 }
    for (const [name, value] of Object.entries(oracle)) expect(rank.get(name)).toBeCloseTo(value, 8)
  })
})

describe('toolCosts', () => {
  it('is the mean of 1 + out-degree over the largest and 1 + PageRank', () => {
    const flows = [
      ['a', 'b'],
      ['a', 'c'],
    ]
    const rank = pageRank(transitions(flows))
    const costs = toolCosts(flows)
    expect(costs.get('a')).toBeCloseTo((1 + 2 / 2 + 1 + rank.get('a')!) / 2, 12)
    expect(costs.get('b')).toBeCloseTo((1 + 0 + 1 + rank.get('b')!) / 2, 12)
    expect(costs.has('d')).toBe(false)
  })

  it('knows nothing of flows of one tool', () => {
    expect(toolCosts([['a']]).size).toBe(0)
  })
})

describe('structuralScore', () => {
  // cos(a, b) = 0, cos(a, c) = −1: substitutions cost 0.5 and 1; b and c 0.5.
  const vectors = new Map([['a', [1, 0]], ['b', [0, 1]], ['c', [-1, 0]]].map(([name, v]) => [name as string, Float32Array.from(v as number[])])) // prettier-ignore
  const names = ['a', 'b', 'c', 'unknown']
  const score = structuralScore(names, structuralCosts(names, vectors, new Map([['b', 1.4]])))

  it('is 1 − distance / (1.5 · longer length)', () => {
    expect(score(['a', 'b'], ['a', 'b'])).toBe(1)
    expect(score([], [])).toBe(1)
    // One substitution of 0.5 in two.
    expect(score(['a', 'a'], ['a', 'b'])).toBeCloseTo(1 - 0.5 / 3, 12)
    // b put in at its cost of 1.4; c at 1.
    expect(score(['a'], ['a', 'b'])).toBeCloseTo(1 - 1.4 / 3, 12)
    expect(score(['a', 'c'], ['a'])).toBeCloseTo(1 - 1 / 3, 12)
    // Two substitutions of 0.5 are cheaper than taking b out and putting it in again (2.8).
    expect(score(['a', 'b'], ['b', 'a'])).toBeCloseTo(1 - 1 / 3, 12)
    expect(score(['a', 'a'], [])).toBeCloseTo(1 - 2 / 3, 12)
  })

  it('takes a tool without a vector as like no other, and refuses one without a cost', () => {
    expect(score(['a'], ['unknown'])).toBeCloseTo(1 - 1 / 1.5, 12)
    expect(() => score(['a'], ['elsewhere'])).toThrow(RangeError)
  })

  it('is the same from both sides', () => {
    expect(score(['a', 'b', 'c'], ['c', 'b'])).toBe(score(['c', 'b'], ['a', 'b', 'c']))
  })
})

describe('preference', () => {
  it('counts the tasks in which the first is higher, ties half', () => {
    expect(preference([0.9, 0.5, 0.2, 0.7], [0.8, 0.5, 0.6, 0.1])).toBe(0.625)
  })
})

describe('planningRow', () => {
  it('gives means, an interval about them, and the preference over the nearest', () => {
    const task = (structural: number): PlannedTask => ({
      id: '1', question: 'q', expected: ['a', 'b'], actual: ['a'],
      figures: { precision: 1, recall: 0.5, f1: 2 / 3, publishedF1: 1, structural },
    }) // prettier-ignore
    const row = planningRow({ name: 'x', memory: 'on' }, [task(0.4), task(0.8)], [task(0.5), task(0.5)])
    expect(row).toMatchObject({ key_precision: 1, key_recall: 0.5, f1_published_recall: 1, length_ratio: 0.5, tasks: 2 }) // prettier-ignore
    expect(row['structural']).toBeCloseTo(0.6, 12)
    expect(row['structural_low']).toBe(0.4)
    expect(row['structural_high']).toBe(0.8)
    expect(row['preferred_over_nearest']).toBe(0.5)
  })
})

describe('folds', () => {
  it('asks each item once and never remembers what it asks', () => {
    const items = Array.from({ length: 11 }, (_, at) => at)
    const splits = folds(items, 3, 1)
    expect(splits.flatMap(({ tasks }) => tasks).sort((a, b) => a - b)).toEqual(items)
    for (const { train, tasks } of splits) {
      expect([...train, ...tasks].sort((a, b) => a - b)).toEqual(items)
      expect(Math.abs(tasks.length - 11 / 3)).toBeLessThan(1)
    }
    expect(folds(items, 3, 1)).toEqual(splits)
    expect(folds(items, 3, 2)).not.toEqual(splits)
  })
})

describe('PLANNERS', () => {
  const tools = ['load: loads an image', 'flood: maps a flood', 'fire: maps a fire', 'report: writes a report'].map((text) => ({ name: text.split(':')[0]!, ...readText(text) })) // prettier-ignore
  const ask = (question: string, flow: readonly string[]) => ({
    ...readText(question),
    tools: flow,
    parts: [],
  })
  const train = [
    ask('How far did the river flood?', ['load', 'flood', 'report']),
    ask('Where did the flood reach?', ['load', 'flood', 'report']),
    ask('What burned in the fire?', ['load', 'fire', 'report']),
    ask('How big was the fire?', ['load', 'fire', 'report']),
  ]
  const names = tools.map(({ name }) => name)
  const { costs } = measures(names, new Map(), train.map((task) => task.tools)) // prettier-ignore
  const plan = (name: string, memory: string) =>
    PLANNERS.find((kind) => kind.name === name && kind.memory === memory)!.make({ tools, train, costs })

  it('copy the nearest flow, or give all questions the same', () => {
    expect(plan('nearest', 'on')(ask('Map the fire', []))).toEqual(['load', 'fire', 'report'])
    // Three tools a flow: load and report in all, flood first of the two that are in half.
    expect(plan('popularity', 'on')(ask('Map the fire', []))).toEqual(['load', 'flood', 'report'])
  })

  it('plan from memory, in the order of past flows', () => {
    for (const memory of ['on', 'no-workflows', 'no-experiences']) {
      expect(plan('geoforge', memory)(ask('Was there a fire?', []))).toEqual(['load', 'fire', 'report'])
      expect(plan('geoforge', memory)(ask('Did it flood here?', []))).toEqual(['load', 'flood', 'report'])
    }
  })

  it('find tools by what they say of themselves where there is no memory', () => {
    expect(plan('geoforge', 'off')(ask('Was there a fire?', []))[0]).toBe('fire')
  })
})

// Skipped without the shared folder: the set and the embedder lie there.
describe.skipIf(!hasShared)('eval geoplan-planning', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-geoplan-'))

  it('plans a handful of tasks, the same each time, and writes the runs', async () => {
    const whole = readToolset(sharedPath('data', 'toolsets', 'geoplan.json'))
    const train = whole.train.slice(0, 16)
    const tasks = whole.tasks.slice(0, 3)
    const used = new Set([...train, ...tasks].flatMap((task) => task.tools))
    const file = join(folder, 'some.json')
    writeFileSync(
      file,
      JSON.stringify({ tools: whole.tools.filter(({ name }) => used.has(name)), train, tasks }),
    )
    const run = async () => {
      const bench = join(import.meta.dirname, '..', '..', 'bench')
      const json = join(folder, 'out.json')
      const code = await runHarness(
        ['geoplan-planning', '--file', file, '--json', json, '--runs', folder],
        { benches: join(bench, 'suites'), code: [bench], shared: sharedPath(), work: folder, version: '1' },
        { out: () => undefined, err: () => undefined },
      )
      expect(code).toBe(0)
      return (JSON.parse(readFileSync(json, 'utf8')) as { rows: Row[] }).rows
    }
    const rows = await run()
    expect(rows.map(({ name, memory }) => `${name} ${memory}`)).toEqual([
      'nearest on', 'popularity on', 'geoforge off', 'geoforge no-workflows', 'geoforge no-experiences', 'geoforge on',
    ]) // prettier-ignore
    for (const row of rows) {
      for (const [figure, value] of Object.entries(row)) {
        if (typeof value !== 'number' || figure === 'tasks' || figure === 'length_ratio') continue
        expect(value, figure).toBeGreaterThanOrEqual(0)
        expect(value, figure).toBeLessThanOrEqual(1)
      }
    }
    const lines = readFileSync(join(folder, 'geoplan-planning.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      suite: 'geoplan-planning', id: tasks[0]!.id, variant: { memory: 'on' }, question: tasks[0]!.query, expected: tasks[0]!.tools,
    }) // prettier-ignore
    expect(await run()).toEqual(rows)
    rmSync(folder, { recursive: true })
  }, 60_000)
})
