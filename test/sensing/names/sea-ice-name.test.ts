import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'
import { recognise } from '../../../src/sensing/recognise.ts'
import { sensingContext } from '../../../src/sensing/sensing-context.ts'
import { missingForTask } from '../../../src/sensing/task-needs.ts'
import { sceneLayer } from '../../../src/tools/workspace/scene-layer.ts'
import { sensedFile } from '../../helpers/sensed-file.ts'

const OSI = 'ice_conc_nh_ease2-250_cdr-v3p0_202003151200.tif'
const NSIDC = 'S_20200315_concentration_v3.0.tif'
const ASI = 'asi-AMSR2-n6250-20200315-v5.4.tif'

describe('seaIceName', () => {
  it.each([
    [OSI, 'OSI SAF'],
    [NSIDC, 'G02135'],
    [ASI, 'ASI'],
  ])('reads %s', (name, level) => {
    expect(parseProductName(name)).toMatchObject({
      sensor: 'passive-microwave',
      level,
      date: '2020-03-15',
      designation: 'ICE_CONC',
    })
  })

  it('keeps the hemispheres apart and leaves other files alone', () => {
    const key = (name: string) => parseProductName(name)?.key
    expect(key(NSIDC)).not.toBe(key(NSIDC.replace('S_', 'N_')))
    expect(parseProductName('N_20200315_extent_v3.0.tif')).toBeNull()
    expect(parseProductName('ice_concept_20200315.tif')).toBeNull()
  })

  it.each([
    // Percent in hundredths in the file: shares of 1 in ten thousandths here.
    [OSI, { sampleType: 'int16', scale: 0.01, offset: 0, nodata: -32_767 }, 1e-4, [0, 10_000]],
    [NSIDC, { sampleType: 'uint16' }, 1e-3, [0, 1000]],
    [ASI, { sampleType: 'uint8' }, 0.01, [0, 100]],
  ] as const)('is a share of sea, without what stands for land: %s', async (name, band, scale, valid) => {
    const [scene] = recognise([sensedFile(name, { bands: [band] })], [])
    expect(scene!.facts).toMatchObject({ quantity: 'fraction', sensor: 'passive-microwave' })
    expect(scene!.facts.bands[0]!.scale).toBeCloseTo(scale, 12)
    expect(scene!.facts.bands[0]!.valid).toEqual(valid)
    const layer = await sceneLayer(scene!, { id: 'scene-1', createdAt: 0 })
    expect(layer.port).toEqual({ kind: 'raster', quantity: 'fraction', meaning: 'sea_ice' })
    const context = sensingContext([layer])
    expect(context.scenes[0]).toMatchObject({ meaning: 'sea_ice', scaled: true })
    expect(context.modalities).toEqual(['product'])
    expect(missingForTask('sea-ice', context)).toBeNull()
  })
})
