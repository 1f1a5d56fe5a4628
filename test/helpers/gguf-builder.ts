/** Metadata as the builder writes it: numbers as uint32, lists of texts or of int32. */
export type Metadata = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly number[]>
>

export interface TensorPlan {
  readonly name: string
  readonly dimensions: readonly number[]
  /** Type number of ggml: 0 is F32, 3 Q4_1. */
  readonly type: number
  readonly offset: number
}

/** A GGUF header (little-endian) with `dataBytes` zeros behind it. */
export function buildGguf(
  metadata: Metadata,
  tensors: readonly TensorPlan[] = [],
  dataBytes = 0,
  version = 3,
): Blob {
  const parts: Uint8Array[] = []
  let length = 0
  const add = (bytes: Uint8Array) => {
    parts.push(bytes)
    length += bytes.length
  }
  const uint = (value: number, bytes: 4 | 8) => {
    const view = new DataView(new ArrayBuffer(bytes))
    if (bytes === 8) view.setBigUint64(0, BigInt(value), true)
    else view.setInt32(0, value, true)
    add(new Uint8Array(view.buffer))
  }
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value)
    uint(bytes.length, 8)
    add(bytes)
  }
  add(new TextEncoder().encode('GGUF'))
  uint(version, 4)
  uint(tensors.length, 8)
  uint(Object.keys(metadata).length, 8)
  for (const [key, value] of Object.entries(metadata)) {
    text(key)
    if (typeof value === 'string') {
      uint(8, 4)
      text(value)
    } else if (typeof value === 'number') {
      uint(4, 4)
      uint(value, 4)
    } else if (typeof value === 'boolean') {
      uint(7, 4)
      add(Uint8Array.of(value ? 1 : 0))
    } else {
      uint(9, 4)
      uint(typeof value[0] === 'number' ? 5 : 8, 4)
      uint(value.length, 8)
      for (const one of value) {
        if (typeof one === 'number') uint(one, 4)
        else text(one)
      }
    }
  }
  for (const { name, dimensions, type, offset } of tensors) {
    text(name)
    uint(dimensions.length, 4)
    dimensions.forEach((size) => uint(size, 8))
    uint(type, 4)
    uint(offset, 8)
  }
  add(new Uint8Array((32 - (length % 32)) % 32))
  add(new Uint8Array(dataBytes))
  return new Blob(parts as Uint8Array<ArrayBuffer>[])
}
