import { config } from '../config.ts'
import { stableJson } from '../lib/hash.ts'
import type { OtherSetting } from '../memory/types.ts'
import { CHECK_WORDS, type CheckId } from './checks.ts'
import type { Executor } from './executor.ts'
import { learned, neighbours, preferred, type OpenSettings, type SettableCall } from './other-settings.ts'
import { settingWords } from './tell-settings.ts'
import type { DoneStep, Plan, PlanStep } from './types.ts'

export type PlanResult =
  | { readonly kind: 'stood'; readonly steps: ReadonlyMap<string, DoneStep> }
  | {
      readonly kind: 'failed'
      readonly step: DoneStep
      readonly planStep: string
      readonly checks: readonly CheckId[]
    }
  | { readonly kind: 'error'; readonly step: DoneStep }
  | { readonly kind: 'unbound'; readonly reason: string }
  | { readonly kind: 'limit'; readonly reason: string }

export interface PlanRunOptions {
  /** True where the words ask for a change. */
  readonly change: boolean
  /** Checks that are reported, not acted on: an empty mask of a known procedure is an answer of zero. */
  readonly tolerated: readonly CheckId[]
  /** What the question leaves open; absent where settings are not to be tried. */
  readonly open?: OpenSettings | undefined
}

/**
 * Makes the calls of a plan in order, up to the first that does not stand. Each step is a sub-goal: where its outcome fails
 * a check, at most `config.run.maxSettings` other settings are tried for it, of the step itself or of one that it stands on,
 * before the plan is given up. Those calls count as any other.
 */
export async function runPlan(
  plan: Plan,
  executor: Executor,
  { change, tolerated, open }: PlanRunOptions,
): Promise<PlanResult> {
  return await new PlanRun(plan, executor, change, tolerated, open).toEnd()
}

interface Trial {
  /** Number of the plan's step whose setting it is. */
  readonly at: number
  readonly setting: OtherSetting
}

interface Made {
  readonly settings: ReadonlyMap<string, Readonly<Record<string, OtherSetting['to']>>>
  readonly steps: ReadonlyMap<string, DoneStep>
}

type NotMade = Extract<PlanResult, { kind: 'unbound' | 'limit' }>

class PlanRun {
  /** Steps that something of the kind asked for is measured on. */
  readonly #decisive: ReadonlySet<string>

  constructor(
    private readonly plan: Plan,
    private readonly executor: Executor,
    private readonly change: boolean,
    private readonly tolerated: readonly CheckId[],
    private readonly open: OpenSettings | undefined,
  ) {
    const ends = plan.steps.flatMap(({ id, tool }, at) => {
      const parts = plan.answer.filter(({ step }) => step === id)
      return parts.some((part) => open?.isAsked(part, executor.specOf(tool))) ? [at] : []
    })
    this.#decisive = new Set(ends.flatMap((at) => [at, ...this.#sources(at)]).map((at) => plan.steps[at]!.id))
  }

  async toEnd(): Promise<PlanResult> {
    let made: Made = { settings: new Map(), steps: new Map() }
    for (const [at, planned] of this.plan.steps.entries()) {
      const known = await this.#asLearned(at, made)
      if (known) {
        made = known
        continue
      }
      const step = await this.#make(planned, made)
      if ('kind' in step) return step
      const fault = this.#faultOf(planned, step)
      const other = fault === null ? null : await this.#otherwise(at, { made, step, fault })
      if (other) {
        made = other
        continue
      }
      made = withStep(made, planned, step)
      if (step.error) return { kind: 'error', step }
      const checks = this.#fatal(step)
      if (checks.length > 0) return { kind: 'failed', step, planStep: planned.id, checks }
    }
    return { kind: 'stood', steps: made.steps }
  }

