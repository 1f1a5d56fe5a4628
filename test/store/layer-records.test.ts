import { describe, expect, it } from 'vitest'
import type { Layer } from '../../src/trace/layer.ts'
import { openStore } from './open-store.ts'

const layerOf = (id: string, createdAt: number, fileIds: readonly string[]): Layer => ({
  id,
  kind: 'raster',
  title: id,
  port: { kind: 'raster', quantity: 'raw' },
  grid: null,
  date: null,
  unit: '1',
  scene: null,
  lineage: null,
  style: { ramp: 'viridis' },
  storage: { where: 'files', fileIds },
  fingerprint: `print of ${id}`,
  createdAt,
})

const file = (id: string) => ({ id, name: `${id}.tif`, size: 10, kept: true, addedAt: 0 })

describe('LayerRecords', () => {
  it('lists layers in order of making and says that they changed', async () => {
    const { records, told } = await openStore()
    await records.put(layerOf('b', 2, []))
    await records.put(layerOf('a', 1, []))
    expect((await records.list()).map((layer) => layer.id)).toEqual(['a', 'b'])
    expect(told).toEqual(['layers', 'layers'])
  })

  it('gives up the files of a removed layer that no other layer reads', async () => {
    const { records } = await openStore()
    await records.put(layerOf('a', 1, ['own', 'shared']))
    await records.put(layerOf('b', 2, ['shared']))
    await records.putFiles([file('own'), file('shared')])
    expect(await records.remove('a')).toEqual(['own'])
    expect((await records.files()).map(({ id }) => id)).toEqual(['shared'])
  })

  it('keeps what a person changed about scenes by the files they lie in', async () => {
    const { records } = await openStore()
    await records.putOverrides({
      'print 1': { date: '2019-08-01' },
      'print 2': { bands: { B1: 'red' }, epsg: 32621 },
    })
    await records.putOverrides({ 'print 1': { date: null } })
    expect(await records.overrides()).toEqual({
      'print 1': { date: null },
      'print 2': { bands: { B1: 'red' }, epsg: 32621 },
    })
  })

  it('writes nothing in a reading tab', async () => {
    const { records } = await openStore({ writable: false })
    await expect(records.put(layerOf('a', 1, []))).rejects.toMatchObject({ code: 'read_only' })
    expect(await records.list()).toEqual([])
  })

  it('takes overrides back one by one', async () => {
    const { records } = await openStore()
    await records.putOverrides({ one: { date: '2020-01-01' }, two: { nodata: 0 } })
    await records.removeOverrides(['one', 'never there'])
    expect(await records.overrides()).toEqual({ two: { nodata: 0 } })
  })
})
