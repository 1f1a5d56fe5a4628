import { dateFromDigits } from './file-name.ts'
import { landsatKey } from './product-name.ts'

/** What is used of a Landsat `_MTL.txt`. */
export interface MtlFacts {
  /** Key of the acquisition it belongs to, as in `ProductName`. */
  readonly key: string
  readonly sunElevationDegrees: number | null
  /** Level-1 reflectance rescaling by band designation ('B5'), before the sun angle. */
  readonly reflectance: ReadonlyMap<string, { readonly mult: number; readonly add: number }>
}

export function isMtlName(path: string): boolean {
  return /_MTL\.txt$/i.test(path)
}

/**
 * Reads a Landsat metadata file of Collection 1 or 2; null where it is none. The file repeats keys in groups (a
 * level-2 file holds the level-1 factors too), so only the level-1 group is asked for reflectance factors.
 */
export function parseMtl(text: string): MtlFacts | null {
  const groups = parseGroups(text)
  const value = (key: string) => {
    for (const group of groups.values()) {
      const found = group.get(key)
      if (found !== undefined) return found
    }
    return undefined
  }
  const sensor = /^LANDSAT_([45789])$/.exec(value('SPACECRAFT_ID') ?? '')?.[1]
  const date = value('DATE_ACQUIRED')
  const level = value('PROCESSING_LEVEL') ?? value('DATA_TYPE')
  const [path, row] = [value('WRS_PATH'), value('WRS_ROW')].map((text) => text?.padStart(3, '0'))
  const digits = date?.replaceAll('-', '')
  if (!sensor || !path || !row || !level || !digits || dateFromDigits(digits) === null) return null
  const sun = Number(value('SUN_ELEVATION') ?? NaN)
  return {
    key: landsatKey(`landsat-${sensor}`, level, path + row, digits),
    sunElevationDegrees: Number.isFinite(sun) ? sun : null,
    reflectance: reflectanceFactors(
      groups.get('LEVEL1_RADIOMETRIC_RESCALING') ?? groups.get('RADIOMETRIC_RESCALING') ?? new Map(),
    ),
  }
}

function reflectanceFactors(group: ReadonlyMap<string, string>): MtlFacts['reflectance'] {
  const factors = new Map<string, { mult: number; add: number }>()
  for (const [key, text] of group) {
    const band = /^REFLECTANCE_MULT_BAND_(\w+)$/.exec(key)?.[1]
    if (band === undefined) continue
    const [mult, add] = [Number(text), Number(group.get(`REFLECTANCE_ADD_BAND_${band}`) ?? NaN)]
    if (Number.isFinite(mult) && Number.isFinite(add) && mult !== 0) factors.set('B' + band, { mult, add })
  }
  return factors
}

/** `GROUP = NAME` … `KEY = VALUE` … `END_GROUP`; keys outside a group and quotes are dropped. */
function parseGroups(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const groups = new Map<string, Map<string, string>>()
  let current: Map<string, string> | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, key, raw] = /^\s*([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key === undefined || raw === undefined) continue
    const value = raw.replace(/^"(.*)"$/, '$1')
    if (key === 'GROUP') {
      current = groups.get(value) ?? new Map<string, string>()
      groups.set(value, current)
    } else if (key !== 'END_GROUP') {
      current?.set(key, value)
    }
  }
  return groups
}
