import { describe, expect, it } from 'vitest'
import type { Layer } from '../../src/trace/layer.ts'
import { DataState } from '../../src/ui/layers/data.svelte.ts'
import type { LayerLooks } from '../../src/ui/layers/layer-shelf.ts'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { fakeWorkers } from '../ui/fake-workers.ts'

const early = fakeScene('early', '2024-08-01', 'early')
const late = fakeScene('late', '2024-09-20', 'late')
const first = fakeResult('first', 'first', { ramp: 'gray' })
const second = { ...fakeResult('second', 'second', { ramp: 'gray' }), createdAt: first.createdAt + 1 }

function stateOf(layers: Layer[]): DataState {
  return new DataState(fakeWorkers({ layers }).workers.raster, () => undefined)
}

const shown = (data: DataState) => data.stack.filter(({ id }) => data.isVisible(id)).map(({ id }) => id)

describe('DataState', () => {
  it('lays results over scenes, each newest first, and shows the newest of each', async () => {
    const data = stateOf([early, first, late, second])
    await data.refresh()
    expect(data.order).toEqual(['second', 'first', 'late', 'early'])
    expect(shown(data)).toEqual(['second', 'late'])
  })

  it('shows the same where the layers come one after another', async () => {
    const layers: Layer[] = []
    const data = stateOf(layers)
    for (const layer of [late, early, first, second]) {
      layers.push(layer)
      await data.refresh()
    }
    expect(data.order).toEqual(['second', 'first', 'late', 'early'])
    expect(shown(data)).toEqual(['second', 'late'])
  })

  it('leaves what a person showed or hid', async () => {
    const layers: Layer[] = [early, late, first]
    const data = stateOf(layers)
    await data.refresh()
    data.setVisible('first', true)
    data.setVisible('late', false)
    layers.push(second)
    await data.refresh()
    expect(shown(data)).toEqual(['second', 'first'])
  })

  it('moves a layer by one place and never out of the list', async () => {
    const data = stateOf([early, late])
    await data.refresh()
    data.move('early', -1)
    expect(data.order).toEqual(['early', 'late'])
    data.move('early', -1)
    expect(data.order).toEqual(['early', 'late'])
  })

  it('moves a layer among those listed together', async () => {
    const data = stateOf([early, late, first, second])
    await data.refresh()
    data.move('late', 1, ['second', 'late', 'early'])
    expect(data.order).toEqual(['second', 'first', 'early', 'late'])
    data.move('early', -1, ['second', 'early', 'late'])
    expect(data.order).toEqual(['early', 'second', 'first', 'late'])
  })

  it('lays the main layers of a run on top and takes the unasked ones away', async () => {
    const data = stateOf([early, late, first, second])
    await data.refresh()
    data.present(['first'])
    expect(data.order).toEqual(['first', 'second', 'late', 'early'])
    expect(shown(data)).toEqual(['first', 'late'])
  })

  it('takes old points away when a newer raster comes, unless a person asked for them', async () => {
    const points: Layer = { ...first, id: 'points', kind: 'vector' }
    const layers: Layer[] = [late, points]
    const data = stateOf(layers)
    await data.refresh()
    expect(shown(data)).toEqual(['points', 'late'])
    layers.push(second)
    await data.refresh()
    expect(shown(data)).toEqual(['second', 'late'])
    data.setVisible('points', true)
    layers.push({ ...second, id: 'third', createdAt: second.createdAt + 1 })
    await data.refresh()
    expect(shown(data)).toEqual(['third', 'points', 'late'])
  })

  it('removes several layers with one word', async () => {
    const { workers, calls } = fakeWorkers({ layers: [early, first, second] })
    await new DataState(workers.raster, () => undefined).removeAll(['first', 'second'])
    expect(calls).toEqual(['removeLayer first', 'removeLayer second'])
  })

  it('shows after a reload what it showed before', async () => {
    let kept: LayerLooks | null = null
    const shelf = { read: () => kept, write: (looks: LayerLooks) => (kept = looks) }
    const { workers } = fakeWorkers({ layers: [early, late, first, second] })
    const before = new DataState(workers.raster, () => undefined, shelf)
    await before.refresh()
    before.move('second', 1)
    before.setVisible('first', true)
    before.setVisible('late', false)
    before.setOpacity('first', 0.4)
    const after = new DataState(workers.raster, () => undefined, shelf)
    await after.refresh()
    expect(after.order).toEqual(before.order)
    expect(shown(after)).toEqual(['first', 'second'])
    expect(after.opacity('first')).toBe(0.4)
  })

  it('reads what is dropped while it still reads, one after the other', async () => {
    const { workers, calls } = fakeWorkers()
    const data = new DataState(workers.raster, () => undefined)
    const file = (name: string) => ({ name, file: new File([], name) })
    await Promise.all([data.add([file('a.tif')]), data.add([file('b.tif')])])
    expect(calls).toEqual(['addFiles a.tif', 'addFiles b.tif'])
    expect(data.work).toBeNull()
  })

  it('forgets a layer that is gone', async () => {
    const layers: Layer[] = [early, late]
    const data = stateOf(layers)
    await data.refresh()
    layers.pop()
    await data.refresh()
    expect(data.order).toEqual(['early'])
  })
})
