import { config } from '../../config.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import type { ChatModel, Choice, Filled, Option, WeighedOption, Written } from '../../models/chat-model.ts'
import type { JsonSchema } from '../../models/engine.ts'
import { weigh } from '../../models/language-model.ts'
import { NO_USAGE, type Usage } from '../../models/prompt.ts'
import type { AnswerSpan, RunEvent } from '../../trace/events.ts'
import type { Conversation } from './conversation.ts'
import { makePrefix, type Prefix, type PrefixInput } from './prefix.ts'
import type { ModelUse } from './use.ts'

/** Errors after which asking again is of no use: another adapter, or the planner, has to go on. */
const LOST: ReadonlySet<string> = new Set(['model_failed', 'context_full', 'worker_lost', 'unsupported_machine', 'model_file']) // prettier-ignore

export const isModelLost = (error: unknown): error is Error & { readonly code: string } =>
  isAppError(error) && LOST.has(error.code)

/** True where what was written cannot be used: the engine itself goes on. */
const isUnusable = (error: unknown): error is AppError => isAppError(error) && error.code === 'model_output'

const tooOften = (last: AppError) =>
  new AppError('model_failed', `${config.model.maxErrors} of its answers could not be used, the last: ${last.message}`) // prettier-ignore

/** What the call took, as far as the engine told with its error. */
const usageIn = ({ details }: AppError): Usage => (details['usage'] as Usage | undefined) ?? NO_USAGE

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Why a model is given up, for people. */
export const lostWords = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  code === 'context_full' ? 'its context is too small for this run' : `it failed (${message})`

export const leftOut = (reason: string): string => `The language model was left out from then on: ${reason}.`

/** What a turn came to; `usage` is null where the model was not asked. */
interface Weighed {
  readonly chosen: string
  readonly options: readonly WeighedOption[]
  readonly usage: Usage | null
  /** Why what it answered could not be used. */
  readonly unused?: string
}

export interface ChooseInput {
  readonly talk: Conversation
  readonly options: readonly Option[]
  readonly step: number
  readonly reason: string
  /** Who made the first of the options, where the model changes nothing. */
  readonly by?: string
}

/** What of a run concerns its language model: the prefix, the turns left, what it took, and whether it changed anything. */
export class ModelSession {
  /** True where the model made a decision that the prior alone would not have made. */
  changed = false
  asked = false
  /** Calls that could not be used. */
  errors = 0
  /** Said in the answer's caveats. */
  readonly notes: string[] = []
  sentence: readonly AnswerSpan[] = []
  readonly weight: number
  #prefix: Prefix
  #turnsLeft: number
  #lost = false
  /** True from an action that the model chose to the next: its arguments belong to the same turn. */
  #inTurn = false
  #lessened = false

  private constructor(
    readonly use: ModelUse,
    prefix: Prefix,
    private readonly input: PrefixInput,
    private readonly run: {
      readonly emit: (event: RunEvent) => void
      readonly signal?: AbortSignal | undefined
    },
  ) {
    this.#prefix = prefix
    this.weight = use.weight ?? use.chat.profile.weight
    this.#turnsLeft = use.turns ?? Infinity
  }

  /** Throws what counting tokens throws. */
  static async begin(
    use: ModelUse,
    input: PrefixInput,
    run: { readonly emit: (event: RunEvent) => void; readonly signal?: AbortSignal | undefined },
  ): Promise<ModelSession> {
    return new ModelSession(use, await makePrefix(use.chat, input), input, run)
  }

  get chat(): ChatModel {
    return this.use.chat
  }

  /** C_q as the model reads it. */
  get memory(): string {
    return this.#prefix.memory
  }

  /** False once the model was lost or its turns are used up. */
  get canAsk(): boolean {
    return !this.#lost && this.#turnsLeft > 0
  }

  /** True where arguments can be asked: in the turn of an action, or in one of their own. */
  get canFill(): boolean {
    return !this.#lost && (this.#inTurn || this.#turnsLeft > 0)
  }

  get turnTokens(): number {
    const { turnTokens, smallContext } = config.model
    return this.chat.contextSize < smallContext ? turnTokens.small : turnTokens.large
  }

  /** One turn: the best of the options by prior and evidence, told as a `decision`. */
  async choose({ talk, options, step, reason, by = 'model' }: ChooseInput): Promise<string> {
    const choice = await this.#weighed(talk, options)
    const changes = choice.usage !== null && bestOf(options) !== choice.chosen
    if (changes) this.changed = true
    this.run.emit({
      type: 'decision',
      at: Date.now(),
      step,
      by: changes ? 'model' : by,
      reason: choice.unused === undefined ? reason : `${reason}; the model chose nothing: ${choice.unused}`,
      options: choice.options.map(({ name, prior, evidence }) => ({ name, prior, evidence })),
      chosen: choice.chosen,
      ...(choice.usage === null ? {} : { weight: this.weight, usage: choice.usage }),
    })
    talk.heard(choice.chosen)
    return choice.chosen
  }

  /** One action that the path of earlier runs settles: told as a `decision` that the model was left out of. */
  skip({ talk, options, step, reason, chosen }: ChooseInput & { readonly chosen: string }): string {
    this.#inTurn = false
    this.run.emit({
      type: 'decision',
      at: Date.now(),
      step,
      by: 'workflow',
      reason,
      options: options.map(({ name, prior }) => ({ name, prior, evidence: null })),
      chosen,
      modelSkipped: true,
    })
    talk.heard(chosen)
    return chosen
  }

