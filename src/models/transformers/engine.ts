import { AppError } from '../../lib/errors.ts'
import { CallQueue } from '../call-queue.ts'
import type { CallOptions, Completed, CompletionAsk, Engine, JsonSchema } from '../engine.ts'
import { Acceptor } from '../grammar/acceptor.ts'
import { schemaToGbnf } from '../grammar/gbnf.ts'
import { readGbnf } from '../grammar/read-gbnf.ts'
import type { TokenChoice } from '../grammar/token-choice.ts'
import type { Prompt, Usage } from '../prompt.ts'
import { checkOf, type Check } from './check.ts'
import type { Decoder } from './decoder.ts'
import { argmax, sequenceLogProbability } from './log-probability.ts'
import type { PromptText } from './prompt-text.ts'
import { TextStream } from './text-stream.ts'
import { bestNext, forcedWay, tokenTrie } from './token-trie.ts'

export interface EngineParts {
  readonly modelId: string
  readonly contextSize: number
  readonly decoder: Decoder
  readonly text: PromptText
  /** Tokens that end the model's turn. */
  readonly ends: readonly number[]
  /** Made when the first schema is asked for, as sorting a vocabulary takes its time. */
  readonly tokenChoice: () => TokenChoice
  /** Polled between runs of the model: 1 in its first place stops the call under way. */
  readonly stopFlag?: Int32Array | undefined
}

/** Grammars are made once for each schema; as many are kept as a library of tools has. */
const KEPT_GRAMMARS = 200

/** What is written, the likeliest token each time, so that a run can be repeated. */
export class TransformersEngine implements Engine {
  readonly modelId: string
  readonly contextSize: number
  private readonly calls = new CallQueue()
  private readonly grammars = new Map<string, Acceptor>()

  /** `parts` are for tests to look into. */
  constructor(readonly parts: EngineParts) {
    this.modelId = parts.modelId
    this.contextSize = parts.contextSize
  }

  countTokens(text: string): Promise<number> {
    return Promise.resolve(this.parts.text.countTokens(text))
  }

  readonly logProbs: NonNullable<Engine['logProbs']> = (prompt, options, call) =>
    this.turn(call, async (check) => {
      const { decoder, ends } = this.parts
      const { ids, answers } = this.scoredIds(prompt, options)
      const started = performance.now()
      const { logits, reused } = await decoder.prime(ids, check)
      const logProbs: number[] = []
      for (const answer of answers) {
        const rows = answer.length > 0 ? await decoder.lookAhead(answer, check) : []
        logProbs.push(sequenceLogProbability([logits, ...rows], answer, ends))
      }
      return { logProbs, usage: usageOf(ids, reused, answers.flat().length, started) }
    })

  pick(prompt: Prompt, options: readonly string[], call?: CallOptions) {
    return this.turn(call, async (check) => {
      if (options.length === 0) throw new AppError('invalid_input', 'a choice needs at least one option')
      const { decoder, ends } = this.parts
      const { ids, answers } = this.scoredIds(prompt, options)
      const started = performance.now()
      const primed = await decoder.prime(ids, check)
      const { reused } = primed
      let { logits } = primed
      let written = 0
      for (let node = tokenTrie(answers); ;) {
        // Only where names part has the model a say; what is bound to come is read like a prompt.
        const { tokens, end } = forcedWay(node)
        if (end.next.size === 0) {
          return { option: end.name!, usage: usageOf(ids, reused, written, started) }
        }
        if (tokens.length > 0) logits = await decoder.append(tokens, check)
        const token = bestNext(end, logits, ends)
        written += tokens.length + 1
        const next = end.next.get(token)
        if (!next) return { option: end.name!, usage: usageOf(ids, reused, written, started) }
        if (forcedWay(next).end.next.size > 0) logits = await decoder.append([token], check)
        node = next
      }
    })
  }

  complete(prompt: Prompt, ask: CompletionAsk, call?: CallOptions): Promise<Completed> {
    return this.turn(call, async (check) => {
      const { decoder, text } = this.parts
      const ids = text.promptIds(prompt)
      this.assertFits(ids.length, ask.maxTokens)
      const next = ask.schema ? this.heldTo(ask.schema) : (logits: Float32Array) => argmax(logits)
      const started = performance.now()
      const primed = await decoder.prime(ids, check)
      const { reused } = primed
      let { logits } = primed
      const stream = new TextStream((tokens) => text.decode(tokens), ask.onText)
      for (let count = 0; ; count++) {
        const token = next(logits)
        const stops = token === null || this.parts.ends.includes(token)
        if (stops || count === ask.maxTokens) {
          const usage = usageOf(ids, reused, count, started)
          return { text: stream.end(), finish: stops ? 'stop' : 'length', usage }
        }
        stream.add(token)
        // The last token is not read: what would follow it is not asked for.
        if (count < ask.maxTokens - 1) logits = await decoder.append([token], check)
        else return { text: stream.end(), finish: 'length', usage: usageOf(ids, reused, count + 1, started) }
      }
    })
  }

  async close(): Promise<void> {
    this.calls.end()
    await this.calls.idle()
    await this.parts.decoder.dispose().catch(() => undefined)
  }

  private scoredIds(prompt: Prompt, options: readonly string[]) {
    const ids = this.parts.text.promptIds(prompt)
    const answers = options.map((option) => this.parts.text.answerIds(prompt, option))
    this.assertFits(ids.length, Math.max(...answers.map(({ length }) => length)) + 1)
    return { ids, answers }
  }

  private assertFits(prompt: number, answer: number): void {
    if (prompt + answer <= this.contextSize) return
    throw new AppError(
      'context_full',
      `the prompt has ${prompt} tokens and the answer may have ${answer}, but the model reads ${this.contextSize} in all; ask for less at once`,
      { promptTokens: prompt, answerTokens: answer, contextSize: this.contextSize },
    )
  }

  /** The likeliest token that keeps the text within the schema; null where the text can only end. */
  private heldTo(schema: JsonSchema): (logits: Float32Array) => number | null {
    const acceptor = this.acceptorOf(schema)
    const choice = this.parts.tokenChoice()
    let state = acceptor.start
    return (logits) => {
      if (state.frames.length === 0) return null
      const best = choice.best(acceptor, state, logits, this.parts.ends)
      if (!best)
        throw new AppError('model_output', 'no token of this model goes on with what the schema asks')
      state = best.state
      return best.token
    }
  }

  private acceptorOf(schema: JsonSchema): Acceptor {
    const key = JSON.stringify(schema)
    const acceptor = this.grammars.get(key) ?? new Acceptor(readGbnf(schemaToGbnf(schema)))
    if (this.grammars.size >= KEPT_GRAMMARS) this.grammars.clear()
    this.grammars.set(key, acceptor)
    return acceptor
  }

  /** `work` is given what to call between two runs of the model. */
  private turn<Result>(
    { signal }: CallOptions = {},
    work: (check: Check) => Promise<Result>,
  ): Promise<Result> {
    const { stopFlag } = this.parts
    return this.calls.run((stop) => work(checkOf(stop, stopFlag)), signal)
  }
}

function usageOf(ids: readonly number[], reused: number, written: number, started: number): Usage {
  return {
    promptTokens: ids.length,
    reusedTokens: reused,
    writtenTokens: written,
    milliseconds: performance.now() - started,
  }
}
