import { AppError } from '../../lib/errors.ts'
import type { GgufModel } from './model-files.ts'
import { wordsOf } from './word-patterns.ts'

/** The model's tokens of texts, without its control tokens. */
export interface Tokenizer {
  /** Ids of a text in the order of reading. */
  encode(text: string): number[]
  /** The text with what would be read as a control token (the end of a turn, another's turn) broken by a space. */
  plain(text: string): string
}

const CONTROL = 3
const USER_DEFINED = 4

/**
 * The byte-level byte-pair encoding of a GGUF file (Sennrich et al., doi:10.18653/v1/P16-1162, over bytes as in GPT-2),
 * which SmolLM, Qwen, Llama 3 and Phi-4 have. Throws model_file for other kinds.
 */
export function tokenizerOf({
  metadata,
  architecture,
}: Pick<GgufModel, 'metadata' | 'architecture'>): Tokenizer {
  const list = (key: string): readonly unknown[] => {
    const value = metadata.get(`tokenizer.ggml.${key}`)
    return Array.isArray(value) ? (value as readonly unknown[]) : []
  }
  const kind = metadata.get('tokenizer.ggml.model')
  const tokens = list('tokens') as readonly string[]
  const merges = list('merges') as readonly string[]
  assertTokenizer(kind, architecture)
  if (tokens.length === 0 || merges.length === 0) {
    throw new AppError(
      'model_file',
      `This ${architecture} model has ${tokens.length} tokens and ${merges.length} merges in its header, and both are needed. Get another file of it.`,
    )
  }
  const types = list('token_type')
  const isControl = (id: number) => types[id] === CONTROL || types[id] === USER_DEFINED
  const ids = new Map(tokens.map((token, id) => [token, id]))
  const ranks = new Map(merges.map((merge, rank) => [merge, rank]))
  const controls = tokens.filter((token, id) => isControl(id) && token.trim().length > 1)
  const anyControl =
    controls.length > 0 ? new RegExp(controls.map(escape).sort(longestFirst).join('|'), 'g') : null
  const split = wordsOf(String(metadata.get('tokenizer.ggml.pre') ?? ''))
  const known = new Map<string, readonly number[]>()

  const encodeWord = (word: string): readonly number[] => {
    const before = known.get(word)
    if (before) return before
    const whole = ids.get(word)
    const parts = whole !== undefined && split.wholeWords ? [word] : merge(word, ranks)
    const found = parts.flatMap((part) => ids.get(part) ?? Array.from(part, (byte) => ids.get(byte) ?? 0))
    if (known.size > KEPT_WORDS) known.clear()
    known.set(word, found)
    return found
  }

  return {
    encode: (text) => split.words(text).flatMap((word) => encodeWord(asByteSigns(word))),
    plain: (text) =>
      anyControl ? text.replace(anyControl, (token) => `${token[0]!} ${token.slice(1)}`) : text,
  }
}

/** What people call a kind of tokenizer that is not read here. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  llama: ', which is SentencePiece, where ▁ stands for a space',
  bert: ', which is WordPiece',
  t5: ', which is SentencePiece by likelihood',
}

/** Throws model_file where an option cannot be cut into this model's tokens: one guessed wrong would be scored wrong. */
export function assertTokenizer(kind: unknown, architecture: string): void {
  if (kind === 'gpt2') return
  throw new AppError(
    'model_file',
    `This ${architecture} model has a tokenizer of the kind "${String(kind)}"${OTHER_KINDS[String(kind)] ?? ''}; byte-pair encoding ("gpt2") can be used, as Qwen, SmolLM and Llama 3 have it. Choose one of those, or this model in the ONNX layout of transformers.js.`,
  )
}

/** Words whose tokens are remembered. */
const KEPT_WORDS = 20_000

const longestFirst = (a: string, b: string) => b.length - a.length
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Joins the pair of lowest rank, all its places from left to right, until no pair is left that may be joined. */
function merge(word: string, ranks: ReadonlyMap<string, number>): string[] {
  let parts = Array.from(word)
  for (;;) {
    let best: readonly [rank: number, left: string, right: string] | null = null
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = ranks.get(`${parts[at]!} ${parts[at + 1]!}`)
      if (rank !== undefined && (!best || rank < best[0])) best = [rank, parts[at]!, parts[at + 1]!]
    }
    if (!best) return parts
    const joined: string[] = []
    for (let at = 0; at < parts.length; at++) {
      const both = parts[at] === best[1] && parts[at + 1] === best[2]
      joined.push(both ? best[1] + best[2] : parts[at]!)
      if (both) at++
    }
    parts = joined
  }
}

/** Signs that stand for the 256 bytes in the vocabulary: printable Latin-1 as it is, the others from U+0100 on. */
const BYTE_SIGNS: readonly string[] = (() => {
  let next = 0x100
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
    return String.fromCodePoint(printable ? byte : next++)
  })
})()

const encoder = new TextEncoder()
const asByteSigns = (text: string) => Array.from(encoder.encode(text), (byte) => BYTE_SIGNS[byte]!).join('')
