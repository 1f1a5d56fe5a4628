import { describe, expect, it } from 'vitest'
import { emptyRun, viewOf, withEvent } from '../../src/ui/chat/run-view.ts'
import { EVENTS, QUESTION, RECORD } from './fake-run.ts'

describe('viewOf', () => {
  it('shows a stored run as the live one was shown', () => {
    expect(EVENTS.reduce(withEvent, emptyRun(QUESTION, RECORD.startedAt))).toEqual(viewOf(RECORD))
  })

  it('keeps each step with its call, its observation and its failed checks', () => {
    const { steps } = viewOf(RECORD)
    expect(steps.map(({ call, state }) => [call.tool, state])).toEqual([
      ['nbr', 'ok'],
      ['difference', 'ok'],
      ['mask_area', 'ok'],
    ])
    expect(steps[1]?.failedChecks).toHaveLength(1)
    expect(steps[2]?.observation?.numbers[0]?.value).toBe(8026.1)
  })

  it('counts a run that was cut off by a closed tab as stopped, its open step too', () => {
    const cut = EVENTS.slice(0, EVENTS.findIndex(({ type }) => type === 'step-progress') + 1)
    const view = viewOf({ ...RECORD, status: 'running', events: cut })
    expect(view.status).toBe('stopped')
    expect(view.steps[0]).toMatchObject({ state: 'stopped', progress: null })
  })

  it('keeps what was found for the question beside what was found for the steps of a language model', () => {
    const again = {
      type: 'tools-retrieved',
      at: 1,
      ask: 'How much burned?',
      subTasks: ['area'],
      tools: [],
    } as const
    const { retrieved } = viewOf({ ...RECORD, events: [...EVENTS, again] })
    expect(retrieved.map(({ ask }) => ask)).toEqual([undefined, 'How much burned?'])
  })

  it('takes the last verdict', () => {
    const up = { type: 'verdict', at: 1, verdict: 'up' } as const
    const down = { type: 'verdict', at: 2, verdict: 'down' } as const
    expect(viewOf({ ...RECORD, events: [...EVENTS, up, down] }).verdict).toBe('down')
  })
})

describe('withEvent', () => {
  it('moves the progress of the step that is named, and of no other', () => {
    const started = EVENTS.slice(
      0,
      EVENTS.findIndex(({ type }) => type === 'step-progress'),
    )
    const view = withEvent(started.reduce(withEvent, emptyRun(QUESTION, 0)), {
      type: 'step-progress',
      at: 1,
      step: 1,
      fraction: 0.75,
      note: 'block 6 of 8',
    })
    expect(view.steps[0]?.progress).toEqual({ fraction: 0.75, note: 'block 6 of 8' })
    expect(withEvent(view, { type: 'run-end', status: 'stopped', at: 2 }).status).toBe('stopped')
  })
})
