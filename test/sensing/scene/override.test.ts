import { describe, expect, it } from 'vitest'
import { recognise } from '../../../src/sensing/recognise.ts'
import { applyOverride } from '../../../src/sensing/scene/override.ts'
import { sensedFile } from '../../helpers/sensed-file.ts'

const scene = recognise([sensedFile('x.tif', { bands: [{}, {}] })], [])[0]!

describe('applyOverride', () => {
  it("names bands, scales them and sets the date, each said to be a person's word", async () => {
    const { date, facts } = await applyOverride(scene, {
      date: '2020-05-01',
      bands: { 'band 1': 'red', 'band 2': 'nir' },
      scaling: { scale: 0.0001, offset: -0.1 },
      nodata: 0,
    })
    expect(date).toBe('2020-05-01')
    expect(facts.quantity).toBe('reflectance')
    expect(facts.bands.map((band) => [band.name, band.scale, band.offset, band.nodata])).toEqual([
      ['red', 0.0001, -0.1, 0],
      ['nir', 0.0001, -0.1, 0],
    ])
    for (const field of ['date', 'bands', 'scaling', 'nodata']) {
      const said = facts.assumptions.filter((assumption) => assumption.field === field)
      expect(said).toMatchObject([{ why: 'set by hand', sure: true }])
    }
  })

  it('takes scaling back and leaves absent fields as they were', async () => {
    const scaled = await applyOverride(scene, { scaling: { scale: 2, offset: 0 } })
    const { date, facts } = await applyOverride(scaled, { scaling: 'unknown' })
    expect([date, facts.quantity]).toEqual([null, 'raw'])
    expect(facts.bands[0]!.scale).toBeNaN()
    expect(facts.bands.map((band) => band.name)).toEqual(['band', 'band'])
  })

  it('scales optical bands alone', async () => {
    const files = ['SR_B5', 'ST_B10'].map((band) =>
      sensedFile(`LC08_L2SP_227074_20190809_20200827_02_T1_${band}.TIF`),
    )
    const { facts } = await applyOverride(recognise(files, [])[0]!, { scaling: { scale: 1, offset: 0 } })
    expect(facts.bands.map((band) => band.scale)).toEqual([1, 0.00341802])
  })

  it('refuses bands that are not there, days that do not exist and a scale of 0', async () => {
    await expect(applyOverride(scene, { bands: { B8: 'nir' } })).rejects.toThrow(/band 1, band 2/)
    await expect(applyOverride(scene, { date: '2021-02-30' })).rejects.toThrow(/calendar/)
    await expect(applyOverride(scene, { scaling: { scale: 0, offset: 1 } })).rejects.toThrow(/not 0/)
  })
})
