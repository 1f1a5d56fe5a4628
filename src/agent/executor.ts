import { quantityName } from './figures.ts'
import { config } from '../config.ts'
import { stableJson } from '../lib/hash.ts'
import { throwIfAborted } from '../lib/abort.ts'
import type { Binding, SceneRole } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ToolCall, ToolOutcome } from '../trace/call.ts'
import type { ReadSlot, RunEvent } from '../trace/events.ts'
import { fits } from '../trace/fits.ts'
import type { LayerId } from '../trace/layer.ts'
import type { Port } from '../trace/port.ts'
import { checkStep, CHECK_WORDS, type CheckId } from './checks.ts'
import type { Tried } from './other-settings.ts'
import type { DoneStep, Plan, PlanStep, ToolRunner } from './types.ts'

export interface ExecutorOptions {
  readonly runner: ToolRunner
  readonly specs: readonly ToolSpec[]
  readonly slots: readonly ReadSlot[]
  readonly roles: Readonly<Partial<Record<SceneRole, readonly LayerId[]>>>
  /** Ports of the layers that are no scenes. */
  readonly products: readonly { readonly id: LayerId; readonly port: Port }[]
  readonly emit: (event: RunEvent) => void
  readonly signal?: AbortSignal | undefined
  /** Calls of a run that was cut off, with what they saw: they are told again and not made again. */
  readonly earlier?: readonly EarlierCall[]
}

/** A finished call of another run whose layers are still there. */
export interface EarlierCall {
  readonly call: ToolCall
  readonly purpose: string
  readonly outcome: Extract<ToolOutcome, { ok: true }>
}

/** Makes the calls of plans, each call once: a repeated one is answered by the earlier observation. */
export class Executor {
  readonly done: DoneStep[] = []
  /** Calls that were made with another setting than their plan's. */
  readonly tried = new Map<DoneStep, Tried>()
  readonly #seen = new Map<string, DoneStep>()

  constructor(private readonly options: ExecutorOptions) {}

  /** What a run that was cut off had done. */
  get earlier(): readonly EarlierCall[] {
    return this.options.earlier ?? []
  }

  get calls(): number {
    return this.done.length
  }

  specOf(tool: string): ToolSpec | undefined {
    return this.options.specs.find(({ name }) => name === tool)
  }

  /** Port of a loaded layer that is no scene; undefined for anything else. */
  productPort(id: unknown): Port | undefined {
    return this.options.products.find((product) => product.id === id)?.port
  }

  tell(event: RunEvent): void {
    this.options.emit(event)
  }

