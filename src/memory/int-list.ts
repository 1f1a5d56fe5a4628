/** A growing list of 32-bit integers, packed. */
export class IntList {
  /** The first `length` of them count. */
  values = new Int32Array(4)
  length = 0

  push(value: number): void {
    this.values = roomFor(this.values, this.length)
    this.values[this.length] = value
    this.length += 1
  }

  /** Takes one such value out; the order of the others may change. */
  remove(value: number): void {
    const at = this.values.indexOf(value)
    if (at < 0 || at >= this.length) return
    this.length -= 1
    this.values[at] = this.values[this.length]!
  }
}

/** The array where it has the place `at`, else a copy of twice the length or more. */
export function roomFor(array: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < array.length) return array
  const larger = new Int32Array(Math.max(array.length * 2, at + 1))
  larger.set(array)
  return larger
}
