import { describe, expect, it } from 'vitest'
import { parseMtl } from '../../../src/sensing/names/mtl.ts'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'

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
