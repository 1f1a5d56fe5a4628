import { GeoKey, USER_DEFINED } from './geo-keys.ts'

const METRE = 9001
const DEGREE = 9102

/** Metres of a linear unit by its EPSG code. */
const LINEAR_UNITS: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9036: 1000,
}

/** Degrees of an angular unit by its EPSG code: radian, degree, minute, second, grad and gon, degrees once in DMS. */
const ANGULAR_UNITS: Readonly<Record<number, number>> = {
  9101: 180 / Math.PI,
  9102: 1,
  9103: 1 / 60,
  9104: 1 / 3600,
  9105: 0.9,
  9106: 0.9,
  9107: 1,
  9108: 1,
  9122: 1,
}

/** Metres of the keys' linear unit, a metre where they are silent; null where it is not known. */
export function linearUnit(numbers: ReadonlyMap<number, number>): number | null {
  const code = numbers.get(GeoKey.LinearUnit) ?? METRE
  return LINEAR_UNITS[code] ?? ownUnit(code, numbers.get(GeoKey.LinearUnitSize))
}

/** Degrees of the keys' angular unit, a degree where they are silent; null where it is not known. */
export function angularUnit(numbers: ReadonlyMap<number, number>): number | null {
  const code = numbers.get(GeoKey.AngularUnit) ?? DEGREE
  const radians =
    ANGULAR_UNITS[code] === undefined ? ownUnit(code, numbers.get(GeoKey.AngularUnitSize)) : null
  return ANGULAR_UNITS[code] ?? (radians === null ? null : (radians * 180) / Math.PI)
}

function ownUnit(code: number, size: number | undefined): number | null {
  return code === USER_DEFINED && size !== undefined && size > 0 && Number.isFinite(size) ? size : null
}
