import type { Tensor } from '@xenova/transformers'

type MakeTensor = typeof Tensor

/** How many items two sequences share from their start. */
export function sharedLength(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

/**
 * Keys and values [1, heads, tokens, size] of the first `length` of `held` tokens. Those on the graphics device are
 * read back, as the next run brings them there again. Null where an entry has no such shape: the state of a recurrent
 * layer cannot be cut.
 */
export async function shorten(
  entries: Readonly<Record<string, Tensor>>,
  held: number,
  length: number,
  Made: MakeTensor,
): Promise<Record<string, Tensor> | null> {
  const whole = Object.values(entries)
  if (whole.some(({ dims }) => dims.length !== 4 || dims[0] !== 1 || dims[2] !== held)) return null
  const cut: Record<string, Tensor> = {}
  for (const [name, tensor] of Object.entries(entries)) {
    const [, heads, , size] = tensor.dims as [number, number, number, number]
    const data = (await tensor.ort_tensor.getData()) as Float32Array
    cut[name] = new Made(tensor.type, firstTokens(data, heads, held, size, length), [1, heads, length, size])
  }
  return cut
}

/** Row-major [heads, held, size] to [heads, length, size], in the array type of `data`. */
export function firstTokens(
  data: Float32Array,
  heads: number,
  held: number,
  size: number,
  length: number,
): Float32Array {
  const kept = data.slice(0, heads * length * size)
  for (let head = 0; head < heads; head++) {
    const start = head * held * size
    kept.set(data.subarray(start, start + length * size), head * length * size)
  }
  return kept
}