  /** The step with what an earlier run learned for it; null where nothing was learned, or it does not stand here. */
  async #asLearned(at: number, made: Made): Promise<Made | null> {
    const planned = this.plan.steps[at]!
    const call = this.open ? this.#callOf(planned, made) : null
    const setting = call && preferred(call, this.open!)
    return setting ? await this.#with(at, { at, made, setting, remembered: true }) : null
  }

  /** The steps up to this one with another setting with which it stands; null where none of those tried does. */
  async #otherwise(
    at: number,
    { made, step, fault }: { readonly made: Made; readonly step: DoneStep; readonly fault: CheckId },
  ): Promise<Made | null> {
    const planned = this.plan.steps[at]!
    for (const { at: from, setting } of this.#candidates(at, made, fault).slice(0, config.run.maxSettings)) {
      const { tool } = this.plan.steps[from]!
      this.executor.tell({
        type: 'decision',
        at: Date.now(),
        step: this.executor.calls + 1,
        by: 'setting',
        reason: `${CHECK_WORDS[fault]} (step ${step.step}, ${planned.tool}); another setting is tried before the plan is given up`,
        options: [],
        chosen: `${tool}: ${settingWords(setting)}`,
      })
      const found = await this.#with(at, { at: from, made, setting, remembered: false })
      if (found) return found
    }
    return null
  }

  /** What earlier runs learned, then what is near: of the step itself, then of the steps that it stands on. */
  #candidates(at: number, made: Made, fault: CheckId): readonly Trial[] {
    const found = [learned, neighbours].flatMap((settingsOf) =>
      [at, ...this.#sources(at)].flatMap((index) => {
        const call = this.#callOf(this.plan.steps[index]!, made)
        return call ? settingsOf(call, fault, this.open!).map((setting) => ({ at: index, setting })) : []
      }),
    )
    const name = ({ at: index, setting: { argument, to } }: Trial) => `${index} ${argument} ${to}`
    return found.filter((trial, place) => found.findIndex((other) => name(other) === name(trial)) === place)
  }

  /** Numbers of the steps that one stands on, from the nearest back. */
  #sources(at: number): readonly number[] {
    const wanted = new Set(stepsIn(this.plan.steps[at]!))
    const found: number[] = []
    for (let index = at - 1; index >= 0; index--) {
      const planned = this.plan.steps[index]!
      if (!wanted.has(planned.id)) continue
      found.push(index)
      for (const id of stepsIn(planned)) wanted.add(id)
    }
    return found
  }

  /**
   * Makes the steps up to `at` with a setting of one of them, and of all like it: two dates are cut alike or not at all.
   * Null where one does not stand. Steps that it does not touch are not made again.
   */
  async #with(
    at: number,
    { at: first, made, setting, remembered }: Trial & { readonly made: Made; readonly remembered: boolean },
  ): Promise<Made | null> {
    const alike = this.plan.steps.filter((step) => this.#isLike(step, this.plan.steps[first]!))
    const settings = new Map(made.settings)
    for (const { id } of alike) settings.set(id, { ...settings.get(id), [setting.argument]: setting.to })
    let trial: Made = { settings, steps: made.steps }
    const changed: DoneStep[] = []
    let passed = true
    for (const planned of this.plan.steps.slice(this.plan.steps.indexOf(alike[0]!), at + 1)) {
      const step = await this.#make(planned, trial)
      if ('kind' in step) {
        passed = false
        break
      }
      if (alike.includes(planned)) changed.push(step)
      trial = withStep(trial, planned, step)
      passed = this.#faultOf(planned, step) === null && step.error === null && this.#fatal(step).length === 0
      if (!passed) break
    }
    for (const step of changed) this.executor.tried.set(step, { ...setting, passed, remembered })
    return passed ? trial : null
  }

  /** True of steps that do the same to what the same tool made. */
  #isLike(one: PlanStep, other: PlanStep): boolean {
    if (one === other) return true
    const needs = this.executor.specOf(one.tool)?.needs ?? {}
    const settingsOf = ({ args }: PlanStep) =>
      stableJson(Object.fromEntries(Object.entries(args).filter(([name]) => !(name in needs))))
    const makers = (step: PlanStep) =>
      stepsIn(step).map((id) => this.plan.steps.find((each) => each.id === id)?.tool)
    return (
      one.tool === other.tool &&
      settingsOf(one) === settingsOf(other) &&
      makers(one).join() === makers(other).join()
    )
  }

  async #make(planned: PlanStep, { settings, steps }: Made): Promise<DoneStep | NotMade> {
    const bound = this.executor.bind(planned, steps)
    if (typeof bound === 'string') return { kind: 'unbound', reason: bound }
    const args = { ...bound, ...settings.get(planned.id) }
    const isChange = this.change && isOfChange(planned, steps)
    const step = await this.executor.make(planned, args, { isChange, by: this.plan.by })
    return typeof step === 'string' ? { kind: 'limit', reason: step } : step
  }

  /** What a setting may be at fault for; null where the outcome is good or an answer as it is. */
  #faultOf({ id }: PlanStep, step: DoneStep): CheckId | null {
    if (!this.open) return null
    if (step.error) return step.error.code === 'nothing_valid' ? 'nothing-valid' : null
    const isNothingWrong = this.open.zeroAnswers || !this.#decisive.has(id)
    const checks = step.failedChecks as readonly CheckId[]
    return (
      checks.find((check) => (check === 'empty' ? !isNothingWrong : !this.tolerated.includes(check))) ?? null
    )
  }

  #fatal(step: DoneStep): readonly CheckId[] {
    return (step.failedChecks as readonly CheckId[]).filter((check) => !this.tolerated.includes(check))
  }

  #callOf(planned: PlanStep, { settings, steps }: Made): SettableCall | null {
    const spec = this.executor.specOf(planned.tool)
    const bound = this.executor.bind(planned, steps)
    if (!spec || typeof bound === 'string') return null
    const args = { ...bound, ...settings.get(planned.id) }
    const [layer] = Object.keys(spec.needs).map((name) => args[name])
    const made = [...steps.values()].flatMap(({ layers }) => layers).find(({ id }) => id === layer)
    const port = made?.port ?? this.executor.productPort(layer)
    return { spec, args, meaning: (port?.kind === 'raster' ? port.meaning : undefined) ?? null }
  }
}

const withStep = ({ settings, steps }: Made, { id }: PlanStep, step: DoneStep): Made => ({
  settings,
  steps: new Map(steps).set(id, step),
})

/** Ids of the steps that a step takes something of. */
const stepsIn = ({ args }: PlanStep): readonly string[] =>
  Object.values(args).flatMap((binding) =>
    binding.from === 'step' || binding.from === 'figure'
      ? [binding.step]
      : binding.from === 'steps'
        ? binding.steps
        : [],
  )

/** True where what the step cuts is a difference or a set of two dates. */
function isOfChange(planned: PlanStep, steps: ReadonlyMap<string, DoneStep>): boolean {
  return Object.values(planned.args).some((binding) => {
    if (binding.from !== 'step') return false
    const port = steps.get(binding.step)?.layers[0]?.port
    return port?.kind === 'raster' && port.quantity === 'difference'
  })
}
