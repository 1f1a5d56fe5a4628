import { EPSG_DEFINITIONS } from './epsg-definitions.ts'
import { datumAccuracy, tableEntry, type DatumAccuracy, type TableEntry } from './epsg-table.ts'
import type { Crs } from './grid.ts'

/**
 * The CRS of an EPSG code that imagery often comes in: UTM families by formula, others from a small table. Other codes
 * keep their id, with kind 'unknown' and no definition: `loadCrs` knows more of them.
 */
export function crsFromEpsg(code: number): Crs {
  const entry = utmDefinition(code) ?? EPSG_DEFINITIONS[code]
  const id = `EPSG:${code}`
  if (!entry) return { id, kind: 'unknown', name: id, proj4: null, metresPerUnit: NaN }
  const [name, definition] = entry
  return crsFromDefinition({ id, name, definition })
}

/**
 * The CRS of any EPSG code, from the offline table that is loaded when first needed. Where the table has no way from the
 * datum to WGS 84 the CRS keeps its kind and unit but no definition: lengths and areas hold, places are not guessed.
 * A code that is not in the table comes back with kind 'unknown'.
 */
export async function loadCrs(code: number): Promise<Crs> {
  const known = crsFromEpsg(code)
  if (known.proj4 !== null) return known
  const entry = await tableEntry(code)
  return entry === null ? known : crsFromDefinition({ ...entry, id: known.id, name: known.name })
}

/** The proj4 definition of any EPSG code and how well its datum is known; null where the tables lack it. */
export async function loadDefinition(code: number): Promise<TableEntry | null> {
  const { proj4 } = crsFromEpsg(code)
  return proj4 === null ? tableEntry(code) : { definition: proj4, accuracy: datumAccuracy(proj4) }
}

/**
 * A CRS from a proj4 definition; without an id it is named by a hash of the definition. `accuracy` overrides what the
 * definition says of its datum: null leaves out the definition, as places would be guesses.
 */
export function crsFromDefinition(given: {
  readonly definition: string
  readonly name: string
  readonly id?: string
  readonly accuracy?: DatumAccuracy
}): Crs {
  const { definition, name } = given
  const id = given.id ?? `user:${hash(definition)}`
  const accuracy = given.accuracy === undefined ? datumAccuracy(definition) : given.accuracy
  const geographic = /\+proj=longlat\b/.test(definition)
  const kind = geographic ? 'geographic' : 'projected'
  const metresPerUnit = geographic ? NaN : unitOf(definition)
  if (accuracy === null) {
    // Mercator maps are told by their definition; without it their pixels must not pass for having one area.
    const hasArea = !/\+proj=merc\b/.test(definition)
    return { id, kind, name, proj4: null, metresPerUnit: hasArea ? metresPerUnit : NaN }
  }
  const crs: Crs = { id, kind, name, proj4: definition, metresPerUnit }
  return accuracy > WORTH_SAYING ? { ...crs, accuracyMetres: accuracy } : crs
}

/** Metres of inaccuracy that are said. */
const WORTH_SAYING = 2

/** Metres of proj4's named units. */
const UNITS: Readonly<Record<string, number>> = { m: 1, km: 1000, ft: 0.3048, 'us-ft': 1200 / 3937 }

function unitOf(definition: string): number {
  const size = /\+to_meter=([\d.eE+-]+)/.exec(definition)?.[1]
  if (size !== undefined) return Number(size)
  return UNITS[/\+units=(\S+)/.exec(definition)?.[1] ?? 'm'] ?? NaN
}

/** The EPSG code in a CRS's id, or null where it has none. */
export function epsgCode(crs: Crs): number | null {
  const match = /^EPSG:(\d+)$/.exec(crs.id)
  return match ? Number(match[1]) : null
}

interface UtmFamily {
  readonly first: number
  readonly last: number
  /** Zone of the code `first`. */
  readonly zone: number
  readonly south: boolean
  readonly name: string
  readonly base: string
}

const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0'
const UTM_FAMILIES: readonly UtmFamily[] = [
  { first: 32601, last: 32660, zone: 1, south: false, name: 'WGS 84', base: '+datum=WGS84' },
  { first: 32701, last: 32760, zone: 1, south: true, name: 'WGS 84', base: '+datum=WGS84' },
  { first: 25828, last: 25838, zone: 28, south: false, name: 'ETRS89', base: GRS80 },
  { first: 26901, last: 26923, zone: 1, south: false, name: 'NAD83', base: GRS80 },
  { first: 31965, last: 31976, zone: 11, south: false, name: 'SIRGAS 2000', base: GRS80 },
  { first: 31977, last: 31985, zone: 17, south: true, name: 'SIRGAS 2000', base: GRS80 },
  { first: 28348, last: 28358, zone: 48, south: true, name: 'GDA94', base: GRS80 },
  { first: 7846, last: 7859, zone: 46, south: true, name: 'GDA2020', base: GRS80 },
]

function utmDefinition(code: number): readonly [name: string, definition: string] | undefined {
  const family = UTM_FAMILIES.find(({ first, last }) => code >= first && code <= last)
  if (!family) return undefined
  const zone = family.zone + code - family.first
  const south = family.south ? ' +south' : ''
  return [
    `${family.name} / UTM zone ${zone}${family.south ? 'S' : 'N'}`,
    `+proj=utm +zone=${zone}${south} ${family.base} +units=m +no_defs`,
  ]
}

/** FNV-1a, 64 bits in two halves: short and stable names for definitions, not for secrets. */
function hash(text: string): string {
  const half = (seed: number) => {
    let state = seed
    for (let index = 0; index < text.length; index++) {
      state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
    }
    return (state >>> 0).toString(16).padStart(8, '0')
  }
  return half(0x811c9dc5) + half(0x9747b28c)
}
