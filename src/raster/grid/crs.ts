import { EPSG_DEFINITIONS } from './epsg-definitions.ts'
import type { Crs } from './grid.ts'

/**
 * The CRS of an EPSG code: UTM families by formula, others from a table. A code that is not known keeps its id, with
 * kind 'unknown' and no definition: its pixels can be read, but not placed on the globe.
 */
export function crsFromEpsg(code: number): Crs {
  const utm = utmDefinition(code)
  const entry = utm ?? EPSG_DEFINITIONS[code]
  const id = `EPSG:${code}`
  if (!entry) return { id, kind: 'unknown', name: id, proj4: null, metresPerUnit: NaN }
  const [name, definition] = entry
  return crsFromDefinition({ id, name, definition })
}

/** A CRS from a proj4 definition; without an id it is named by a hash of the definition. */
export function crsFromDefinition(given: {
  readonly definition: string
  readonly name: string
  readonly id?: string
}): Crs {
  const { definition, name } = given
  const geographic = /\+proj=longlat\b/.test(definition)
  const unit = /\+to_meter=([\d.eE+-]+)/.exec(definition)?.[1]
  return {
    id: given.id ?? `user:${hash(definition)}`,
    kind: geographic ? 'geographic' : 'projected',
    name,
    proj4: definition,
    metresPerUnit: geographic ? NaN : unit ? Number(unit) : 1,
  }
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
