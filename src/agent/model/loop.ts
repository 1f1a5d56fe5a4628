import { config } from '../../config.ts'
import { throwIfAborted } from '../../lib/abort.ts'
import { stableJson } from '../../lib/hash.ts'
import type { AnswerPart } from '../../memory/types.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Found } from '../figures.ts'
import { FINAL_ERRORS, proposedPlans, type SolveInput, type SolveResult } from '../solve.ts'
import type { DoneStep, Plan } from '../types.ts'
import { answerCandidates, type Candidates } from './answers.ts'
import { argumentPlan, plainArguments, schemaOf, type ArgumentPlan } from './arguments.ts'
import { certainNext } from './beaten-path.ts'
import { bindingsOf, planOfSteps } from './bindings.ts'
import { argumentFault } from './check-arguments.ts'
import { Conversation } from './conversation.ts'
import { isMissingKind, missingPrior, missingQuestion } from './missing.ts'
import {
  argumentInput,
  inView,
  isWide,
  offersNow,
  unfinished,
  type Offer,
  type OfferInput,
} from './offers.ts'
import { actionPrior } from './prior.ts'
import { progressOf } from './procedure.ts'
import type { ModelSession } from './session.ts'
import { stockOf } from './stock.ts'
import { actionText, argumentTokens, askArguments, observationTokens, resultText } from './words.ts'

export interface LoopInput extends SolveInput {
  /** All that is loaded, results of earlier questions among it. */
  readonly layers: readonly Layer[]
}

export type LoopResult =
  | SolveResult
  | { readonly kind: 'ask'; readonly question: string }
  /** The model made too many mistakes for the hybrid to go on with it. */
  | { readonly kind: 'handed-over' }

/** Turn after turn: an action by prior and evidence, its arguments, the call, until an answer or a question back. */
export async function actByModel(input: LoopInput, session: ModelSession): Promise<LoopResult> {
  return await new Loop(input, session).run()
}

/** Characters of an error that a model reads. */
const LONGEST_FAULT = 200

class Loop {
  readonly #talk: Conversation
  readonly #recalled: Plan | null
  readonly #struck = new Set<string>()
  readonly #told = new Set<string>()
  readonly #made: string[] = []
  readonly #reasons: string[] = []

  constructor(
    private readonly input: LoopInput,
    private readonly session: ModelSession,
  ) {
    this.#talk = new Conversation(input.brief.ask.full)
    this.#recalled = proposedPlans(input).find(({ by }) => by === 'skill') ?? null
  }

  async run(): Promise<LoopResult> {
    const { executor, signal } = this.input
    const resumed = await this.#resume()
    if (resumed !== null) return resumed
    for (;;) {
      throwIfAborted(signal)
      const candidates = this.#candidates()
      const offers = offersNow(this.#offerInput())
      if (offers.length === 0 && candidates === null && executor.calls > 0) return this.#noneStood()
      const chosen = await this.#chooseAction(offers, candidates)
      if (chosen === 'answer') return await this.#answer(candidates!)
      if (chosen === 'ask_user') return await this.#askUser()
      const made = await this.#act(offers.find(({ name }) => name === chosen)!)
      if (made !== null) return made
      if (this.#isCircling()) {
        const found = this.#candidates()
        this.#reasons.push('the same calls came again and again')
        return found ? await this.#answer(found) : this.#noneStood()
      }
    }
  }

  /** Calls of a run that was cut off stand; the model reads what they saw and goes on from there. */
  async #resume(): Promise<LoopResult | null> {
    const { executor, situation } = this.input
    for (const { call, purpose } of executor.earlier) {
      if (executor.isMade(call)) continue
      const spec = situation.specs.find(({ name }) => name === call.tool)
      if (!spec || spec.internal) continue
      const step = await executor.act(call, {
        bindings: this.#bindings(spec, call.args),
        purpose,
        change: this.#isOfChange(),
      })
      if (typeof step === 'string') return this.#noneStood(step)
    }
    for (const step of executor.done) await this.#sayResult(step)
    return null
  }

