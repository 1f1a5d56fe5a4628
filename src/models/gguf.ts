import { AppError } from '../lib/errors.ts'

/** What a GGUF file says about itself at its beginning. Texts are foreign. */
export interface GgufFacts {
  /** 'llama', 'qwen2', 'bert'. */
  readonly architecture: string
  readonly name: string | null
  readonly licence: string | null
  /** Tokens that it was trained for. */
  readonly contextLength: number | null
}

/** The part of a file in which these facts are looked for: they come before the vocabulary. */
export const GGUF_HEAD_BYTES = 1 << 20

const MAGIC = 0x46554747

/** Sizes of the fixed value types by their numbers: u8, i8, u16, i16, u32, i32, f32, bool, (text, list), u64, i64, f64. */
const FIXED: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}
const TEXT = 8
const LIST = 9

const LONGEST_TEXT = 1 << 20

/** True where a file begins as GGUF files do. */
export function isGguf(head: Uint8Array): boolean {
  return head.byteLength >= 8 && viewOf(head).getUint32(0, true) === MAGIC
}

/**
 * Reads the key-value pairs at the beginning of a GGUF file (format 2 and 3, little-endian) as far as `head` reaches. Throws
 * model_file where it is no such file or names no architecture.
 */
export function readGguf(head: Uint8Array): GgufFacts {
  const view = viewOf(head)
  if (!isGguf(head))
    throw new AppError('model_file', 'this is no GGUF file: its first letters are not "GGUF"')
  const version = view.getUint32(4, true)
  if (version !== 2 && version !== 3) {
    throw new AppError('model_file', `this GGUF file is of format ${version}; formats 2 and 3 can be read`)
  }
  const found = new Map<string, string | number>()
  try {
    const count = Number(view.getBigUint64(16, true))
    let at = 24
    for (let pair = 0; pair < count; pair++) {
      const key = readText(view, at)
      const type = view.getUint32(key.end, true)
      const value = readValue(view, key.end + 4, type)
      if (value.value !== null) found.set(key.text, value.value)
      at = value.end
    }
  } catch (error) {
    // The pairs go on behind what was read; those that are wanted come first.
    if (!(error instanceof RangeError)) throw error
  }
  const architecture = found.get('general.architecture')
  if (typeof architecture !== 'string') {
    throw new AppError('model_file', 'this GGUF file does not say what kind of model it holds')
  }
  const text = (key: string) => {
    const value = found.get(key)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const context = found.get(`${architecture}.context_length`)
  return {
    architecture,
    name: text('general.name'),
    licence: text('general.license'),
    contextLength: typeof context === 'number' && context > 0 ? context : null,
  }
}

function readText(view: DataView, at: number): { text: string; end: number } {
  const length = Number(view.getBigUint64(at, true))
  if (length > LONGEST_TEXT || at + 8 + length > view.byteLength) throw new RangeError('beyond what was read')
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 8, length)
  return { text: new TextDecoder().decode(bytes), end: at + 8 + length }
}

/** Null for values that nobody asks for. */
function readValue(view: DataView, at: number, type: number): { value: string | number | null; end: number } {
  if (type === TEXT) {
    const { text, end } = readText(view, at)
    return { value: text, end }
  }
  if (type === LIST) {
    const of = view.getUint32(at, true)
    const count = Number(view.getBigUint64(at + 4, true))
    let end = at + 12
    const fixed = FIXED[of]
    if (fixed !== undefined) return { value: null, end: end + fixed * count }
    for (let item = 0; item < count; item++) end = readValue(view, end, of).end
    return { value: null, end }
  }
  const size = FIXED[type]
  if (size === undefined)
    throw new AppError('model_file', `this GGUF file holds a value of unknown type ${type}`)
  const value =
    type === 4 ? view.getUint32(at, true) : type === 10 ? Number(view.getBigUint64(at, true)) : null
  return { value, end: at + size }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
