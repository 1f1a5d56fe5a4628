import type { Grid } from '../../../raster/grid/grid.ts'
import type { SampleType } from '../../types.ts'
import type { Samples } from '../samples.ts'

export type AttributeValue = string | readonly number[]
export type Attributes = ReadonlyMap<string, AttributeValue>

/** An array of a file that follows the CF conventions, whatever the file's own format is. */
export interface CfVariable {
  /** With its groups, '/' between them. Untrusted. */
  readonly path: string
  /** An id for each dimension: the path of its coordinate variable, where the file has one. */
  readonly dimensions: readonly string[]
  readonly shape: readonly number[]
  /** Of what `read` gives, where it can be read. */
  readonly sampleType: SampleType
  readonly attributes: Attributes
  /** Size of a piece that is decoded at once, by dimension; null where any range can be read. */
  readonly chunk: readonly number[] | null
  /** Why its values cannot be read, in words for people. */
  readonly unreadable?: string
  /** The values of a part of the array, last dimension fastest. */
  read(start: readonly number[], count: readonly number[]): Promise<Samples>
}

export interface CfFile {
  /** For messages: 'NetCDF', 'HDF5'. */
  readonly format: string
  readonly variables: readonly CfVariable[]
  /** True where values that were never written are those of the NetCDF library. */
  readonly hasDefaultFill: boolean
  /** Where the file itself says by other means than CF how an array lies; null where it does not. */
  readonly gridOf?: (variable: CfVariable) => Grid | null
}

export const nameOf = ({ path }: CfVariable): string => clean(path.slice(path.lastIndexOf('/') + 1))

/** Printable characters of foreign text, at most 80. */
export const clean = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 80)

export function textOf(attributes: Attributes, name: string): string | null {
  const value = attributes.get(name)
  return typeof value === 'string' ? value : null
}

/** Numbers of an attribute, also where they were written as text. */
export function numbersOf(attributes: Attributes, name: string): readonly number[] {
  const value = attributes.get(name)
  if (value === undefined) return []
  const numbers =
    typeof value === 'string'
      ? value
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number)
      : value
  return numbers.some((number) => Number.isNaN(number)) && typeof value === 'string' ? [] : numbers
}

export const numberOf = (attributes: Attributes, name: string): number | null =>
  numbersOf(attributes, name)[0] ?? null
