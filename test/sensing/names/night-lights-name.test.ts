import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'
import { recognise } from '../../../src/sensing/recognise.ts'
import { sensingContext } from '../../../src/sensing/sensing-context.ts'
import { missingForTask } from '../../../src/sensing/task-needs.ts'
import { sceneLayer } from '../../../src/tools/workspace/scene-layer.ts'
import { sensedFile } from '../../helpers/sensed-file.ts'

const BLACK_MARBLE = 'VNP46A4.A2018001.h17v05.001.2021125123456.AllAngle_Composite_Snow_Free.tif'
const ANNUAL = 'VNL_v21_npp_2015_global_vcmslcfg_c202205302300.average_masked.dat.tif'
const MONTHLY = 'SVDNB_npp_20180101-20180131_75N060W_vcmcfg_v10_c201805221252.avg_rade9h.tif'
const DMSP = 'F182013.v4c_web.stable_lights.avg_vis.tif'

describe('nightLightsName', () => {
  it.each([
    [BLACK_MARBLE, 'viirs-dnb', 'VNP46', '2018-01-01'],
    [
      'VNP46A2.A2018045.h17v05.001.2021125123456.Gap_Filled_DNB_BRDF-Corrected_NTL.tif',
      'viirs-dnb',
      'VNP46',
      '2018-02-14',
    ],
    [ANNUAL, 'viirs-dnb', 'EOG', '2015-01-01'],
    [MONTHLY, 'viirs-dnb', 'EOG', '2018-01-01'],
    [DMSP, 'dmsp-ols', 'stable lights', '2013-01-01'],
  ])('reads %s', (name, sensor, level, date) => {
    expect(parseProductName(name)).toMatchObject({ sensor, level, date, designation: 'NIGHT_LIGHTS' })
  })

  it('keeps tiles and years apart and leaves counts and quality layers alone', () => {
    const key = (name: string) => parseProductName(name)?.key
    expect(key(MONTHLY)).not.toBe(key(MONTHLY.replace('75N060W', '00N060W')))
    expect(key(ANNUAL)).not.toBe(key(ANNUAL.replace('2015', '2016')))
    expect(
      parseProductName(BLACK_MARBLE.replace('Composite_Snow_Free', 'Composite_Snow_Free_Quality')),
    ).toBeNull()
    expect(parseProductName(ANNUAL.replace('average_masked', 'cf_cvg'))).toBeNull()
    expect(parseProductName(DMSP.replace('avg_vis', 'cf_cvg'))).toBeNull()
  })

  it.each([
    [BLACK_MARBLE, { sampleType: 'uint16', scale: 0.1, offset: 0, nodata: 65_535 }, 0.1, 'nW/cm2/sr'],
    [BLACK_MARBLE, { sampleType: 'uint16' }, 0.1, 'nW/cm2/sr'],
    [ANNUAL, { sampleType: 'float32' }, 1, 'nW/cm2/sr'],
    [DMSP, { sampleType: 'uint8' }, 1, 'DN'],
  ] as const)('is a product of radiance: %s', async (name, band, scale, unit) => {
    const [scene] = recognise([sensedFile(name, { bands: [band] })], [])
    expect(scene!.facts.bands[0]!.scale).toBeCloseTo(scale, 12)
    const layer = await sceneLayer(scene!, { id: 'scene-1', createdAt: 0 })
    expect(layer.port).toEqual({ kind: 'raster', quantity: 'radiance', meaning: 'night_lights' })
    expect(layer.unit).toBe(unit)
    const context = sensingContext([layer])
    expect(context.scenes[0]).toMatchObject({ meaning: 'night_lights', scaled: true })
    expect(missingForTask('night-lights', context)).toBeNull()
  })
})
