import { describe, expect, it } from 'vitest'
import type { RunStatus } from '../../src/trace/events.ts'
import { curvesOf, followsLearned, meansOf } from '../../src/ui/memory/learning-curve.ts'
import { emptyRun, withEvent, type RunView } from '../../src/ui/chat/run-view.ts'
import { EVENTS } from './fake-run.ts'

const START = EVENTS.find((event) => event.type === 'context-ready')!

interface Told {
  readonly kind: string
  readonly calls: number
  readonly at: number
  readonly status?: RunStatus
  readonly recalled?: readonly string[]
}

/** A run of so many tools, the first of which failed, that followed what is named. */
function run({ kind, calls, at, status = 'answered', recalled = [] }: Told): RunView {
  let view = emptyRun(`question ${at}`, at)
  view = withEvent(view, {
    ...START,
    taskType: kind,
    recalled: recalled.map((id) => ({
      kind: 'workflow',
      id,
      title: id,
      score: 1,
      state: 'active',
      used: true,
    })),
  })
  for (let step = 1; step <= calls; step++) {
    view = withEvent(view, { type: 'step-start', at, step, call: { tool: 'nbr', args: {} }, purpose: '' })
    view = withEvent(view, {
      type: 'step-end',
      at,
      step,
      status: step === 1 ? 'error' : 'ok',
      milliseconds: 100,
      observation: null,
      error: null,
      failedChecks: [],
    })
  }
  return { ...view, id: `run-${at}`, status }
}

describe('curvesOf', () => {
  it('puts the answered runs of a kind in their order, with what they called', () => {
    const runs = [
      run({ kind: 'water-extent', calls: 4, at: 5 }),
      run({ kind: 'burned-area', calls: 3, at: 9, recalled: ['flow-1'] }),
      run({ kind: 'burned-area', calls: 6, at: 2 }),
    ]
    expect(curvesOf(runs)).toEqual([
      {
        taskType: 'burned-area',
        unanswered: 0,
        runs: [
          { id: 'run-2', question: 'question 2', calls: 6, failed: 1, followed: false, milliseconds: 600 },
          { id: 'run-9', question: 'question 9', calls: 3, failed: 1, followed: true, milliseconds: 300 },
        ],
      },
    ])
  })

  it('counts runs without an answer beside the curve, and stopped ones nowhere', () => {
    const kind = 'terrain'
    const runs = [
      run({ kind, calls: 2, at: 1 }),
      run({ kind, calls: 2, at: 2 }),
      run({ kind, calls: 9, at: 3, status: 'error' }),
      run({ kind, calls: 1, at: 4, status: 'stopped' }),
    ]
    const [curve] = curvesOf(runs)
    expect(curve?.runs.map(({ id }) => id)).toEqual(['run-1', 'run-2'])
    expect(curve?.unanswered).toBe(1)
  })
})

describe('followsLearned', () => {
  it('does not count what came with the app', () => {
    expect(followsLearned(run({ kind: 'soil', calls: 1, at: 1, recalled: ['seed-soil'] }))).toBe(false)
    expect(followsLearned(run({ kind: 'soil', calls: 1, at: 1, recalled: ['seed-soil', 'flow-2'] }))).toBe(
      true,
    )
  })
})

describe('meansOf', () => {
  it('compares runs that followed what was learned with the others', () => {
    const kind = 'soil'
    const [curve] = curvesOf([
      run({ kind, calls: 6, at: 1 }),
      run({ kind, calls: 5, at: 2 }),
      run({ kind, calls: 3, at: 3, recalled: ['flow-1'] }),
    ])
    // (6 + 5) / 2 = 5.5 without, 3 / 1 = 3 with it.
    expect(meansOf(curve!.runs)).toEqual({ followed: { runs: 1, calls: 3 }, others: { runs: 2, calls: 5.5 } })
    expect(meansOf([]).followed).toBeNull()
  })
})