  async #chooseAction(offers: readonly Offer[], candidates: Candidates | null): Promise<string> {
    const { brief, situation, executor } = this.input
    const { session } = this
    const last = executor.done.findLast(({ error }) => error === null)?.call.tool ?? null
    const answer = candidates && {
      suits: candidates.suits,
      unfinished: unfinished({ recalled: this.#recalled, solving: this.input }),
    }
    const options = actionPrior(
      offers,
      { answer },
      {
        last,
        edges: situation.snapshot.edges,
        inView: inView(session.chat.profile.toolsInView),
      },
    )
    const count = (text: string) => session.chat.countTokens(text)
    const step = executor.calls + 1
    if (session.canAsk && options.length > 1) {
      // Whether a figure that suits is the answer is the model's to say.
      const certain = candidates?.suits ? null : certainNext(this.input, offers)
      // Where a recalled procedure, or the words, speak for another one, it is not that certain.
      if (certain && certain.tool === options[0]!.name) {
        this.#talk.say('Next action?')
        const reason = `${certain.runs} earlier runs of this kind of question went this way; the language model was not asked`
        return session.skip({ talk: this.#talk, options, step, reason, chosen: certain.tool })
      }
      if (session.chat.profile.needsRationale) await this.#rationale()
      const { turnTokens } = session
      const tokens = turnTokens - observationTokens(turnTokens)
      this.#talk.say(await actionText(options, situation.specs, this.#told, { tokens, count }))
    } else this.#talk.say('Next action?')
    const reason = brief.sop
      ? `retrieval, the recalled procedure and transitions give the prior`
      : 'retrieval and transitions give the prior'
    return await session.choose({ talk: this.#talk, options, step, reason, by: 'prior' })
  }

  async #rationale(): Promise<void> {
    const { executor } = this.input
    this.#talk.say('Say in one short sentence what has to be done next.')
    await this.session.write(
      this.#talk,
      { maxTokens: config.model.sentenceTokens, step: executor.calls + 1, thought: true },
      () => null,
    )
  }

  /** One call, asked again at most twice with the error in one line; then the tool is given up. Null where the run goes on. */
  async #act({ spec, plan: first }: Offer): Promise<LoopResult | null> {
    const { executor, situation } = this.input
    let plan: ArgumentPlan = first
    for (let tries = 0; tries <= config.model.maxRetries; tries++) {
      const args = await this.#arguments(spec, plan)
      let fault: string
      if (typeof args === 'string') fault = args
      else {
        const call = { tool: spec.name, args }
        this.#made.push(stableJson(call))
        const known = executor.isMade(call)
        const step = await executor.act(call, {
          bindings: this.#bindings(spec, args),
          purpose: spec.title,
          change: this.#isOfChange(),
        })
        if (typeof step === 'string') return this.#atLimit(step)
        if (!step.error) {
          if (known) this.#talk.say('This very call was made before.')
          await this.#sayResult(step)
          return null
        }
        const { code, message } = step.error
        if (FINAL_ERRORS.has(code)) return { kind: 'error', code, message }
        fault = message
      }
      this.session.errors += 1
      if (this.session.use.policy === 'hybrid' && this.session.errors >= config.model.maxErrors)
        return { kind: 'handed-over' }
      this.#talk.say(`Refused: ${fault.split('\n')[0]!.slice(0, LONGEST_FAULT)}`)
      this.#reasons.push(fault)
      plan = this.#widened(spec, plan, fault)
      // Where nothing is left to ask the same call would come again.
      if (Object.keys(plan.open).length === 0 || !this.session.canFill) break
    }
    this.#struck.add(spec.name)
    this.#talk.say(`${spec.name} cannot be used here.`)
    const { names } = situation.toolSet
    return names.size === this.#struck.size ? this.#noneStood() : null
  }

  /** Arguments as an object, or in one line why those that came cannot be used. */
  async #arguments(spec: ToolSpec, plan: ArgumentPlan): Promise<Record<string, unknown> | string> {
    const { executor } = this.input
    const stock = this.#stock()
    if (Object.keys(plan.open).length === 0) return { ...plan.fixed }
    if (!this.session.canFill)
      return plainArguments(plan) ?? `${plan.required.join(', ')} would have to be asked`
    this.#talk.say(askArguments(spec, plan, stock))
    const ask = { schema: schemaOf(plan), maxTokens: argumentTokens(plan), step: executor.calls + 1 }
    const { value, refused } = await this.session.fill(this.#talk, ask, (given) =>
      typeof given !== 'object' || given === null || Array.isArray(given)
        ? 'the arguments have to be one JSON object'
        : (lacking(plan.required, given) ?? argumentFault(spec, { ...given, ...plan.fixed }, stock)),
    )
    return refused ?? { ...(value as Record<string, unknown>), ...plan.fixed }
  }

  /** Asks what an error names, too, but for what the words of the question fix. */
  #widened(spec: ToolSpec, plan: ArgumentPlan, fault: string): ArgumentPlan {
    const named = Object.keys(spec.parameters.properties).filter(
      (name) => !(name in spec.needs) && new RegExp(`\\b${name}\\b`).test(fault),
    )
    const wider = argumentPlan(spec, { ...argumentInput(this.#offerInput()), named })
    return wider ? { ...wider, open: { ...plan.open, ...wider.open } } : plan
  }

  async #answer(candidates: Candidates): Promise<LoopResult> {
    const { brief, executor } = this.input
    const { options, byName } = candidates
    this.#talk.say(`Reply with what answers the question:\n${options.map(({ name }) => name).join('\n')}`)
    const chosen =
      options.length === 1
        ? options[0]!.name
        : await this.session.choose({
            talk: this.#talk,
            options,
            step: executor.calls + 1,
            reason: 'what was measured, by what the words ask for',
            by: 'prior',
          })
    const found = byName.get(chosen)!
    const exported = brief.ask.exports
      ? executor.done.findLast(({ call, error }) => call.tool === 'export_layer' && !error)
      : undefined
    const parts: AnswerPart[] = [
      partOf(found),
      ...(exported ? [{ step: `s${exported.step}`, label: 'file' }] : []),
    ]
    const ends = [found.step, ...(exported ? [exported] : [])]
    const { plan, steps } = planOfSteps(ends, executor.done, parts)
    return { kind: 'solved', solved: { ask: brief.ask, plan, steps, found } }
  }

  async #askUser(): Promise<LoopResult> {
    const { brief, situation, executor } = this.input
    const options = missingPrior(brief.ask, situation.context)
    this.#talk.say(`Reply with what is missing:\n${options.map(({ name }) => name).join('\n')}`)
    const kind = await this.session.choose({
      talk: this.#talk,
      options,
      step: executor.calls + 1,
      reason: 'what the words leave open',
      by: 'prior',
    })
    return {
      kind: 'ask',
      question: missingQuestion(isMissingKind(kind) ? kind : 'what to measure', situation.context),
    }
  }

  #atLimit(reason: string): Promise<LoopResult> | LoopResult {
    const found = this.#candidates()
    return found ? this.#answer(found) : this.#noneStood(reason)
  }

  #noneStood(reason?: string): LoopResult {
    const reasons = [...new Set([...(reason ? [reason] : []), ...this.#reasons])]
    return {
      kind: 'none-stood',
      reasons: reasons.length > 0 ? reasons : ['nothing that was measured answers it'],
    }
  }

  /** Once a figure is told it can be the answer; what a failed check doubts cannot. */
  #candidates(): Candidates | null {
    const { brief, executor, situation } = this.input
    const doubted = (step: DoneStep) => step.failedChecks.some((check) => check !== 'empty')
    const plan = this.#recalled
    const made = plan ? progressOf(plan, executor, situation.specs).made : new Map<string, DoneStep>()
    const answer = (plan?.answer ?? []).flatMap((part) => {
      const step = made.get(part.step)
      return step ? [{ ...part, step: `s${step.step}` }] : []
    })
    return answerCandidates(
      brief.ask,
      executor.done.filter((step) => !doubted(step)),
      answer,
    )
  }

  #isCircling(): boolean {
    const [a, b, c, d] = this.#made.slice(-4)
    return d !== undefined && a === c && b === d
  }

  async #sayResult(step: DoneStep): Promise<void> {
    const tokens = observationTokens(this.session.turnTokens)
    const count = (text: string) => this.session.chat.countTokens(text)
    this.#talk.say(`Result ${step.step}: ${await resultText(step, { tokens, count })}`)
  }

  #bindings(spec: ToolSpec, args: Readonly<Record<string, unknown>>) {
    const { executor, roles, question } = this.input
    return bindingsOf(spec, args, { done: executor.done, roles, slots: question.slots })
  }

  #isOfChange(): boolean {
    const { ask } = this.input.brief
    return ask.change !== null || ask.target === 'burned'
  }

  #stock(): readonly Layer[] {
    const { layers, brief, question, roles, executor } = this.input
    return stockOf({ layers, ask: brief.ask, question, roles, done: executor.done })
  }

  #offerInput(): OfferInput {
    return {
      solving: this.input,
      stock: this.#stock(),
      recalled: this.#recalled,
      struck: this.#struck,
      wide: isWide(this.session.chat.profile),
    }
  }
}

const lacking = (required: readonly string[], given: object): string | null => {
  const missing = required.find((name) => !(name in given))
  return missing === undefined ? null : `${missing} is missing`
}

function partOf(found: Found): AnswerPart {
  const step = `s${found.step.step}`
  if (found.kind === 'place') return { step }
  return found.kind === 'label' ? { step, label: found.name } : { step, figure: found.quantity.name }
}
