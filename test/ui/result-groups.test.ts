import { describe, expect, it } from 'vitest'
import type { Layer } from '../../src/trace/layer.ts'
import { emptyRun, type RunView, type StepView } from '../../src/ui/chat/run-view.ts'
import { mainLayers, resultGroups } from '../../src/ui/layers/result-groups.ts'
import { fakeResult, fakeScene } from './fake-layers.ts'

function raster(id: string, quantity: 'class' | 'mask' | 'difference'): Layer {
  return { ...fakeResult(id, 'same title', { ramp: 'gray' }), port: { kind: 'raster', quantity } }
}

function run(id: string, ...made: (readonly string[])[]): RunView {
  const steps = made.map((layers, place): StepView => ({
    step: place + 1,
    purpose: '',
    call: { tool: 'any', args: {} },
    state: 'ok',
    progress: null,
    milliseconds: 1,
    observation: { text: '', numbers: [], labels: [], places: [], layers, warnings: [], facts: {} },
    error: null,
    failedChecks: [],
  }))
  return { ...emptyRun(id, 0), id, steps }
}

const scene = fakeScene('scene', '2024-08-01', 'scene')
const severity = raster('severity', 'class')
const dnbr = raster('dnbr', 'difference')
const mask = raster('mask', 'mask')
const points: Layer = {
  ...fakeResult('points', 'points', { ramp: 'none' }),
  kind: 'vector',
  lineage: { tool: 'components', version: '1', args: {}, inputs: [{ id: 'mask', fingerprint: 'm' }] },
}
const all = [points, mask, dnbr, severity, scene]

describe('resultGroups', () => {
  it('lists results by run, the newest run first and unknown ones last', () => {
    const groups = resultGroups(all, [run('old', ['severity', 'dnbr']), run('new', ['mask'])])
    expect(groups.map(({ runId, layers }) => [runId, layers.map(({ id }) => id)])).toEqual([
      ['new', ['mask']],
      ['old', ['dnbr', 'severity']],
      [null, ['points']],
    ])
  })

  it('gives what a run left when it was cut off to that run, and says so', () => {
    const step = { ...run('', ['x']).steps[0]!, state: 'stopped' as const, observation: null }
    const cut = (args: Record<string, string>): RunView => ({
      ...run('cut', ['mask']),
      status: 'stopped',
      steps: [...run('cut', ['mask']).steps, { ...step, call: { tool: 'components', args } }],
    })
    const told = (runs: readonly RunView[]) =>
      resultGroups([points, mask], runs).map(({ runId, isCutOff, layers }) => [
        runId,
        isCutOff,
        layers.length,
      ])
    expect(told([cut({ layer: 'mask' })])).toEqual([['cut', true, 2]])
    expect(told([cut({ layer: 'severity' })])).toEqual([
      ['cut', true, 1],
      [null, false, 1],
    ])
    expect(told([{ ...cut({ layer: 'mask' }), status: 'answered' }])).toEqual([
      ['cut', false, 1],
      [null, false, 1],
    ])
  })

  it('puts a layer that a later run used again with that run', () => {
    const groups = resultGroups([dnbr, mask], [run('old', ['dnbr']), run('new', ['dnbr'], ['mask'])])
    expect(groups.map(({ runId }) => runId)).toEqual(['new'])
  })
})

describe('mainLayers', () => {
  it('prefers classes and masks over the index that they came from', () => {
    expect(mainLayers(run('a', ['severity', 'dnbr']), all)).toEqual(['severity'])
    expect(mainLayers(run('a', ['dnbr', 'severity']), all)).toEqual(['severity'])
    expect(mainLayers(run('a', ['severity'], ['dnbr']), all)).toEqual(['dnbr'])
  })

  it('lays features over what they were read from', () => {
    expect(mainLayers(run('a', ['mask'], ['points'], []), all)).toEqual(['points', 'mask'])
  })

  it('is empty for a run without layers', () => {
    expect(mainLayers(run('a', []), all)).toEqual([])
  })
})
