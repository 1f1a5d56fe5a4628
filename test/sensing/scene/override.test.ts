import { describe, expect, it } from 'vitest'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Grid } from '../../../src/raster/grid/grid.ts'
import { recognise } from '../../../src/sensing/recognise.ts'
import { applyOverride } from '../../../src/sensing/scene/override.ts'
import type { SceneFacts } from '../../../src/trace/layer.ts'
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

  describe('with an EPSG code', () => {
    const { grid } = scene
    const at = (crs: Grid['crs'], transform: Grid['transform'] = [30, 0, 500000, 0, -30, 4200000]) => {
      const { id, header } = sensedFile('x.tif')
      return recognise([{ id, header: { ...header, grid: { ...grid, crs, transform } } }], [])[0]!
    }

    it('places a scene that had no system, and that is sure', async () => {
      const before = at(UNKNOWN_CRS)
      expect(crsSaid(before.facts)).toMatchObject([{ value: 'unknown', sure: false }])
      const { grid, facts } = await applyOverride(before, { epsg: 32621 })
      expect(grid).toEqual({ ...before.grid, crs: crsFromEpsg(32621) })
      expect(facts.bands[0]!.grid).toEqual(grid)
      expect(crsSaid(facts)).toEqual([
        { field: 'crs', value: 'EPSG:32621 (WGS 84 / UTM zone 21N)', why: 'set by hand', sure: true },
      ])
    })

    it('warns where the file names another one, however often it is changed', async () => {
      const once = await applyOverride(at(crsFromEpsg(32633)), { epsg: 32621 })
      const twice = await applyOverride(once, { epsg: 32622 })
      for (const { facts } of [once, twice]) {
        expect(crsSaid(facts)).toMatchObject([{ sure: false }])
        expect(crsSaid(facts)[0]!.why).toMatch(/^set by hand; the file itself names EPSG:32633/)
      }
    })

    it('doubts a projected system for what looks like degrees', async () => {
      const { facts } = await applyOverride(at(UNKNOWN_CRS, [0.01, 0, 12, 0, -0.01, 47]), { epsg: 32621 })
      expect(crsSaid(facts)).toMatchObject([{ sure: false }])
      expect(crsSaid(facts)[0]!.why).toMatch(/look like degrees/)
    })

    it('finds codes beyond the small table', async () => {
      // EPSG:2154 is RGF93 / Lambert-93.
      expect((await applyOverride(at(UNKNOWN_CRS), { epsg: 2154 })).grid.crs.kind).toBe('projected')
    })

    it('refuses what is no code, an unknown one, degrees for metres, and pixels that lie nowhere', async () => {
      await expect(applyOverride(at(UNKNOWN_CRS), { epsg: 32621.5 })).rejects.toThrow(/whole number/)
      await expect(applyOverride(at(UNKNOWN_CRS), { epsg: 12345 })).rejects.toThrow(
        /EPSG:12345 is not in the table/,
      )
      await expect(applyOverride(at(UNKNOWN_CRS), { epsg: 4326 })).rejects.toThrow(/degrees.*500000, 4200000/)
      const nowhere = at(UNKNOWN_CRS, [1, 0, 0, 0, -1, 0])
      await expect(applyOverride(nowhere, { epsg: 32621 })).rejects.toThrow(/georeference the file first/)
    })
  })
})

const crsSaid = ({ assumptions }: SceneFacts) => assumptions.filter(({ field }) => field === 'crs')
