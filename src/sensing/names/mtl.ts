import type { XmlElement } from '../../io/read/xml.ts'
import { dateFromDigits } from './file-name.ts'
import { mtlGroups, type MtlGroups } from './mtl-groups.ts'
import { landsatKey } from './product-name.ts'

/** What is used of a Landsat metadata file (`_MTL.txt`, `.json` or `.xml`). */
export interface MtlFacts {
  /** Key of the acquisition it belongs to, as in `ProductName`. */
  readonly key: string
  readonly sunElevationDegrees: number | null
  /** 0 to 100 over the whole scene; null where it was not assessed. */
  readonly cloudPercent: number | null
  /** Level-1 reflectance rescaling by band designation ('B5'), before the sun angle. */
  readonly reflectance: ReadonlyMap<string, { readonly mult: number; readonly add: number }>
  /** Level-1 thermal bands by designation ('B10'): radiance = mult · DN + add, kelvin = k2 / ln(k1 / radiance + 1). */
  readonly thermal: ReadonlyMap<string, ThermalFactors>
}

interface ThermalFactors {
  readonly mult: number
  readonly add: number
  readonly k1: number
  readonly k2: number
}

export function isMtlName(path: string): boolean {
  return /_MTL\.(txt|json|xml)$/i.test(path)
}

/**
 * Reads a Landsat metadata file of Collection 1 or 2; null where it is none. The file repeats keys in groups (a
 * level-2 file holds the level-1 factors too), so only the level-1 groups are asked for factors. `xml` is the text parsed, where it is XML.
 */
export function parseMtl(text: string, xml?: XmlElement): MtlFacts | null {
  const groups = mtlGroups(text, xml)
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
  const cloud = Number(value('CLOUD_COVER') ?? NaN)
  const rescaling =
    groups.get('LEVEL1_RADIOMETRIC_RESCALING') ?? groups.get('RADIOMETRIC_RESCALING') ?? new Map()
  return {
    key: landsatKey(`landsat-${sensor}`, level, path + row, digits),
    sunElevationDegrees: Number.isFinite(sun) ? sun : null,
    // −1 stands for not assessed.
    cloudPercent: cloud >= 0 && cloud <= 100 ? cloud : null,
    reflectance: reflectanceFactors(rescaling),
    thermal: thermalFactors(groups, rescaling),
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

/** The constants stand in a group of their own, whose name each collection and sensor writes otherwise. */
function thermalFactors(groups: MtlGroups, rescaling: ReadonlyMap<string, string>): MtlFacts['thermal'] {
  const factors = new Map<string, ThermalFactors>()
  for (const group of groups.values()) {
    for (const [key, text] of group) {
      const band = /^K1_CONSTANT_BAND_(\w+)$/.exec(key)?.[1]
      if (band === undefined) continue
      const number = (from: ReadonlyMap<string, string>, name: string) => Number(from.get(name + band) ?? NaN)
      const [k1, k2] = [Number(text), number(group, 'K2_CONSTANT_BAND_')]
      const [mult, add] = [number(rescaling, 'RADIANCE_MULT_BAND_'), number(rescaling, 'RADIANCE_ADD_BAND_')]
      if (k1 > 0 && k2 > 0 && mult > 0 && Number.isFinite(add)) factors.set('B' + band, { mult, add, k1, k2 })
    }
  }
  return factors
}
