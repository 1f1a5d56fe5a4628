import { describe, expect, it } from 'vitest'
import { filterRuns, framesOf, keyOf, verdictOf } from '../../src/ui/report/frames.ts'
import { readReportData } from '../../scripts/lib/report-data.ts'

const { runs } = readReportData('test/fixtures/report')
const [planned, on, off] = runs

describe('framesOf', () => {
  it('leads from the question over data, memory, decisions and calls to the answer', () => {
    expect(framesOf(on!).map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'question: Question',
      'data: Data',
      'recalled: Recalled',
      'decision: Decision: Burned area from dNBR',
      'call: nbr',
      'call: nbr',
      'call: difference',
      'call: threshold_mask',
      'call: mask_area',
      'end: Answer',
    ])
  })

  it('sets a plan beside the expected one, place by place', () => {
    expect(framesOf(planned!).filter(({ kind }) => kind === 'planned')).toEqual([
      { kind: 'planned', title: 'split_window', actual: 'split_window', expected: 'split_window' },
      { kind: 'planned', title: 'calculate_tif_average', actual: 'calculate_tif_average', expected: 'mean' },
      { kind: 'planned', title: 'mean', actual: 'mean', expected: null },
    ])
  })
})

describe('keyOf', () => {
  it('tells runs of one task apart by their variant', () => {
    expect(keyOf(on!)).toBe('field/on/burned-area%2Fdev%2F1')
    expect(new Set(runs.map(keyOf)).size).toBe(runs.length)
  })
})

describe('verdictOf', () => {
  it('judges answers where there are any, else plans', () => {
    expect([on!, off!, planned!].map(verdictOf)).toEqual(['right', 'wrong', 'other plan'])
    expect(verdictOf({ ...planned!, actual: planned!.expected })).toBe('same plan')
  })
})

describe('filterRuns', () => {
  const all = { suite: '', memory: '', type: '', outcome: '', words: '' }

  it('narrows by suite, memory, verdict, class of failure and words', () => {
    expect(filterRuns(runs, all)).toHaveLength(3)
    expect(filterRuns(runs, { ...all, suite: 'earthbench' })).toEqual([planned])
    expect(filterRuns(runs, { ...all, memory: 'off' })).toEqual([off])
    expect(filterRuns(runs, { ...all, type: 'burned-area' })).toEqual([on, off])
    expect(filterRuns(runs, { ...all, outcome: 'right' })).toEqual([on])
    expect(filterRuns(runs, { ...all, outcome: 'planning' })).toEqual([off])
    expect(filterRuns(runs, { ...all, words: 'CITY in july' })).toEqual([planned])
  })
})
