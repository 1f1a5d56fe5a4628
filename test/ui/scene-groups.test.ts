import { describe, expect, it } from 'vitest'
import type { Layer } from '../../src/trace/layer.ts'
import { extentOf } from '../../src/ui/layers/extent.ts'
import { boundText, centreText, pixelText } from '../../src/ui/layers/grid-text.ts'
import { problemsAfter } from '../../src/ui/layers/problems.ts'
import { countPlaces, datesOf, sceneGroups } from '../../src/ui/layers/scene-groups.ts'
import { resetOf } from '../../src/ui/layers/scene-draft.ts'
import { fakeScene, grid } from './fake-layers.ts'

/** A scene whose grid is moved east by some kilometres. */
function sceneAt(id: string, date: string, east: number, sensor = 'sentinel-2'): Layer {
  const [a, b, c, d, e, f] = grid.transform
  const layer = fakeScene(id, date, id)
  return {
    ...layer,
    grid: { ...grid, transform: [a, b, c + east * 1000, d, e, f] },
    scene: { ...layer.scene!, sensor },
  }
}

describe('extentOf', () => {
  it('is the box around a turned grid', () => {
    // A square of two pixels turned by 45° about (0, 0): corners (0,0), (2,2), (−2,2), (0,4).
    expect(extentOf({ ...grid, width: 2, height: 2, transform: [1, -1, 0, 1, 1, 0] })).toEqual([-2, 0, 2, 4])
  })
})

describe('sceneGroups', () => {
  // The fake grid is 24 km wide.
  const scenes = [
    sceneAt('a', '2024-08-01', 0),
    sceneAt('far', '2019-01-01', 100),
    sceneAt('b', '2024-09-20', 12),
    sceneAt('l8', '2025-01-01', 0, 'landsat-8'),
  ]

  it('puts scenes of one sensor and place together, the newest group first', () => {
    const ids = sceneGroups(scenes).map(({ scenes: [first, ...rest] }) =>
      [first, ...rest].map(({ id }) => id),
    )
    expect(ids).toEqual([['l8'], ['a', 'b'], ['far']])
  })

  it('counts places whatever saw them, and takes edges that touch for two', () => {
    expect(countPlaces(scenes)).toBe(2)
    expect(countPlaces([sceneAt('a', '2024-01-01', 0), sceneAt('b', '2024-01-01', 24)])).toBe(2)
  })

  it('knows the first and the last date', () => {
    expect(datesOf(scenes)).toEqual(['2019-01-01', '2025-01-01'])
    expect(datesOf([{ ...scenes[0]!, date: null }])).toBeNull()
  })
})

describe('texts of a grid', () => {
  it('gives pixels in metres, in degrees or in what the map counts', () => {
    expect(pixelText(grid)).toBe('20 m')
    const feet = { ...grid, crs: { ...grid.crs, metresPerUnit: 0.3048 } }
    expect(pixelText({ ...feet, transform: [100, 0, 0, 0, -200, 0] })).toBe('30.48 × 60.96 m')
    const degrees = { ...grid, crs: { ...grid.crs, kind: 'geographic' as const } }
    expect(pixelText({ ...degrees, transform: [0.25, 0, 0, 0, -0.25, 0] })).toBe('0.25°')
    expect(boundText(-57.123456, degrees)).toBe('−57.12346°')
    expect(boundText(430000, grid)).toBe('430,000')
  })

  it('names the hemispheres', () => {
    expect(centreText([-57.55, -19.07])).toBe('19.0700° S, 57.5500° W')
    expect(centreText([15, 37.9])).toBe('37.9000° N, 15.0000° E')
  })
})

describe('problemsAfter', () => {
  const problem = (fileName: string, message = 'bad') => ({ fileName, message })

  it('keeps what was said of other files, and says anew what was given again', () => {
    const before = [problem('a.tif'), problem('b.zip'), problem('b.zip: x.tif'), problem('c.tif')]
    const given = ['b.zip', 'c.tif'].map((name) => ({ name, file: new File([], name) }))
    expect(problemsAfter(before, given, [problem('c.tif', 'still bad')])).toEqual([
      problem('a.tif'),
      problem('c.tif', 'still bad'),
    ])
  })
})

describe('resetOf', () => {
  it('takes back one field and sets again what a person said of the others', () => {
    const layer = fakeScene('scene-1', '2024-08-03', 'S2')
    const byHand = { value: '', why: 'set by hand', sure: true }
    const scene = {
      ...layer.scene!,
      assumptions: [
        { field: 'date' as const, ...byHand },
        { field: 'scaling' as const, ...byHand },
        { field: 'nodata' as const, value: '0', why: 'the nodata tag of the file says so', sure: true },
      ],
    }
    expect(resetOf(layer, scene, 'date')).toEqual({ reset: true, scaling: { scale: 0.0001, offset: -0.1 } })
    expect(resetOf(layer, scene, 'scaling')).toEqual({ reset: true, date: '2024-08-03' })
  })
})