  async #weighed(talk: Conversation, options: readonly Option[]): Promise<Weighed> {
    this.#inTurn = false
    const known = weigh(options, null, this.weight)
    const byPrior = { chosen: known[0]!.name, options: known }
    if (options.length < 2 || !this.canAsk) return { ...byPrior, usage: null }
    this.#turnsLeft -= 1
    this.#inTurn = true
    try {
      const choice: Choice = await this.#call(({ system }) =>
        this.chat.choose(
          { prompt: talk.prompt(system), neutral: talk.neutral(system), options, weight: this.weight },
          this.run,
        ),
      )
      return choice
    } catch (error) {
      if (!isUnusable(error)) throw error
      // An answer that is none of the options says nothing: what was known before decides, until it comes too often.
      this.errors += 1
      if (this.errors >= config.model.maxErrors) throw tooOften(error)
      return { ...byPrior, usage: usageIn(error), unused: error.message }
    }
  }

  /** Arguments, or a plan, by schema. `refused` says in one line why they are not taken. */
  async fill(
    talk: Conversation,
    ask: {
      readonly schema: JsonSchema
      readonly maxTokens: number
      readonly step: number
      /** Absent: arguments. A plan counts as a change of the run only where its caller finds that it made one. */
      readonly of?: 'plan'
    },
    refused: (value: unknown) => string | null,
  ): Promise<{ readonly value: unknown; readonly refused: string | null }> {
    const told = (usage: Usage, reason: string | null) =>
      this.run.emit({
        type: 'model-call',
        at: Date.now(),
        step: ask.step,
        verb: 'fill',
        ...(ask.of ? { of: ask.of } : {}),
        usage,
        refused: reason,
      })
    if (!this.#inTurn) this.#turnsLeft -= 1
    this.#inTurn = true
    try {
      const filled: Filled = await this.#call(({ system }) =>
        this.chat.fill(talk.prompt(system), ask, this.run),
      )
      talk.heard(filled.text)
      const reason = refused(filled.value)
      told(filled.usage, reason)
      if (reason === null && ask.of === undefined) this.changed = true
      return { value: filled.value, refused: reason }
    } catch (error) {
      if (!isUnusable(error)) throw error
      talk.heard('{}')
      told(usageIn(error), error.message)
      return { value: null, refused: error.message }
    }
  }

  /** Free text. `refused` says why it is not shown. A `thought` comes before a choice. */
  async write(
    talk: Conversation,
    ask: {
      readonly maxTokens: number
      readonly step: number
      readonly onText?: (piece: string) => void
      readonly thought?: boolean
    },
    refused: (text: string) => string | null,
  ): Promise<{ readonly text: string; readonly refused: string | null }> {
    const { text, usage, fault }: Written & { readonly fault?: string } = await this.#call(({ system }) =>
      this.chat.write(talk.prompt(system), ask, this.run),
    ).catch((error: unknown) => {
      if (!isUnusable(error)) throw error
      return { text: '', usage: usageIn(error), fault: error.message }
    })
    if (ask.thought) talk.thought(text)
    else talk.heard(text)
    const reason = fault ?? refused(text)
    this.run.emit({
      type: 'model-call',
      at: Date.now(),
      step: ask.step,
      verb: 'write',
      usage,
      refused: reason,
    })
    return { text, refused: reason }
  }

  /** Gives the model's part up, once. */
  handOver(reason: string): void {
    if (this.#lost) return
    this.#lost = true
    this.notes.push(leftOut(reason))
    this.run.emit({ type: 'hand-over', at: Date.now(), reason })
  }

  async #call<Result>(ask: (prefix: Prefix) => Promise<Result>): Promise<Result> {
    this.asked = true
    try {
      return await this.#lessening(ask)
    } catch (error) {
      if (this.run.signal?.aborted || isModelLost(error) || isUnusable(error)) throw error
      // Whatever an engine may throw besides, also where it was let go of in mid-call: the run goes on without it.
      throw new AppError('model_failed', messageOf(error), {}, { cause: error })
    }
  }

  /** A context that is too small is met once by remembering less. */
  async #lessening<Result>(ask: (prefix: Prefix) => Promise<Result>): Promise<Result> {
    try {
      return await ask(this.#prefix)
    } catch (error) {
      if (!isAppError(error) || error.code !== 'context_full' || this.#lessened) throw error
      this.#lessened = true
      const shorter = await makePrefix(this.chat, { ...this.input, less: this.#halved() })
      if (shorter.system.length >= this.#prefix.system.length) throw error
      this.#prefix = shorter
      return await ask(shorter)
    }
  }

  /** Half of the remembered items that still stand, one at least, and all that were left out before. */
  #halved(): number {
    const { briefs } = this.input
    const items = briefs.reduce(
      (sum, { recall, sop }) => sum + recall.workflows.length + recall.experiences.length + (sop ? 1 : 0),
      0,
    )
    return this.#prefix.dropped + Math.max(1, Math.ceil((items - this.#prefix.dropped) / 2))
  }
}

/** The first of the likeliest. */
const bestOf = (options: readonly Option[]): string =>
  options.reduce((best, each) => (each.prior > best.prior ? each : best)).name
