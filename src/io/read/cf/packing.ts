import type { SampleType } from '../../types.ts'
import type { Samples } from '../samples.ts'
import { numberOf, numbersOf, textOf, type CfVariable } from './cf-file.ts'

/** How numbers of a variable stand for what was measured (CF 1.11, §8.1 and §2.5.1). */
export interface Packing {
  readonly sampleType: SampleType
  readonly nodata: number | null
  /** Other numbers without data; `unpack` replaces them by the one above. */
  readonly scale: number | null
  readonly offset: number | null
  /** Numbers as stored, both ends valid. */
  readonly valid: readonly [min: number, max: number] | undefined
  unpack(samples: Samples): Samples
}

const UNSIGNED: Readonly<Partial<Record<SampleType, SampleType>>> = {
  int8: 'uint8',
  int16: 'uint16',
  int32: 'uint32',
}
/** What the NetCDF library fills with (netcdf.h, NC_FILL_…); bytes have no such value. */
const DEFAULT_FILL: Readonly<Partial<Record<SampleType, number>>> = {
  int16: -32767,
  uint16: 65535,
  int32: -2147483647,
  uint32: 4294967295,
  float32: 9.969209968386869e36,
  float64: 9.969209968386869e36,
}

export function packingOf(variable: CfVariable, hasDefaultFill: boolean): Packing {
  const { attributes } = variable
  const unsigned =
    /^true$/i.test(textOf(attributes, '_Unsigned')?.trim() ?? '') && UNSIGNED[variable.sampleType]
  const sampleType = unsigned || variable.sampleType
  const asStored = (value: number) => {
    if (unsigned) return value < 0 ? value + 2 ** Number(/\d+/.exec(sampleType)![0]) : value
    return sampleType === 'float32' ? Math.fround(value) : value
  }
  const [fill, missing] = ['_FillValue', 'missing_value'].map((name) =>
    numbersOf(attributes, name).map(asStored),
  )
  const said = [...fill!, ...missing!]
  const usual = hasDefaultFill && said.length === 0 ? DEFAULT_FILL[sampleType] : undefined
  const nodata = said[0] ?? usual ?? null
  const others = new Set(said.filter((value) => !Object.is(value, nodata)))
  return {
    sampleType,
    nodata,
    scale: numberOf(attributes, 'scale_factor'),
    offset: numberOf(attributes, 'add_offset'),
    valid: validOf(variable, asStored),
    unpack(samples) {
      const data = unsigned ? reinterpret(samples) : samples
      if (others.size === 0) return data
      for (let at = 0; at < data.length; at++) if (others.has(data[at]!)) data[at] = nodata!
      return data
    },
  }
}

function validOf({ attributes }: CfVariable, asStored: (value: number) => number): Packing['valid'] {
  const range = numbersOf(attributes, 'valid_range').map(asStored)
  if (range.length === 2 && range[0]! <= range[1]!) return [range[0]!, range[1]!]
  const min = numberOf(attributes, 'valid_min')
  const max = numberOf(attributes, 'valid_max')
  if (min === null && max === null) return undefined
  return [min === null ? -Infinity : asStored(min), max === null ? Infinity : asStored(max)]
}

function reinterpret(samples: Samples): Samples {
  const { buffer, byteOffset, length } = samples
  if (samples instanceof Int8Array) return new Uint8Array(buffer, byteOffset, length)
  if (samples instanceof Int16Array) return new Uint16Array(buffer, byteOffset, length)
  return samples instanceof Int32Array ? new Uint32Array(buffer, byteOffset, length) : samples
}
