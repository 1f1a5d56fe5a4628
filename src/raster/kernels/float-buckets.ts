/** Bits of a float32 that the number of its bucket leaves out: of 23 in the mantissa 13 stay. */
export const DROPPED = 10

/** Buckets of float32 values by sign, exponent and upper bits of mantissa: no wider than 2⁻¹³ of the values. */
export const BUCKETS = 1 << (32 - DROPPED)

/** Buckets of negative numbers begin here. */
export const SIGN = BUCKETS / 2

/** The bucket of infinity; those above it, up to `SIGN`, hold NaN alone. */
export const INFINITE = 0xff << (23 - DROPPED)

const scratch = new Float32Array(1)
const scratchBits = new Uint32Array(scratch.buffer)

export function bucketOf(value: number): number {
  scratch[0] = value
  return scratchBits[0]! >>> DROPPED
}

export function valueOfBits(bits: number): number {
  scratchBits[0] = bits
  return scratch[0]!
}

/** The bits of a block's values, over the same memory. */
export function bitsOf(values: Float32Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length)
}
