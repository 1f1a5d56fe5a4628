import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../src/agent/checks.ts'
import { Executor } from '../../src/agent/executor.ts'
import { settingsFor, type OpenSettings } from '../../src/agent/other-settings.ts'
import { runPlan } from '../../src/agent/plan-run.ts'
import { settingNotes } from '../../src/agent/tell-settings.ts'
import type { Plan } from '../../src/agent/types.ts'
import { config } from '../../src/config.ts'
import type { Experience, OtherSetting } from '../../src/memory/types.ts'
import type { ToolCall } from '../../src/trace/call.ts'
import type { RunEvent } from '../../src/trace/events.ts'
import { layer, ok, ScriptedRunner, spec } from '../helpers/scripted-runner.ts'

const SCENE = { kind: 'raster', quantity: 'reflectance', bands: [] } as const
const DIFFERENCE = { kind: 'raster', quantity: 'difference', meaning: 'dnbr' } as const
const MASK = { kind: 'raster', quantity: 'mask' } as const
const FIGURES = { kind: 'figures' } as const
const properties = (of: Record<string, Record<string, unknown>>) => ({
  parameters: { type: 'object' as const, properties: of },
})
const SPECS = [
  spec(
    'filter',
    { scene: SCENE },
    SCENE,
    properties({ window: { type: 'integer', minimum: 3, maximum: 31, default: 7 } }),
  ),
  spec('change', { scene: SCENE }, DIFFERENCE),
  spec('cut', { layer: DIFFERENCE }, MASK, {
    ...properties({
      rule: { slot: 'rule', enum: ['value', 'otsu', 'percentile'], default: 'value' },
      value: { slot: 'threshold', type: 'number' },
      side: { slot: 'side', enum: ['at_or_above', 'below'], default: 'at_or_above' },
    }),
  }),
  spec('way', { mask: MASK }, FIGURES, { measures: [{ name: 'main_sector', dimension: 'sector' }] }),
]

const plan = (rule: 'value' | 'otsu', window?: number): Plan => ({
  by: 'search',
  source: null,
  title: '',
  steps: [
    {
      id: 'f',
      tool: 'filter',
      args: {
        scene: { from: 'role', role: 'only' },
        ...(window && { window: { from: 'value', value: window } }),
      },
      purpose: '',
    },
    { id: 'd', tool: 'change', args: { scene: { from: 'step', step: 'f' } }, purpose: '' },
    {
      id: 'c',
      tool: 'cut',
      args: {
        layer: { from: 'step', step: 'd' },
        rule: { from: 'value', value: rule },
        ...(rule === 'value' && { value: { from: 'slot', slot: 'threshold', default: 0.27 } }),
      },
      purpose: 'what burned',
    },
    { id: 'w', tool: 'way', args: { mask: { from: 'step', step: 'c' } }, purpose: '' },
  ],
  answer: [{ step: 'w', label: 'main_sector' }],
  score: 0,
})

const PORTS = { filter: SCENE, change: DIFFERENCE, cut: MASK, way: FIGURES }

/** Tools whose outcome is told by `facts` of their calls; layers are named after the call that made them. */
const runnerWith = (facts: (call: ToolCall, window: unknown) => Record<string, number>) => {
  const windows = new Map<string, unknown>()
  return new ScriptedRunner(SPECS, [], (call, count) => {
    const id = `${call.tool}-${count}`
    const [from] = Object.values(call.args) as string[]
    windows.set(id, call.tool === 'filter' ? (call.args['window'] ?? 7) : windows.get(from!))
    return ok({ facts: facts(call, windows.get(id)) }, [layer(id, PORTS[call.tool as keyof typeof PORTS])])
  })
}

const OPEN: OpenSettings = {
  slots: [],
  text: 'Which way did it burn?',
  zeroAnswers: false,
  isAsked: () => true,
  remembered: () => [],
}

async function follow(
  runner: ScriptedRunner,
  of: Plan,
  {
    open = OPEN,
    tolerated = [],
    change = false,
  }: { open?: OpenSettings; tolerated?: CheckId[]; change?: boolean } = {},
) {
  const events: RunEvent[] = []
  const executor = new Executor({
    runner,
    specs: SPECS,
    slots: open.slots,
    roles: { only: ['scene-1'] },
    products: [],
    emit: (event) => events.push(event),
  })
  const result = await runPlan(of, executor, { change, tolerated, open })
  return { result, executor, events }
}

