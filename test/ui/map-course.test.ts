import { describe, expect, it } from 'vitest'
import { coursesOf } from '../../src/ui/map/course.ts'
import type { Reading } from '../../src/ui/map/reading.ts'
import { fakeResult, fakeScene } from './fake-layers.ts'

function reading(id: string, date: string, red: number | null, hidden = false): Reading {
  const layer = fakeScene(id, date, id)
  const values = layer.scene!.bands.map(({ name, designation }) => ({
    band: `${designation} ${name}`,
    value: name === 'red' ? red : 0.2,
    unit: '1',
  }))
  const facts = { indices: [{ name: 'ndvi', value: red === null ? null : 0.4 }], quality: [], hidden }
  return { layer, probe: { layer: id, col: 1, row: 1, values, facts } }
}

describe('coursesOf', () => {
  it('orders values by date, indices first, and leaves out quality bands', () => {
    const courses = coursesOf([reading('b', '2024-08-01', 0.1, true), reading('a', '2024-06-01', null)])
    expect(courses.map(({ name }) => name)).toEqual([
      'ndvi',
      'blue',
      'green',
      'red',
      'nir_narrow',
      'nir',
      'swir1',
      'swir2',
    ])
    expect(courses.find(({ name }) => name === 'red')!.points).toEqual([
      { date: '2024-06-01', value: null, hidden: false },
      { date: '2024-08-01', value: 0.1, hidden: true },
    ])
  })

  it('has none of one date, and none of results or of layers that could not be read', () => {
    expect(coursesOf([reading('a', '2024-06-01', 0.1), reading('b', '2024-06-01', 0.2)])).toEqual([])
    const result = fakeResult('r', 'dNBR', { ramp: 'diverging' })
    expect(
      coursesOf([
        reading('a', '2024-06-01', 0.1),
        { layer: result, fault: 'torn' },
        { layer: result, probe: { layer: 'r', col: 1, row: 1, values: [{ band: '', value: 1, unit: '1' }] } },
      ]),
    ).toEqual([])
  })
})
