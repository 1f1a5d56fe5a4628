/** How a vocabulary cuts a text into words before it joins bytes. */
export interface WordSplit {
  words(text: string): string[]
  /** True where a word that is a token is taken whole, whatever the order of merges says. */
  readonly wholeWords: boolean
}

/** The cut of a GGUF file's `tokenizer.ggml.pre`; that of GPT-2 for names that are not known. */
export function wordsOf(pre: string): WordSplit {
  const [, patterns, wholeWords] = SPLITS.find(([names]) => names.includes(pre)) ?? UNKNOWN
  return {
    wholeWords,
    words: (text) =>
      patterns.reduce<string[]>((pieces, pattern) => pieces.flatMap((piece) => cut(piece, pattern)), [text]),
  }
}

/** Matches, and what stands between them. */
function cut(text: string, pattern: RegExp): string[] {
  const pieces: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push(text.slice(end, match.index))
    if (match[0] !== '') pieces.push(match[0])
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

const SUFFIXES = "'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]"

const GPT2 = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)/gu
const DIGIT = /\p{N}/gu

type Split = readonly [names: readonly string[], patterns: readonly RegExp[], wholeWords: boolean]

const UNKNOWN: Split = [[], [GPT2], false]

/** Words of letters with one other sign before them, `digits` at a time, other signs, ends of lines, spaces. */
const modern = (digits: string, letters = '\\p{L}') =>
  new RegExp(
    `(?:${SUFFIXES})|[^\\r\\n\\p{L}\\p{N}]?[${letters}]+|${digits}| ?[^\\s${letters}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    'gu',
  )

/** Names of `tokenizer.ggml.pre` with their patterns, applied one after another (src/llama-vocab.cpp of llama.cpp). */
const SPLITS: readonly Split[] = [
  [['smollm', 'starcoder', 'refact', 'command-r', 'codeshell'], [DIGIT, GPT2], false],
  [['llama-bpe', 'llama3', 'llama-v3', 'falcon3', 'smaug-bpe'], [modern('\\p{N}{1,3}')], true],
  [['qwen2', 'deepseek-r1-qwen', 'stablelm2'], [modern('\\p{N}')], false],
  [['qwen35'], [modern('\\p{N}', '\\p{L}\\p{M}')], false],
]
