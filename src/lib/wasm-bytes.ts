/** Pieces of the binary format of WebAssembly: https://webassembly.github.io/spec/core/binary/ */

/** An unsigned number as LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  do {
    const rest = Math.floor(value / 128)
    bytes.push((value % 128) + (rest > 0 ? 128 : 0))
    value = rest
  } while (value > 0)
  return bytes
}

/** A list of items, each already encoded. */
export const vector = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
]

/** A name in ASCII. */
export const text = (value: string): number[] => [
  ...unsigned(value.length),
  ...new TextEncoder().encode(value),
]

export const section = (id: number, content: readonly number[]): number[] => [
  id,
  ...unsigned(content.length),
  ...content,
]

/** Magic and version, with which a module begins. */
export const MODULE_START: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
