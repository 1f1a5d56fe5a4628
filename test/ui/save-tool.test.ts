import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import type { Observation } from '../../src/trace/call.ts'
import { emptyRun, type RunView, type StepView } from '../../src/ui/chat/run-view.ts'
import { nameFault, recipeOfRun, stepsOfAnswer } from '../../src/ui/chat/save-tool.ts'
import { portWords, settingWords } from '../../src/ui/parts/recipe-words.ts'
import { fakeResult, fakeScene } from './fake-layers.ts'

const SPECS = TOOLS.map(toolSpec)
const style = { ramp: 'viridis' } as const
const LAYERS = [fakeScene('scene-1', '2024-09-20', 'late'), fakeScene('scene-2', '2024-08-01', 'early')]

function step(
  number: number,
  tool: string,
  args: Record<string, unknown>,
  made: readonly string[],
): StepView {
  const observation: Observation = {
    text: '',
    numbers: [],
    labels: [],
    places: [],
    layers: made,
    warnings: [],
    facts: {},
  }
  return {
    step: number,
    purpose: '',
    call: { tool, args },
    state: 'ok',
    progress: null,
    milliseconds: 1,
    observation,
    error: null,
    failedChecks: [],
  }
}

const STEPS = [
  step(1, 'ndvi', { scene: 'scene-1' }, ['layer-9']),
  step(2, 'nbr', { scene: 'scene-2' }, ['layer-1']),
  step(3, 'nbr', { scene: 'scene-1' }, ['layer-2']),
  step(4, 'difference', { before: 'layer-1', after: 'layer-2', order: 'before_minus_after' }, ['layer-3']),
  step(5, 'statistics', { layer: 'layer-3' }, []),
  step(6, 'match_option', { value: 1, options: ['A', 'B'] }, []),
]

function runOf(steps: readonly StepView[], cited: readonly number[]): RunView {
  const spans = cited.map((at) => ({
    text: '1',
    cite: { step: at, tool: '', name: 'mean', value: 1, unit: null },
  }))
  const rest = { caveats: [], value: 1, unit: null, choice: null, place: null, layers: [], evidence: [] }
  return { ...emptyRun('?', 0), status: 'answered', steps, answer: { spans, ...rest, by: 'planner' } }
}

const save = (steps: readonly StepView[], cited: readonly number[], layers = LAYERS) =>
  recipeOfRun('my_tool', runOf(steps, cited), { specs: SPECS, layers })

describe('recipeOfRun', () => {
  it('keeps what the answer rests on and names two dates by their order, whichever was used first', () => {
    const recipe = save(STEPS, [5, 6])
    expect(recipe.steps.map(({ tool }) => tool)).toEqual(['nbr', 'nbr', 'difference', 'statistics'])
    expect(recipe.inputs.map(({ name }) => name)).toEqual(['earlier', 'later'])
    expect(recipe.steps[0]!.layers['scene']).toEqual({ from: 'input', input: 'earlier' })
    expect(JSON.stringify(recipe)).not.toMatch(/scene-\d|layer-\d/)
  })

  it('takes a list of given layers as one input, and says of a lone layer what it shows', () => {
    const series = save(
      [step(1, 'index_series', { scenes: ['scene-1', 'scene-2'], index: 'ndvi' }, ['layer-4'])],
      [1],
    )
    expect(series.inputs).toHaveLength(1)
    expect(series.inputs[0]).toMatchObject({ name: 'input_1', port: { kind: 'rasters' } })
    const nbr = fakeResult('layer-7', 'NBR', style)
    const port = { kind: 'raster', quantity: 'index', meaning: 'nbr' } as const
    const lone = save([step(1, 'statistics', { layer: 'layer-7' }, [])], [1], [{ ...nbr, port, date: null }])
    expect(lone.inputs[0]!.port).toMatchObject(port)
  })

  it('refuses a run whose data were removed, and one without steps', () => {
    expect(() => save(STEPS, [5], [])).toThrow('removed since')
    expect(() => save([], [5])).toThrow('no step')
    expect(
      stepsOfAnswer(
        runOf(
          STEPS.map((each) => ({ ...each, state: 'error' })),
          [5],
        ),
      ),
    ).toEqual([])
  })
})

describe('nameFault', () => {
  it('says what a name lacks, and that it is taken', () => {
    expect(nameFault('lake_loss', ['ndvi'])).toBeNull()
    expect(nameFault('Lake loss', [])).toContain('small letters')
    expect(nameFault('ndvi', ['ndvi'])).toContain('already')
  })
})

describe('recipe words', () => {
  it('say what an input is and how a step is set', () => {
    expect(portWords({ kind: 'raster', quantity: 'reflectance', bands: ['nir', 'swir2'] })).toBe(
      'scene with nir, swir2',
    )
    expect(portWords({ kind: 'rasters', of: { kind: 'raster', quantity: ['index', 'mask'] } })).toBe(
      'list of layers, each: index or mask layer',
    )
    expect(portWords({ kind: 'raster', quantity: 'index', meaning: 'nbr' })).toBe('index layer of nbr')
    expect(settingWords({ args: { rule: 'value', value: 0.27, values: [1] } })).toBe('rule value, value 0.27')
  })
})
