/*
 * What proj4-list says of EPSG codes, put right where it is not. All 5,115 of its entries that EPSG still knows were
 * compared with PROJ 9.5 at five points of their area: docs/decisions/2026-11-30-epsg-table.md has the figures.
 */

/** Entries that put places elsewhere than PROJ: axes in grads or to the south, other spheres, meridians or units. */
const WRONG = new Set([
  2062, 2065, 3167, 3973, 3974, 3975, 4807, 4810, 4811, 4816, 4819, 4821, 4901, 4902, 4903, 5513, 6996, 6997,
  26591, 26592, 28191,
])

/** Entries whose datum comes out more than 60 m beside what PROJ's best parameters give, and is as good as unknown. */
const WRONG_DATUM = new Set([
  2082, 2199, 2462, 2984, 3303, 4161, 4191, 4240, 4645, 4688, 4805, 6990, 6991, 24047, 24048, 24305, 24306,
  24375, 31251, 31252, 31253, 31281, 31282, 31283, 31288, 31289, 31290, 31291, 31292, 31293,
])

/** Ellipsoids that proj4 lacks, and silently takes for WGS 84, or rounds (EPSG 7043 and 7012). */
const ELLIPSOIDS: Readonly<Record<string, string>> = {
  WGS72: '+a=6378135 +rf=298.26',
  clrk80: '+a=6378249.145 +rf=293.465',
}

/**
 * Without its grids, which are not carried, the mean shift of the conterminous United States (EPSG 1173). proj4 knows
 * the grids alone, and where they are missing shifts nothing and says nothing.
 */
const NAD27 = '+ellps=clrk66 +towgs84=-8,160,176,0,0,0,0'

/** Metres within which shifts of seven parameters, and of three, agree with PROJ's best in 99 of 100 entries. */
const SEVEN_PARAMETERS = 15
const THREE_PARAMETERS = 60

/** What is known of the way from a datum to WGS 84: metres within which it is right, null where nothing is known. */
export type DatumAccuracy = number | null

export interface TableEntry {
  readonly definition: string
  readonly accuracy: DatumAccuracy
}

/** The definition of an EPSG code, fit for proj4; null where the table has none, or none that is right. */
export async function tableEntry(code: number): Promise<TableEntry | null> {
  if (WRONG.has(code)) return null
  const { default: table } = await import('proj4-list')
  const raw = Object.hasOwn(table, `EPSG:${code}`) ? table[`EPSG:${code}`]?.[1] : undefined
  // No map has geocentric axes, and proj4 has no Laborde projection.
  if (raw === undefined || /\+proj=(geocent|labrd)\b/.test(raw)) return null
  const definition = raw
    // Grids are not carried; parameters beside them stand in, or none do.
    .replace(/\+nadgrids=(?!@null)\S+/, '')
    .replace(/\+(vunits|geoidgrids|type)=\S+|\+wktext/g, '')
    .replace(/\+datum=NAD27/, NAD27)
    .replace(/\+ellps=(\w+)/, (whole, name: string) => ELLIPSOIDS[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
  const needsGrid = raw !== definition && /\+nadgrids=(?!@null)/.test(raw) && !/\+(towgs84|datum)=/.test(raw)
  const accuracy = needsGrid || WRONG_DATUM.has(code) ? null : datumAccuracy(definition)
  return { definition, accuracy }
}

/** How well a proj4 definition's datum is tied to WGS 84: 2 m for those of satellite times, which are not shifted. */
export function datumAccuracy(definition: string): DatumAccuracy {
  const shift = /\+towgs84=(\S+)/.exec(definition)?.[1]?.split(',').map(Number)
  if (shift?.slice(3).some((value) => value !== 0)) return SEVEN_PARAMETERS
  if (shift?.some((value) => value !== 0)) return THREE_PARAMETERS
  const datum = /\+datum=(\S+)/.exec(definition)?.[1]
  if (datum === 'WGS84' || datum === 'NAD83' || shift || definition.includes('+nadgrids=@null')) return EXACT
  if (datum !== undefined)
    return datum === 'carthage' || datum === 'GGRS87' ? THREE_PARAMETERS : SEVEN_PARAMETERS
  return isOfSatelliteTimes(definition) ? EXACT : null
}

/** Metres that datums of satellite times differ by, and that nobody's pixels show. */
const EXACT = 2

/** Datums on these ellipsoids lie within two metres of WGS 84; a sphere has no datum to be shifted. */
function isOfSatelliteTimes(definition: string): boolean {
  const [, axis, minor] = /\+a=(\S+) \+b=(\S+)/.exec(definition) ?? []
  return /\+ellps=(GRS80|WGS84|sphere)\b|\+R=/.test(definition) || (axis !== undefined && axis === minor)
}
