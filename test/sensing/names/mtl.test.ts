import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readXml } from '../../../src/io/read/xml.ts'
import { parseMtl } from '../../../src/sensing/names/mtl.ts'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

const level2 = `GROUP = LANDSAT_METADATA_FILE
  GROUP = PRODUCT_CONTENTS
    PROCESSING_LEVEL = "L2SP"
  END_GROUP = PRODUCT_CONTENTS
  GROUP = IMAGE_ATTRIBUTES
    SPACECRAFT_ID = "LANDSAT_8"
    WRS_PATH = 14
    WRS_ROW = 32
    DATE_ACQUIRED = 2019-08-09
    SUN_ELEVATION = 42.5
  END_GROUP = IMAGE_ATTRIBUTES
  GROUP = LEVEL2_SURFACE_REFLECTANCE_PARAMETERS
    REFLECTANCE_MULT_BAND_5 = 2.75e-05
    REFLECTANCE_ADD_BAND_5 = -0.2
  END_GROUP = LEVEL2_SURFACE_REFLECTANCE_PARAMETERS
  GROUP = LEVEL1_RADIOMETRIC_RESCALING
    REFLECTANCE_MULT_BAND_5 = 2.0000E-05
    REFLECTANCE_ADD_BAND_5 = -0.100000
  END_GROUP = LEVEL1_RADIOMETRIC_RESCALING
END_GROUP = LANDSAT_METADATA_FILE
END
`

describe('parseMtl', () => {
  it('takes level-1 factors from the level-1 group where the keys stand in two', () => {
    const facts = parseMtl(level2)!
    expect(facts.sunElevationDegrees).toBe(42.5)
    expect(facts.reflectance.get('B5')).toEqual({ mult: 2e-5, add: -0.1 })
  })

  it('gives the key of the files it belongs to, path and row in three digits', () => {
    expect(parseMtl(level2)!.key).toBe(
      parseProductName('LC08_L2SP_014032_20190809_20200827_02_T1_SR_B5.TIF')!.key,
    )
  })

  it('is null for other text', () => {
    expect(parseMtl('SPACECRAFT_ID = "LANDSAT_8"')).toBeNull()
    expect(parseMtl('{"a": 1}')).toBeNull()
  })
})

/** Groups and their keys with values as written, by a walk of its own through the lines. */
function groupsOf(text: string): [string, [string, string][]][] {
  const groups: [string, [string, string][]][] = []
  for (const line of text.split('\n')) {
    const [key, value] = line.split(' = ').map((part) => part.trim()) as [string, string?]
    if (key === 'GROUP' && value !== 'LANDSAT_METADATA_FILE') groups.push([value!, []])
    else if (value !== undefined && !key.endsWith('GROUP')) groups.at(-1)?.[1].push([key, value])
  }
  return groups
}

const asJson = (text: string): string =>
  JSON.stringify({
    LANDSAT_METADATA_FILE: Object.fromEntries(
      groupsOf(text).map(([group, values]) => [
        group,
        Object.fromEntries(values.map(([key, value]) => [key, value.replaceAll('"', '')])),
      ]),
    ),
  })

const asXml = (text: string): string => {
  const groups = groupsOf(text).map(([group, values]) => {
    const lines = values.map(([key, value]) => `<${key}>${value.replaceAll('"', '')}</${key}>`)
    return `<${group}>\n${lines.join('\n')}\n</${group}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<LANDSAT_METADATA_FILE>${groups.join('')}</LANDSAT_METADATA_FILE>`
}

describe('parseMtl of other forms and collections', () => {
  it('is the same of text, JSON and XML', async () => {
    expect(parseMtl(asJson(level2))).toEqual(parseMtl(level2))
    expect(parseMtl(asXml(level2), await readXml(asXml(level2)))).toEqual(parseMtl(level2))
  })

  it('reads Collection 1, whose groups have other names', () => {
    const facts = parseMtl(`GROUP = L1_METADATA_FILE
  GROUP = PRODUCT_METADATA
    DATA_TYPE = "L1TP"
    SPACECRAFT_ID = "LANDSAT_7"
    WRS_PATH = 227
    WRS_ROW = 074
    DATE_ACQUIRED = 2003-08-09
  END_GROUP = PRODUCT_METADATA
  GROUP = IMAGE_ATTRIBUTES
    CLOUD_COVER = -1.00
    SUN_ELEVATION = 40.1
  END_GROUP = IMAGE_ATTRIBUTES
  GROUP = RADIOMETRIC_RESCALING
    RADIANCE_MULT_BAND_6_VCID_1 = 6.7087E-02
    RADIANCE_ADD_BAND_6_VCID_1 = -0.06709
  END_GROUP = RADIOMETRIC_RESCALING
  GROUP = THERMAL_CONSTANTS
    K1_CONSTANT_BAND_6_VCID_1 = 666.09
    K2_CONSTANT_BAND_6_VCID_1 = 1282.71
  END_GROUP = THERMAL_CONSTANTS
END_GROUP = L1_METADATA_FILE
`)!
    expect(facts.key).toBe(parseProductName('LE07_L1TP_227074_20030809_20170101_01_T1_B6_VCID_1.TIF')!.key)
    expect([...facts.thermal]).toEqual([
      ['B6_VCID_1', { mult: 0.067087, add: -0.06709, k1: 666.09, k2: 1282.71 }],
    ])
    expect(facts.cloudPercent).toBeNull()
  })

  it.skipIf(!hasShared)('is the same of a whole file in all three forms', async () => {
    const name = 'LC08_L1TP_227074_20190809_20200827_02_T1_MTL.txt'
    const text = readFileSync(sharedPath('data', 'scenes', 'corumba_fire_2019', name), 'utf8')
    const facts = parseMtl(text)!
    expect(facts.cloudPercent).toBe(13.57)
    expect(facts.thermal.get('B10')).toEqual({ mult: 3.342e-4, add: 0.1, k1: 774.8853, k2: 1321.0789 })
    expect(parseMtl(asJson(text))).toEqual(facts)
    expect(parseMtl(asXml(text), await readXml(asXml(text)))).toEqual(facts)
  })
})
