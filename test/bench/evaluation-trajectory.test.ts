import { describe, expect, it } from 'vitest'
import { madeCalls, replay } from '../../bench/evaluation/trajectory.ts'
import type { RunEvent } from '../../src/trace/events.ts'
import { EVENTS } from '../ui/fake-run.ts'

describe('madeCalls', () => {
  it('lists calls in order, with how they ended', () => {
    expect(madeCalls(EVENTS).map(({ tool, status }) => [tool, status])).toEqual([
      ['nbr', 'ok'],
      ['difference', 'failed-check'],
      ['mask_area', 'ok'],
    ])
  })

  it('takes an error and a call that was cut off for errors', () => {
    const [start] = EVENTS.filter(({ type }) => type === 'step-start')
    const failed: RunEvent = {
      type: 'step-end',
      at: 0,
      step: 1,
      milliseconds: 1,
      status: 'error',
      observation: null,
      error: { code: 'band_missing', message: 'no band nir' },
      failedChecks: [],
    }
    expect(madeCalls([start!]).map(({ status }) => status)).toEqual(['error'])
    expect(madeCalls([start!, failed]).map(({ status }) => status)).toEqual(['error'])
    expect(replay([start!, failed]).steps).toMatchObject([
      { kind: 'call', text: 'no band nir', status: 'error' },
    ])
  })
})

describe('replay', () => {
  it('keeps data, memories, decisions and calls in order, and the answer', () => {
    const { data, recalled, steps, given } = replay(EVENTS)
    expect(data).toContain('Two Sentinel-2 L2A scenes')
    expect(recalled?.map(({ kind, used }) => [kind, used])).toContainEqual(['skill', true])
    expect(steps?.filter(({ kind }) => kind === 'call')).toHaveLength(3)
    expect(steps?.[0]?.kind).toBe('decision')
    expect(given).toContain('ha')
  })

  it('does not depend on clock or ids', () => {
    const later = EVENTS.map((event) => ({
      ...event,
      at: event.at + 5000,
      ...(event.type === 'run-start' ? { runId: 'run-other' } : {}),
      ...(event.type === 'step-end' ? { milliseconds: event.milliseconds + 3 } : {}),
    })) as readonly RunEvent[]
    expect(replay(later)).toEqual(replay(EVENTS))
  })
})