const cuts = (runner: ScriptedRunner) =>
  runner.calls.filter(({ tool }) => tool === 'cut').map(({ args }) => args['value'] ?? args['rule'])

/** The mask is empty down to a threshold. */
const burnedFrom = (least: number) =>
  runnerWith(({ tool, args }) =>
    tool === 'cut' ? { selected_share: (args['value'] as number) <= least ? 0.2 : 0 } : {},
  )

describe('runPlan with other settings', () => {
  it('takes the next threshold of the field where the usual one marks nothing and nothing is no answer', async () => {
    const runner = burnedFrom(0.1)
    const { result, executor, events } = await follow(runner, plan('value'))
    expect(result.kind).toBe('stood')
    expect(cuts(runner)).toEqual([0.27, 0.1])
    expect([...executor.tried.values()]).toEqual([
      { argument: 'value', from: 0.27, to: 0.1, because: 'empty', passed: true, remembered: false },
    ])
    expect(events.find(({ type }) => type === 'decision')).toMatchObject({
      by: 'setting',
      chosen: 'cut: value 0.1 in place of 0.27',
    })
  })

  it('says in the answer which setting was used and why', async () => {
    const { result, executor } = await follow(burnedFrom(0.1), plan('value'))
    const steps = result.kind === 'stood' ? result.steps : new Map()
    expect(settingNotes([{ ask: {} as never, plan: plan('value'), steps }], executor.tried)).toEqual([
      'Step 4, cut: another setting was used, value 0.1 in place of 0.27, because the mask is empty without it.',
    ])
  })

  it('keeps the binding of the plan, so that no skill learns the exception', async () => {
    const { executor } = await follow(burnedFrom(0.1), plan('value'))
    expect(executor.done[3]!.bindings['value']).toEqual({ from: 'slot', slot: 'threshold', default: 0.27 })
  })

  it('finds nothing where nothing is there, after as many settings as may be tried', async () => {
    const runner = burnedFrom(-9)
    const { result, executor } = await follow(runner, plan('value'))
    expect(result).toMatchObject({ kind: 'failed', checks: ['empty'], step: { step: 3 } })
    expect(cuts(runner).length).toBeLessThanOrEqual(1 + config.run.maxSettings)
    expect([...executor.tried.values()].every(({ passed }) => !passed)).toBe(true)
  })

  it('leaves an empty mask alone where zero is an answer', async () => {
    const runner = burnedFrom(0.1)
    const open = { ...OPEN, zeroAnswers: true }
    const { result } = await follow(runner, plan('value'), { open, tolerated: ['empty'] })
    expect(result.kind).toBe('stood')
    expect(cuts(runner)).toEqual([0.27])
  })

  it('leaves an empty mask alone that the figure asked for does not stand on', async () => {
    const runner = burnedFrom(0.1)
    await follow(runner, plan('value'), { open: { ...OPEN, isAsked: () => false }, tolerated: ['empty'] })
    expect(cuts(runner)).toEqual([0.27])
  })

  it('never touches what the question fixes', async () => {
    const runner = burnedFrom(0.1)
    const open = { ...OPEN, slots: [{ slot: 'threshold', value: 0.3 }] }
    const { result } = await follow(runner, plan('value'), { open })
    expect(result.kind).toBe('failed')
    expect(cuts(runner)).toEqual([0.3])
    const windowed = runnerWith(({ tool }) =>
      tool === 'cut' ? { selected_share: 0.2, threshold_noise: 1 } : {},
    )
    await follow(windowed, plan('otsu', 7), {
      open: { ...OPEN, text: 'Which way did it burn? Filter with a window of 7.' },
      change: true,
    })
    expect(windowed.calls.filter(({ tool }) => tool === 'filter')).toHaveLength(1)
  })

  it('cuts at the standard threshold where Otsu finds no two classes', async () => {
    const runner = runnerWith(({ tool, args }) =>
      tool === 'cut' ? { selected_share: 0.2, separability: args['rule'] === 'otsu' ? 0.5 : 0.8 } : {},
    )
    const { result } = await follow(runner, plan('otsu'))
    expect(result.kind).toBe('stood')
    expect(cuts(runner)).toEqual(['otsu', 'value'])
  })

  it('filters in a wider window where the threshold lies in the noise, and makes again only what stands on it', async () => {
    const runner = runnerWith(({ tool }, window) =>
      tool === 'cut' ? { selected_share: 0.2, threshold_noise: (window as number) / 4 } : {},
    )
    const { result, executor } = await follow(runner, plan('value', 7), { change: true })
    expect(result.kind).toBe('stood')
    expect(runner.calls.map(({ tool }) => tool)).toEqual([
      'filter',
      'change',
      'cut',
      'filter',
      'change',
      'cut',
      'way',
    ])
    expect([...executor.tried.values()]).toMatchObject([
      { argument: 'window', from: 7, to: 11, because: 'in-noise', passed: true },
    ])
  })

  it('counts the calls of other settings to the limit of the run', async () => {
    const runner = burnedFrom(-9)
    const { executor } = await follow(runner, plan('value'))
    expect(executor.calls).toBe(runner.calls.length)
    expect(executor.calls).toBeGreaterThan(3)
  })

  it('takes an error of no valid pixel for a fault of the settings, and any other for none', async () => {
    const narrow = (code: 'nothing_valid' | 'read_failed') =>
      new ScriptedRunner(SPECS, [], ({ tool, args }) =>
        tool === 'filter' && ((args['window'] as number | undefined) ?? 7) > 5
          ? { ok: false, error: { code, message: 'no pixel', details: {} }, milliseconds: 1 }
          : ok({ facts: { selected_share: 0.5 } }, [layer('x', PORTS[tool as keyof typeof PORTS])]),
      )
    expect((await follow(narrow('nothing_valid'), plan('value', 7))).result.kind).toBe('stood')
    const runner = narrow('read_failed')
    expect((await follow(runner, plan('value', 7))).result.kind).toBe('error')
    expect(runner.calls).toHaveLength(1)
  })
})