  /** One call that a model chose, or a text where a limit of the run forbids it. */
  act(
    call: ToolCall,
    { bindings, purpose, change }: Pick<DoneStep, 'bindings' | 'purpose'> & { readonly change: boolean },
  ): Promise<DoneStep | string> {
    return this.#perform(call, bindings, purpose, ({ observation }) =>
      checkStep({ observation: observation!, args: call.args }, change),
    )
  }

  /** True where this very call was made already. */
  isMade(call: ToolCall): boolean {
    return this.#seen.has(stableJson(call))
  }

  /** One call outside any plan (`match_option`). */
  async runCall(call: ToolCall, purpose: string): Promise<DoneStep | string> {
    const bindings = Object.fromEntries(
      Object.entries(call.args).map(([name, value]) => [
        name,
        { from: 'value', value: typeof value === 'object' ? '' : value } as Binding,
      ]),
    )
    return this.#perform(call, bindings, purpose, () => [])
  }

  /** The call of a plan's step, or a text where a limit of the run forbids it. */
  make(
    planned: PlanStep,
    args: Readonly<Record<string, unknown>>,
    { isChange, by }: { readonly isChange: boolean; readonly by: Plan['by'] },
  ): Promise<DoneStep | string> {
    const call = { tool: planned.tool, args }
    return this.#perform(call, planned.args, planned.purpose, (step) => {
      const checks = checkStep({ observation: step.observation!, args }, isChange)
      // A known procedure with a standard threshold may find that most of a scene burned, and so may a limit that the
      // words name, however near it lies to the median; a guess may not.
      const isNamed = this.options.slots.some(({ slot }) => slot === 'threshold')
      const { rule } = args
      // What follows such a cut measures the same mask.
      const isOfLimit = rule === 'value' ? by === 'skill' || isNamed : rule === undefined && isNamed
      const excused: readonly CheckId[] = isNamed ? ['covers-most', 'in-noise'] : ['covers-most']
      return isOfLimit ? checks.filter((check) => !excused.includes(check)) : checks
    })
  }

  async #perform(
    call: ToolCall,
    bindings: Readonly<Record<string, Binding>>,
    purpose: string,
    check: (step: DoneStep) => CheckId[],
  ): Promise<DoneStep | string> {
    const { emit, runner, signal } = this.options
    const key = stableJson(call)
    const known = this.#seen.get(key)
    if (known) return known
    if (this.done.length >= config.run.maxCalls)
      return `the run reached its limit of ${config.run.maxCalls} calls`
    if (this.done.filter((step) => step.call.tool === call.tool).length >= config.run.maxCallsOfOneTool) {
      return `the run reached its limit of ${config.run.maxCallsOfOneTool} calls of ${call.tool}`
    }
    throwIfAborted(signal)
    const number = this.done.length + 1
    emit({ type: 'step-start', at: Date.now(), step: number, call, purpose })
    const outcome =
      this.options.earlier?.find((past) => stableJson(past.call) === key)?.outcome ??
      (await runner.run(call, {
        ...(signal ? { signal } : {}),
        progress: (fraction, note) =>
          emit({ type: 'step-progress', at: Date.now(), step: number, fraction, note }),
      }))
    const draft: DoneStep = {
      step: number,
      call,
      bindings,
      purpose,
      observation: outcome.ok ? outcome.observation : null,
      error: outcome.ok ? null : { code: outcome.error.code, message: outcome.error.message },
      failedChecks: [],
      layers: outcome.ok ? outcome.layers : [],
    }
    const step = outcome.ok ? { ...draft, failedChecks: check(draft) } : draft
    this.done.push(step)
    this.#seen.set(key, step)
    emit({
      type: 'step-end',
      at: Date.now(),
      step: number,
      milliseconds: outcome.milliseconds,
      status: outcome.ok ? 'ok' : 'error',
      observation: step.observation,
      error: outcome.ok ? null : { code: outcome.error.code, message: outcome.error.message },
      failedChecks: (step.failedChecks as readonly CheckId[]).map((id) => CHECK_WORDS[id]),
    })
    return step
  }

  /** Arguments by name, or in words why one of them has no value. */
  bind(planned: PlanStep, steps: ReadonlyMap<string, DoneStep>): Record<string, unknown> | string {
    const spec = this.specOf(planned.tool)
    if (!spec) return `there is no tool named ${planned.tool}`
    const args: Record<string, unknown> = {}
    for (const [name, binding] of Object.entries(planned.args)) {
      if (!(name in spec.parameters.properties)) return `${planned.tool} has no argument ${name}`
      const value = this.#valueOf(binding, steps, spec.needs[name])
      if (value === null) return `${planned.tool} needs ${name}, and nothing at hand supplies it`
      if (value !== undefined) args[name] = value
    }
    for (const [name, schema] of Object.entries(spec.parameters.properties)) {
      // What the words fix for a slot that the plan leaves open is passed on.
      const given = this.options.slots.find(({ slot }) => slot === schema['slot'])
      if (given && !(name in args) && !(name in planned.args)) args[name] = given.value
    }
    return args
  }

  #fits(need: Port, id: LayerId): boolean {
    const port = this.productPort(id)
    return port !== undefined && fits(need, port)
  }

  /** Null where nothing supplies the value, undefined where the tool's own default stands. */
  #valueOf(binding: Binding, steps: ReadonlyMap<string, DoneStep>, need: Port | undefined): unknown {
    switch (binding.from) {
      case 'value':
        return binding.value
      case 'slot':
        return this.options.slots.find(({ slot }) => slot === binding.slot)?.value ?? binding.default
      case 'role': {
        const ids = this.options.roles[binding.role] ?? []
        const fitting = binding.role === 'product' && need ? ids.filter((id) => this.#fits(need, id)) : ids
        return fitting.length === 0 ? null : need?.kind === 'rasters' ? fitting : fitting[0]
      }
      case 'step':
        return steps.get(binding.step)?.layers[0]?.id ?? null
      case 'steps': {
        const ids = binding.steps.map((id) => steps.get(id)?.layers[0]?.id)
        return ids.every((id) => id !== undefined) && ids.length > 0 ? ids : null
      }
      case 'figure':
        return (
          steps
            .get(binding.step)
            ?.observation?.numbers.find(
              (quantity) => quantity.name === binding.figure || quantityName(quantity) === binding.figure,
            )?.value ?? null
        )
    }
  }
}
