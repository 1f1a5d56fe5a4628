import type { PreTrainedTokenizer } from '@xenova/transformers'

/** Bytes that each token stands for; null for tokens of the chat template, which are no text. Index: token id. */
export type TokenBytes = readonly (Uint8Array | null)[]

/** Spelling of tokens: bytes shown as letters (GPT-2, Llama 3, Qwen), or text with ▁ for a space (SentencePiece). */
export function tokenBytes(tokenizer: PreTrainedTokenizer): TokenBytes {
  const inner = tokenizer._tokenizer
  const added = inner.get_added_tokens_decoder()
  return bytesOfTokens(inner.get_vocab(true), new Set(added.keys()))
}

export function bytesOfTokens(
  vocabulary: ReadonlyMap<string, number>,
  control: ReadonlySet<number>,
): TokenBytes {
  const spell = vocabulary.has('Ġ') ? byLetters() : bySpelling
  const bytes: (Uint8Array | null)[] = []
  for (const [token, id] of vocabulary) bytes[id] = control.has(id) ? null : spell(token)
  // Ids may have gaps.
  return Array.from(bytes, (each) => each ?? null)
}

/** Bytes that print stand for themselves; the others, in order, for the letters from U+0100 on. */
function byLetters(): (token: string) => Uint8Array | null {
  const byteOf = new Map<string, number>()
  let other = 0x100
  for (let byte = 0; byte < 256; byte++) {
    const prints = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
    byteOf.set(String.fromCharCode(prints ? byte : other++), byte)
  }
  return (token) => {
    const bytes = Array.from(token, (letter) => byteOf.get(letter))
    return bytes.includes(undefined) ? null : Uint8Array.from(bytes as number[])
  }
}

const encoder = new TextEncoder()

function bySpelling(token: string): Uint8Array {
  const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(token)
  return byte ? Uint8Array.of(parseInt(byte[1]!, 16)) : encoder.encode(token.replaceAll('▁', ' '))
}
