import type { SampleType } from '../types.ts'
import type { RowVisitor } from './block-image.ts'
import type { Samples } from './samples.ts'

interface Meaning {
  readonly scale: number
  readonly offset: number
  /** NaN where no number stands for nodata. */
  readonly nodata: number
  /** Numbers beyond these two, both valid themselves, are nodata too. */
  readonly valid?: readonly [min: number, max: number] | undefined
}

const ANY = [-Infinity, Infinity] as const

type Row = Parameters<RowVisitor>[0] & { readonly data: Samples }

/** Bits of the types whose every value has a place in a table that stays in the processor's cache. */
const NARROW: Partial<Record<SampleType, number>> = { uint8: 8, int8: 8, uint16: 16, int16: 16 }

/**
 * Copies runs of samples as physical values: scale · number + offset, NaN for nodata. Narrow integers are looked up:
 * a table of all their values is several times as fast as the arithmetic with its test for nodata.
 */
export function copier(
  type: SampleType,
  meaning: Meaning,
): (row: Parameters<RowVisitor>[0], out: Float32Array) => void {
  const bits = NARROW[type]
  let table: Float32Array | undefined
  return (row, out) => {
    if (!hasData(row)) out.fill(NaN, row.target, row.target + row.length)
    else if (bits === undefined) copyScaled(row, out, meaning)
    else copyByTable(row, out, (table ??= valueTable(type, bits, meaning)))
  }
}

const hasData = (row: Parameters<RowVisitor>[0]): row is Row => row.data !== null

function copyScaled(
  { data, start, stride, length, target }: Row,
  out: Float32Array,
  { scale, offset, nodata, valid: [min, max] = ANY }: Meaning,
): void {
  for (let at = start, to = target; to < target + length; at += stride, to++) {
    const value = data[at]!
    out[to] = value === nodata || value < min || value > max ? NaN : scale * value + offset
  }
}

function copyByTable(
  { data, start, stride, length, target }: Row,
  out: Float32Array,
  table: Float32Array,
): void {
  // A negative number finds its place by its bits.
  const mask = table.length - 1
  const end = target + length
  let [at, to] = [start, target]
  // Four at a time: a look-up waits for memory, and the next ones need not.
  for (; to + 3 < end; at += 4 * stride, to += 4) {
    out[to] = table[data[at]! & mask]!
    out[to + 1] = table[data[at + stride]! & mask]!
    out[to + 2] = table[data[at + 2 * stride]! & mask]!
    out[to + 3] = table[data[at + 3 * stride]! & mask]!
  }
  for (; to < end; at += stride, to++) out[to] = table[data[at]! & mask]!
}

function valueTable(
  type: SampleType,
  bits: number,
  { scale, offset, nodata, valid: [min, max] = ANY }: Meaning,
): Float32Array {
  const count = 2 ** bits
  const isSigned = type === 'int8' || type === 'int16'
  const table = new Float32Array(count)
  for (let index = 0; index < count; index++) {
    const value = isSigned && index >= count / 2 ? index - count : index
    table[index] = value === nodata || value < min || value > max ? NaN : scale * value + offset
  }
  return table
}
