import { describe, expect, it } from 'vitest'
import { CallSteps } from '../../../../src/memory/flows/calls/call-steps.ts'
import { FlowMarks, marksOf } from '../../../../src/memory/flows/calls/flow-marks.ts'
import { ReadingKernel } from '../../../../src/memory/flows/calls/kernel.ts'
import { fitRanker } from '../../../../src/memory/flows/calls/ranker.ts'
import { asked } from './readings.ts'

describe('ReadingKernel', () => {
  it('gives 1 to the same question and 0 to one without a common word', () => {
    const kernel = new ReadingKernel([asked('rainfall trend'), asked('snow cover')], { words: 1 })
    const row = kernel.row(asked('rainfall trend'))
    expect(row[0]).toBeCloseTo(1, 12)
    expect(row[1]).toBe(0)
  })

  it('weighs a fact by how rare it is among the known, and leaves unknown ones out', () => {
    const known = [asked('', ['x s.tif']), asked('', ['y s.tif'])]
    // Facts of the first: x, s, "x s", and counts of files, dates and years that all share.
    // One of two has x and "x s": ln 3 each; both have s and the three counts: ln 2 each.
    const [rare, common] = [Math.log(3), Math.log(2)]
    const length = Math.hypot(rare, rare, common, common, common, common)
    const row = new ReadingKernel(known, { data: 1 }).row(asked('', ['s.tif']))
    // The query has s and the three counts, each ln 2: its own length is 2·ln 2.
    expect(row[0]).toBeCloseTo((4 * common * common) / (length * 2 * common), 12)
    expect(row[1]).toBeCloseTo(row[0]!, 12)
  })

  it('is the weighted mean over kinds of facts', () => {
    const known = [asked('rainfall', ['a.tif']), asked('snow', ['b.tif'])]
    const query = asked('rainfall', ['b.tif'])
    const [words, data, both] = [{ words: 1 }, { data: 1 }, { words: 3, data: 1 }].map((weights) =>
      new ReadingKernel(known, weights).row(query),
    )
    expect(both![0]).toBeCloseTo((3 * words![0]! + data![0]!) / 4, 12)
  })
})

describe('CallSteps', () => {
  const steps = new CallSteps([['a', 'b']])

  it('is the mean logarithm of smoothed chances', () => {
    // start→a, a→b and b→end were seen once each: (1 + 0.1) / (1 + 5).
    expect(steps.likelihood(['a', 'b'])).toBeCloseTo(Math.log(1.1 / 6), 12)
    // start→b was never seen: 0.1 / 6.
    expect(steps.likelihood(['b'])).toBeCloseTo((Math.log(0.1 / 6) + Math.log(1.1 / 6)) / 2, 12)
  })

  it('knows a tool that no flow has', () => {
    expect(steps.likelihood(['new'])).toBeCloseTo((Math.log(0.1 / 6) + Math.log(0.1 / 5)) / 2, 12)
  })
})

describe('marksOf', () => {
  it('tells tools called once from those called more often', () => {
    expect([...marksOf(['a', 'b', 'a', 'a'])]).toEqual(['a', 'b', 'a again'])
  })
})

describe('FlowMarks', () => {
  // Two kinds of question, two of each.
  const kernel = [
    [1, 0.9, 0, 0],
    [0.9, 1, 0, 0],
    [0, 0, 1, 0.9],
    [0, 0, 0.9, 1],
  ].map((row) => Float64Array.from(row))
  const marks = new FlowMarks([['a'], ['a', 'a'], ['b'], ['b']], kernel, 0.3)

  it('expects the tools of the questions that are like it', () => {
    const { marks: found } = marks.expected(Float64Array.of(0.9, 0.9, 0, 0))
    expect(found.get('a')).toBeGreaterThan(0.8)
    expect(found.get('b')).toBeLessThan(0.2)
    expect(found.get('a again')).toBeGreaterThan(0.2)
  })

  it('without a question expects less of what it alone had', () => {
    const known = marks.expected(kernel[1]!).marks.get('a again')!
    expect(marks.leaveOneOut()[1]!.marks.get('a again')).toBeLessThan(known)
  })
})

describe('fitRanker', () => {
  const row = (...values: number[]) => Float64Array.from(values)

  it('finds the feature that tells candidates apart, free of what differs between questions', () => {
    const groups = [
      { features: [row(0, 5, 1), row(1, 5, 0)], values: [0.2, 0.8] },
      { features: [row(7, -3, 1), row(9, -3, 1)], values: [0, 1.2] },
    ]
    const score = fitRanker(groups, 0)
    // Values rise by 0.6 a unit of the first feature, whatever the rest.
    expect(score(row(2, 0, 0)) - score(row(1, 0, 0))).toBeCloseTo(0.6, 5)
    expect(score(row(1, 9, 0))).toBeCloseTo(score(row(1, 0, 0)), 12)
  })

  it('trusts features less the larger the penalty', () => {
    const groups = [{ features: [row(0), row(1)], values: [0, 1] }]
    const slope = (penalty: number) => fitRanker(groups, penalty)(row(1))
    expect(slope(1)).toBeLessThan(slope(0.1))
    expect(slope(1)).toBeGreaterThan(0)
  })

  it('has an answer where there is nothing to learn', () => {
    expect(fitRanker([], 1)(row(1, 2))).toBe(0)
  })
})