const lesson = (tool: string, setting: OtherSetting): Experience => ({
  id: `experience-${tool}`,
  kind: 'setting',
  equivalence: '',
  taskType: 'change-direction',
  tool,
  trigger: '',
  correction: '',
  operations: [],
  count: 1,
  setting,
  origin: 'learned',
  state: 'candidate',
  activation: null,
  pinned: false,
  provenance: [],
  usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  createdAt: 0,
})

describe('settings that an earlier run learned', () => {
  const wider: OtherSetting = { argument: 'window', from: 7, to: 15, because: 'in-noise' }
  const noisy = () =>
    runnerWith(({ tool }, window) =>
      tool === 'cut' ? { selected_share: 0.2, threshold_noise: (window as number) / 4 } : {},
    )

  it('are matched by the tool about to be called, and by the task type', () => {
    const items = [lesson('filter', wider), lesson('cut', { ...wider, argument: 'value' })]
    expect(settingsFor(items, 'change-direction')('filter')).toEqual([wider])
    expect(settingsFor(items, 'change-direction')('way')).toEqual([])
    expect(settingsFor(items, 'burned-area')('filter')).toEqual([])
  })

  it('are tried first, so that the calls which failed are not made again', async () => {
    const runner = noisy()
    const open = { ...OPEN, remembered: settingsFor([lesson('filter', wider)], 'change-direction') }
    const { result, executor } = await follow(runner, plan('value', 7), { open, change: true })
    expect(result.kind).toBe('stood')
    expect(runner.calls.map(({ tool }) => tool)).toEqual(['filter', 'change', 'cut', 'way'])
    expect(runner.calls[0]!.args['window']).toBe(15)
    const steps = result.kind === 'stood' ? result.steps : new Map()
    expect(settingNotes([{ ask: {} as never, plan: plan('value', 7), steps }], executor.tried)[0]).toContain(
      'window 15 in place of 7, because in an earlier run this check failed without it: the threshold lies within the noise',
    )
  })

  it('do not displace a usual threshold that holds, and go first where it does not', async () => {
    const setting: OtherSetting = { argument: 'value', from: 0.27, to: 0.05, because: 'empty' }
    const open = { ...OPEN, remembered: settingsFor([lesson('cut', setting)], 'change-direction') }
    const holds = burnedFrom(0.4)
    await follow(holds, plan('value'), { open })
    expect(cuts(holds)).toEqual([0.27])
    const empty = burnedFrom(0.1)
    await follow(empty, plan('value'), { open })
    expect(cuts(empty)).toEqual([0.27, 0.05])
  })

  it('are passed over where the tool does not take them', async () => {
    const runner = noisy()
    const setting: OtherSetting = { ...wider, to: 'rm -rf' }
    const open = { ...OPEN, remembered: settingsFor([lesson('filter', setting)], 'change-direction') }
    await follow(runner, plan('value', 7), { open, change: true })
    expect(runner.calls[0]!.args['window']).toBe(7)
  })
})
