import type { LayerId } from '../../trace/layer.ts'
import type { FinishedRun, FinishedStep } from '../types.ts'

/** Steps by what they made and used, read from the calls themselves. */
export class Trace {
  readonly #byLayer = new Map<LayerId, FinishedStep>()
  readonly #internal: ReadonlySet<string>

  constructor(readonly run: FinishedRun) {
    this.#internal = new Set(run.specs.filter((spec) => spec.internal).map(({ name }) => name))
    for (const step of run.steps) for (const id of step.layers) this.#byLayer.set(id, step)
  }

  /** The step that made a layer; undefined for data. */
  makerOf(id: unknown): FinishedStep | undefined {
    return typeof id === 'string' ? this.#byLayer.get(id) : undefined
  }

  /** The steps of the library's own tools, without those the agent calls for itself (`match_option`). */
  isTool = (step: FinishedStep): boolean => !this.#internal.has(step.call.tool)

  /** The steps and all that they stand on, in order of the run. */
  withSources(steps: readonly FinishedStep[]): readonly FinishedStep[] {
    const kept = new Set<FinishedStep>()
    const add = (step: FinishedStep): void => {
      if (kept.has(step)) return
      kept.add(step)
      for (const id of Object.values(step.call.args).flat()) {
        const maker = this.makerOf(id)
        if (maker && maker.step < step.step) add(maker)
      }
    }
    steps.forEach(add)
    return this.run.steps.filter((step) => kept.has(step) && this.isTool(step))
  }

  /** The steps that the answer stands on: those it cites and their sources; all of its plan where it cites none. */
  answerSteps(): readonly FinishedStep[] {
    const cited = new Set(this.run.answer?.evidence.map(({ step }) => step) ?? [])
    const inAnswer = this.run.steps.filter(
      (step) => step.inAnswer && step.status === 'ok' && this.isTool(step),
    )
    const leaves = inAnswer.filter(({ step }) => cited.has(step))
    return this.withSources(leaves.length > 0 ? leaves : inAnswer)
  }
}

/** z: failed calls dropped, consecutive repeats of one tool collapsed, order kept. */
export function compress(steps: readonly FinishedStep[]): readonly string[] {
  return steps
    .filter(({ status }) => status === 'ok')
    .map(({ call }) => call.tool)
    .filter((tool, index, all) => tool !== all[index - 1])
}

export const typeWords = (type: string) => type.replaceAll('-', ' ')
export const sequenceWords = (sequence: readonly string[]) => sequence.join(' then ')
