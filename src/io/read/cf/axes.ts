import { numbersOf, textOf, type CfVariable } from './cf-file.ts'

export type AxisKind = 'x' | 'y' | 'time'

const KINDS: readonly {
  readonly kind: AxisKind
  readonly standard: RegExp
  readonly axis: string
  readonly units: RegExp
  readonly name: RegExp
}[] = [
  {
    kind: 'x',
    standard: /^(longitude|projection_x_coordinate|grid_longitude)$/,
    axis: 'X',
    units: /^degrees?_?(east|e)$/i,
    name: /^(x|lon|long|longitude|easting|xdim|xc|xcoord)$/i,
  },
  {
    kind: 'y',
    standard: /^(latitude|projection_y_coordinate|grid_latitude)$/,
    axis: 'Y',
    units: /^degrees?_?(north|n)$/i,
    name: /^(y|lat|latitude|northing|ydim|yc|ycoord)$/i,
  },
  { kind: 'time', standard: /^time$/, axis: 'T', units: /\ssince\s/i, name: /^time$/i },
]

/** What a coordinate variable runs along (CF 1.11, chapter 4): by standard name, axis, units, and at last its name. */
export function axisKind({ path, attributes }: CfVariable): AxisKind | null {
  const [standard, axis, units] = ['standard_name', 'axis', 'units'].map(
    (key) => textOf(attributes, key)?.trim() ?? '',
  )
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found =
    KINDS.find((each) => each.standard.test(standard!)) ??
    KINDS.find((each) => each.axis === axis!.toUpperCase()) ??
    KINDS.find((each) => each.units.test(units!)) ??
    KINDS.find((each) => each.name.test(name))
  return found?.kind ?? null
}

/** True where an axis is in degrees on the globe. */
export function isGeographic({ path, attributes }: CfVariable): boolean {
  const standard = textOf(attributes, 'standard_name')
  if (standard !== null) return standard === 'longitude' || standard === 'latitude'
  const units = textOf(attributes, 'units')
  if (units !== null && units.trim() !== '') return /^degrees?(_?(north|east|n|e))?$/i.test(units.trim())
  return /(^|\/)(lon|long|longitude|lat|latitude)$/i.test(path)
}

export interface Spacing {
  /** Centre of the first pixel. */
  readonly first: number
  /** To the next one; negative where coordinates fall. */
  readonly step: number
}

/** Even steps of a coordinate, or in words why there are none. */
export function spacingOf(values: ArrayLike<number>, isSingle: boolean): Spacing | string {
  const count = values.length
  if (count < 2) return 'has one value only, which tells no size of pixels'
  const first = values[0]!
  const step = (values[count - 1]! - first) / (count - 1)
  if (!Number.isFinite(step) || step === 0) return 'holds values that are no coordinates'
  const largest = Math.max(Math.abs(first), Math.abs(values[count - 1]!))
  // Coordinates in single precision are rounded by half a unit in the last place, and so is each of two ends.
  const slack = Math.max(Math.abs(step) * 1e-3, isSingle ? largest * 2 ** -22 : 0)
  for (let at = 1; at < count; at++) {
    if (!(Math.abs(values[at]! - (first + at * step)) <= slack)) return 'is not evenly spaced'
  }
  return { first, step }
}

/** `GeoTransform` of GDAL beside the mapping, as pixel to map. */
export function gdalTransform(mapping: CfVariable | undefined) {
  const values = mapping ? numbersOf(mapping.attributes, 'GeoTransform') : []
  if (values.length !== 6 || !values.every((value) => Number.isFinite(value))) return null
  const [c, a, b, f, d, e] = values as [number, number, number, number, number, number]
  return a * e - b * d === 0 ? null : ([a, b, c, d, e, f] as const)
}
