/** What precedes a well-known text of ESRI's in a citation, where GDAL writes projections that GeoKeys have no method for. */
const PREFIX = 'ESRI PE String = '
/** Real ones have some 400 characters. */
const LONGEST = 4000

/** Projections of such texts: proj4 name, and proj4 names of their parameters in lower case. */
const PROJECTIONS = new Map([
  ['mollweide', { proj: 'moll', parameters: ['central_meridian'] }],
  ['sinusoidal', { proj: 'sinu', parameters: ['central_meridian'] }],
  ['mercator', { proj: 'merc', parameters: ['central_meridian', 'standard_parallel_1'] }],
])
const NAMES: Readonly<Record<string, string>> = {
  central_meridian: 'lon_0',
  standard_parallel_1: 'lat_ts',
}
const NUMBER = '(-?[0-9.]+(?:[eE][+-]?[0-9]+)?)'

/**
 * The proj4 words, without datum, of a citation that holds a well-known text of ESRI's; null where it holds none or
 * one that is not understood. The text is somebody else's: numbers alone are taken out of it.
 */
export function parseEsriProjection(citation: string | undefined): string | null {
  if (!citation?.startsWith(PREFIX) || citation.length > LONGEST) return null
  const projection = PROJECTIONS.get(/PROJECTION\["([A-Za-z_]+)"\]/.exec(citation)?.[1]?.toLowerCase() ?? '')
  const units = [...citation.matchAll(new RegExp(`UNIT\\["[A-Za-z_ ]+",${NUMBER}`, 'g'))].map((match) =>
    Number(match[1]),
  )
  const parameters = new Map(
    [...citation.matchAll(new RegExp(`PARAMETER\\["([A-Za-z_0-9]+)",${NUMBER}\\]`, 'g'))].map((match) => [
      match[1]!.toLowerCase(),
      Number(match[2]),
    ]),
  )
  // The unit of angles stands inside the geographic system, that of lengths at the end.
  const [degree, metre] = units
  if (!projection || units.length !== 2 || !(Math.abs(degree! - Math.PI / 180) < 1e-12) || !(metre! > 0))
    return null
  const words = projection.parameters.map((name) => [NAMES[name]!, parameters.get(name) ?? 0] as const)
  const origin = ['false_easting', 'false_northing'].map((name) => (parameters.get(name) ?? 0) * metre!)
  const values = [...words, ['x_0', origin[0]!] as const, ['y_0', origin[1]!] as const]
  if (values.some(([, value]) => !Number.isFinite(value))) return null
  const unit = metre === 1 ? '+units=m' : `+to_meter=${metre}`
  return [`+proj=${projection.proj}`, ...values.map(([name, value]) => `+${name}=${value}`), unit].join(' ')
}
