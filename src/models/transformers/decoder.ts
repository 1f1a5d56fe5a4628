import type { DynamicCache, PreTrainedModel, Tensor } from '@xenova/transformers'
import { AppError } from '../../lib/errors.ts'
import { sharedLength, shorten } from './cache.ts'
import type { Check } from './check.ts'

type Library = typeof import('@xenova/transformers')
type Cache = InstanceType<Library['DynamicCache']>

export interface DecoderParts {
  readonly library: Pick<Library, 'DynamicCache' | 'Tensor'>
  readonly model: PreTrainedModel
  /** Tokens that one run may read. */
  readonly chunk: number
  /** True where a run blocks the thread: runs are then cut to what an abort can wait for. */
  readonly blocking: boolean
  /** Rejects once the device is gone. */
  readonly lost?: Promise<never> | undefined
}

/** What one run of the model may take before the next one is made shorter, so that an abort is heard in time. */
const LONG_MS = 500

const SHORTEST = 4
const FIRST = 16

/**
 * One sequence of tokens and the model's keys and values for it, kept from call to call: what the next sequence shares
 * with it from the start is not computed again. Throws model_failed where a run of the model fails, and ever after.
 */
export class Decoder {
  private held: number[] = []
  private cache: Cache | null = null
  private after: Float32Array | null = null
  private broken: unknown = null
  private chunk: number

  constructor(private readonly parts: DecoderParts) {
    this.chunk = parts.blocking ? Math.min(parts.chunk, FIRST) : parts.chunk
  }

  /** Makes the sequence `ids` and gives the logits of what comes next. `reused` tokens were there already. */
  async prime(ids: readonly number[], check: Check): Promise<{ logits: Float32Array; reused: number }> {
    const shared = sharedLength(this.held, ids)
    if (this.after && shared === ids.length && shared === this.held.length) {
      return { logits: this.after, reused: shared }
    }
    // The last token is computed in any case: its logits are what is wanted.
    const reused = await this.shortenTo(Math.min(shared, ids.length - 1))
    return { logits: await this.append(ids.slice(reused), check), reused }
  }

  /** Adds tokens to the sequence and gives the logits of what comes next. */
  async append(ids: readonly number[], check: Check): Promise<Float32Array> {
    for (let at = 0; at < ids.length;) {
      await check()
      const part = ids.slice(at, at + this.chunk)
      const started = performance.now()
      const output = await this.run(part, 1)
      const fresh = new this.parts.library.DynamicCache()
      fresh.update(presentOf(output))
      const old = this.cache
      this.cache = fresh
      this.held = [...this.held, ...part]
      this.after = rowsOf(output['logits']!).at(-1)!
      await this.onDevice(() => old?.dispose())
      at += part.length
      if (this.parts.blocking && part.length === this.chunk) this.adapt(performance.now() - started)
    }
    return this.after!
  }

  /** Logits after each token of `ids`, were they added; the sequence stays as it is. */
  async lookAhead(ids: readonly number[], check: Check): Promise<Float32Array[]> {
    await check()
    const output = await this.run(ids, 0)
    const unused = new this.parts.library.DynamicCache()
    unused.update(presentOf(output))
    await this.onDevice(() => unused.dispose())
    return rowsOf(output['logits']!)
  }

  async dispose(): Promise<void> {
    await this.cache?.dispose()
    await this.parts.model.dispose()
  }

  /** Gives the length that could be kept: none of it in models whose states cannot be cut. */
  private async shortenTo(length: number): Promise<number> {
    if (length === this.held.length) return length
    const { DynamicCache: Kept, Tensor: Made } = this.parts.library
    const old = this.cache
    const entries =
      old && length > 0
        ? await this.onDevice(() => shorten(entriesOf(old), this.held.length, length, Made))
        : null
    this.cache = entries && new Kept(entries)
    this.held = entries ? this.held.slice(0, length) : []
    this.after = null
    await this.onDevice(() => old?.dispose())
    return this.held.length
  }

  private async run(ids: readonly number[], logitsToKeep: number): Promise<Record<string, Tensor>> {
    const { model, library } = this.parts
    const { Tensor: Made } = library
    const total = this.held.length + ids.length
    return this.onDevice(
      () =>
        model.forward({
          input_ids: new Made('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
          attention_mask: new Made('int64', new BigInt64Array(total).fill(1n), [1, total]),
          num_logits_to_keep: new Made('int64', BigInt64Array.of(BigInt(logitsToKeep)), []),
          past_key_values: this.cache ?? undefined,
        }) as Promise<Record<string, Tensor>>,
    )
  }

  /**
   * Work whose failure means that the model is broken: all of it, and what is read back from a graphics card. One that is
   * lost rejects what waits for it with an AbortError of its own, which is no stop of a person's.
   */
  private async onDevice<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.broken !== null) throw failed(this.broken)
    const { lost } = this.parts
    try {
      const done = Promise.resolve(work())
      return await (lost ? Promise.race([done, lost]) : done)
    } catch (error) {
      this.broken = error ?? 'no reason given'
      throw failed(error)
    }
  }

  private adapt(milliseconds: number): void {
    if (milliseconds > LONG_MS) this.chunk = Math.max(SHORTEST, Math.floor(this.chunk / 2))
    else if (milliseconds < LONG_MS / 4) this.chunk = Math.min(this.parts.chunk, this.chunk * 2)
  }
}

function failed(cause: unknown): AppError {
  return new AppError(
    'model_failed',
    `the language model stopped (${cause instanceof Error ? cause.message : String(cause)}); load it again, or choose a smaller one if this comes back`,
    {},
    { cause },
  )
}

const entriesOf = (cache: DynamicCache) => Object.fromEntries(Object.entries(cache)) as Record<string, Tensor>

/** The library's names of cache entries among the outputs of a run: 'present.0.key' is 'past_key_values.0.key'. */
function presentOf(output: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(output)
      .filter(([name]) => name.startsWith('present'))
      .map(([name, tensor]) => [
        name.startsWith('present.')
          ? name.replace('present', 'past_key_values')
          : name.replace('present', 'past'),
        tensor,
      ]),
  )
}

interface Rows {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

/** Of logits [1, tokens, vocabulary], one row a token. */
function rowsOf(logits: Tensor): Float32Array[] {
  const { data, dims } = (logits.type === 'float32' ? logits : logits.to('float32')) as Rows
  const width = dims.at(-1)!
  return Array.from({ length: dims.at(-2)! }, (_, row) => data.slice(row * width, (row + 1) * width))
}
