import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../src/agent/checks.ts'
import { Executor } from '../../src/agent/executor.ts'
import { runPlan } from '../../src/agent/plan-run.ts'
import type { Plan } from '../../src/agent/types.ts'
import { config } from '../../src/config.ts'
import type { RunEvent } from '../../src/trace/events.ts'
import { failed, layer, ok, ScriptedRunner, spec } from '../helpers/scripted-runner.ts'

const SCENE = { kind: 'raster', quantity: 'reflectance', bands: [] } as const
const INDEX = { kind: 'raster', quantity: 'index', meaning: 'ndwi' } as const
const MASK = { kind: 'raster', quantity: 'mask' } as const
const SPECS = [
  spec('ndwi', { scene: SCENE }, INDEX),
  spec('cut', { layer: INDEX }, MASK, {
    parameters: { type: 'object', properties: { value: { slot: 'threshold' }, rule: { slot: 'rule' } } },
  }),
]

const PLAN: Plan = {
  by: 'search',
  source: null,
  title: 'ndwi → cut',
  steps: [
    { id: 'a', tool: 'ndwi', args: { scene: { from: 'role', role: 'only' } }, purpose: '' },
    {
      id: 'b',
      tool: 'cut',
      args: { layer: { from: 'step', step: 'a' }, value: { from: 'slot', slot: 'threshold', default: 0.1 } },
      purpose: '',
    },
  ],
  answer: [{ step: 'b', figure: 'share' }],
  score: 0,
}

function executor(runner: ScriptedRunner, more: Partial<ConstructorParameters<typeof Executor>[0]> = {}) {
  const events: RunEvent[] = []
  return {
    events,
    run: new Executor({
      runner,
      specs: SPECS,
      slots: [],
      roles: { only: ['scene-1'] },
      products: [],
      emit: (event) => events.push(event),
      ...more,
    }),
  }
}

const follow = (run: Executor, plan: Plan, tolerated: readonly CheckId[] = []) =>
  runPlan(plan, run, { change: false, tolerated })

const working = () =>
  new ScriptedRunner(SPECS, [], ({ tool }, count) =>
    ok({ facts: { valid_share: 1, selected_share: 0.2 } }, [
      layer(`layer-${count}`, tool === 'ndwi' ? INDEX : MASK),
    ]),
  )

describe('Executor', () => {
  it('binds roles, earlier steps and defaults to arguments', async () => {
    const runner = working()
    const result = await follow(executor(runner).run, PLAN)
    expect(result.kind).toBe('stood')
    expect(runner.calls).toEqual([
      { tool: 'ndwi', args: { scene: 'scene-1' } },
      { tool: 'cut', args: { layer: 'layer-1', value: 0.1 } },
    ])
  })

  it('gives a slot of the question before the default, and passes on slots the plan leaves open', async () => {
    const runner = working()
    const slots = [
      { slot: 'threshold', value: 0.3 },
      { slot: 'rule', value: 'value' },
    ]
    await follow(executor(runner, { slots }).run, PLAN)
    expect(runner.calls[1]!.args).toEqual({ layer: 'layer-1', value: 0.3, rule: 'value' })
  })

  it('makes the same call once and answers the second time by the first observation', async () => {
    const runner = working()
    const { run } = executor(runner)
    await follow(run, PLAN)
    await follow(run, PLAN)
    expect(runner.calls).toHaveLength(2)
  })

  it('stops a plan at a failed check and says which', async () => {
    const runner = new ScriptedRunner(SPECS, [], ({ tool }) =>
      ok({ facts: tool === 'cut' ? { selected_share: 0 } : {} }, [layer('x', INDEX)]),
    )
    const { run, events } = executor(runner)
    const result = await follow(run, PLAN)
    expect(result).toMatchObject({ kind: 'failed', checks: ['empty'] })
    expect(events.findLast((event) => event.type === 'step-end')).toMatchObject({
      failedChecks: ['the mask is empty'],
    })
    expect((await follow(run, PLAN, ['empty'])).kind).toBe('stood')
  })

  it('lets a limit that the words name hold for the whole scene, also in the steps behind the cut', async () => {
    const measured = {
      ...PLAN.steps[1]!,
      id: 'c',
      tool: 'size',
      args: { mask: { from: 'step', step: 'b' } },
    } as const
    const specs = [...SPECS, spec('size', { mask: MASK }, { kind: 'figures' })]
    const plan = { ...PLAN, steps: [...PLAN.steps, measured] }
    const all = () =>
      new ScriptedRunner(specs, [], ({ tool }, count) =>
        ok({ facts: { valid_share: 1, ...(tool !== 'ndwi' && { selected_share: 1 }) } }, [
          layer(`layer-${count}`, tool === 'ndwi' ? INDEX : MASK),
        ]),
      )
    const slots = [
      { slot: 'threshold', value: 0.3 },
      { slot: 'rule', value: 'value' },
    ]
    expect(await follow(executor(all(), { specs, slots }).run, plan)).toMatchObject({
      kind: 'stood',
    })
    expect(await follow(executor(all(), { specs }).run, plan)).toMatchObject({
      kind: 'failed',
      checks: ['covers-most'],
    })
  })

  it('hands a tool error back as a result', async () => {
    const runner = new ScriptedRunner(SPECS, [], () => failed('the file is cut short', 'read_failed'))
    const result = await follow(executor(runner).run, PLAN)
    expect(result).toMatchObject({
      kind: 'error',
      step: { error: { code: 'read_failed', message: 'the file is cut short' } },
    })
  })

  it('names what a plan lacks instead of calling with a hole', async () => {
    const runner = working()
    const result = await follow(executor(runner, { roles: {} }).run, PLAN)
    expect(result).toEqual({ kind: 'unbound', reason: 'ndwi needs scene, and nothing at hand supplies it' })
    expect(runner.calls).toEqual([])
  })

  it('keeps to the limit of calls of one tool', async () => {
    const runner = working()
    const { run } = executor(runner)
    for (let at = 0; at < config.run.maxCallsOfOneTool; at++) {
      expect(await run.runCall({ tool: 'cut', args: { value: at } }, '')).toMatchObject({ error: null })
    }
    expect(await run.runCall({ tool: 'cut', args: { value: 99 } }, '')).toContain('limit')
    expect(runner.calls).toHaveLength(config.run.maxCallsOfOneTool)
  })

  it('rejects with AbortError where it is stopped in mid-plan', async () => {
    const stop = new AbortController()
    const runner = new ScriptedRunner(SPECS, [], () => {
      stop.abort()
      return ok({}, [layer('x', INDEX)])
    })
    await expect(follow(executor(runner, { signal: stop.signal }).run, PLAN)).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(runner.calls).toHaveLength(1)
  })
})
