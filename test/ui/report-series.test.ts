import { describe, expect, it } from 'vitest'
import { ablations, failureBars, learningCurves, sweeps } from '../../src/ui/report/series.ts'
import { readReportData } from '../../scripts/lib/report-data.ts'

const { reports } = readReportData('test/fixtures/report')
const { reports: sets } = readReportData('test/fixtures/report-sets')

describe('learningCurves', () => {
  it('reads the curve in the order of runs, whatever the order of rows', () => {
    const turned = reports.map((report) => ({ ...report, rows: [...report.rows].reverse() }))
    const [curve, ...others] = learningCurves(turned)
    expect(others).toEqual([])
    expect(curve?.points.map(({ at, value }) => [at, value])).toEqual([[0, 0.5], [30, 0.7], [60, 0.85], [90, 0.95]]) // prettier-ignore
    expect(curve?.points[1]).toMatchObject({ low: 0.6, high: 0.78 })
  })
})

describe('sweeps', () => {
  it('makes a curve of each constant', () => {
    const curves = sweeps(reports).map((swept) => 'points' in swept && [swept.axis, swept.points.length])
    expect(curves).toEqual([
      ['skill.minimum', 3],
      ['workflow.topK', 2],
    ])
  })

  it('keeps sets and protocols apart, each with its values once and in order', () => {
    const curves = sweeps(sets).filter((swept) => 'points' in swept)
    expect(curves.map(({ caption, points }) => [caption, points.map(({ at }) => at)])).toEqual([
      ['Invocation, apibank_l3_lib21, online: f1 by retrieval.alpha', [0, 0.25, 0.5, 0.75, 1]],
      ['Tool retrieval, apibank_l3_lib21, static: ndcg at 20 by retrieval.alpha', [0.1, 0.5, 0.9]],
      ['Tool retrieval, apibank_l3_lib21, online: ndcg at 20 by retrieval.alpha', [0.1, 0.5, 0.9]],
      ['Tool retrieval, apibank_l3_lib21, static: ndcg at 20 by retrieval.hops', [1, 2, 3]],
      ['Tool retrieval, apibank_l3_lib21, online: ndcg at 20 by retrieval.hops', [1, 2, 3]],
    ])
    expect(curves.every(({ set }) => set === 'apibank_l3_lib21')).toBe(true)
  })

  it('makes bars of values that are words', () => {
    const bars = sweeps(sets).filter((swept) => 'bars' in swept)
    expect(bars.map(({ caption }) => caption)).toEqual([
      'Invocation, apibank_l3_lib21, online: f1 by retrieval.mode',
      'Tool retrieval, apibank_l3_lib21, static: ndcg at 20 by retrieval.mode',
      'Tool retrieval, apibank_l3_lib21, online: ndcg at 20 by retrieval.mode',
    ])
    expect(bars.map(({ bars }) => bars.map(({ label }) => label))).toEqual(bars.map(() => ['p', 's', 'sym']))
  })

  it('leaves out rows without the figure', () => {
    const rows = [{ name: 'sensitivity', constant: 'a', value: 1, recall_at_5: 0.5 }]
    expect(sweeps([{ ...sets[1]!, rows }])).toEqual([])
  })
})

describe('ablations', () => {
  it('compares the memories of a suite, each protocol by itself', () => {
    const row = (protocol: string, memory: string, any_order: number) => ({ name: 'geoforge', protocol, memory, any_order }) // prettier-ignore
    const earth = {
      ...reports[0]!,
      suite: 'earthbench',
      rows: [
        row('free', 'on', 0.8),
        row('step', 'on', 0.9),
        row('free', 'off', 0.3),
        row('step', 'off', 0.2),
      ],
    }
    expect(ablations([earth]).map(({ bars }) => bars.map(({ label, value }) => [label, value]))).toEqual([
      [['on', 0.8], ['off', 0.3]],
      [['on', 0.9], ['off', 0.2]],
    ]) // prettier-ignore
  })

  it('compares what is left out of each method, on each set and protocol', () => {
    const found = ablations(sets).map(({ caption, bars }) => [caption, bars.map(({ label }) => label)])
    const whole = 'Tool retrieval, apibank_l3_lib21'
    expect(found).toContainEqual([`${whole}, static: ndcg at 20 of bsctr by part left out`, ['whole', 'no plan', 'no graph']]) // prettier-ignore
    expect(found).toContainEqual([`${whole}, online: ndcg at 20 of geoforge by part left out`, ['whole', 'no use', 'no ports']]) // prettier-ignore
    expect(found).toContainEqual(['Invocation, apibank_l3_lib21, online: f1 of geoforge by part left out', ['whole', 'no plan', 'no graph', 'no plan and graph']]) // prettier-ignore
    expect(found).toHaveLength(6)
  })

  it('leaves out a suite that was run with one memory alone', () => {
    expect(ablations(reports.filter(({ suite }) => suite === 'earthbench'))).toEqual([])
  })
})

describe('failureBars', () => {
  it('counts the classes by memory, in a chart and a table', () => {
    const [bars] = failureBars(reports)
    expect(bars?.parts).toContainEqual({ label: 'off', failure: 'planning', count: 12 })
    expect(bars?.table.rows[1]).toMatchObject({ name: 'off', planning: 12, format: 1 })
  })
})
