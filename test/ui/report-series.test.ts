import { describe, expect, it } from 'vitest'
import { ablations, failureBars, learningCurves, sweeps } from '../../src/ui/report/series.ts'
import { readReportData } from '../../scripts/lib/report-data.ts'

const { reports } = readReportData('test/fixtures/report')

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
    expect(sweeps(reports).map(({ axis, points }) => [axis, points.length])).toEqual([
      ['skill.minimum', 3],
      ['workflow.topK', 2],
    ])
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
