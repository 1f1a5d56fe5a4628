import { describe, expect, it } from 'vitest'
import { iceConcentration, iceGrid, ICE_PIXEL_KM2 } from '../../bench/fieldbench/data/ice-concentration.ts'
import { modisReflectance } from '../../bench/fieldbench/data/modis-reflectance.ts'
import { patchSizes } from '../../bench/fieldbench/data/patches.ts'
import { geographicGrid, squareGrid } from '../../bench/fieldbench/data/place.ts'
import { decibels, sentinel1 } from '../../bench/fieldbench/data/sentinel-1.ts'
import { suspendedMatter, turbidity } from '../../bench/fieldbench/data/water-colour.ts'
import { floodSar } from '../../bench/fieldbench/types/flood-sar.ts'
import { seaIce } from '../../bench/fieldbench/types/sea-ice.ts'
import { waterChange } from '../../bench/fieldbench/types/water-change.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { seededRandom } from '../../src/lib/random.ts'

describe('patchSizes', () => {
  it('joins by sides and corners, largest first', () => {
    // X . . X
    // . X . .
    // . . . .
    // X X . .
    const rows = ['X..X', '.X..', '....', 'XX..']
    const mask = Array.from(rows.join(''), (cell) => cell === 'X')
    expect(patchSizes(mask, 4)).toEqual([2, 2, 1])
    expect(patchSizes(new Array<boolean>(9).fill(true), 3)).toEqual([9])
    expect(patchSizes([false], 1)).toEqual([])
  })
})

describe('turbidity', () => {
  it('is of red below 0.05, of near infrared above 0.07 and half of each between', () => {
    // 228.1 · 0.04 / (1 − 0.04 / 0.1641) = 9.124 / 0.756246 = 12.0648
    expect(turbidity(0.04, 0.02)).toBeCloseTo(12.0648, 3)
    // 3078.9 · 0.06 / (1 − 0.06 / 0.2112) = 184.734 / 0.715909 = 258.041
    expect(turbidity(0.14, 0.06)).toBeCloseTo(258.041, 2)
    // At 0.06 half of 228.1 · 0.06 / (1 − 0.06 / 0.1641) = 21.5751 and half of 3078.9 · 0.03 / (1 − 0.03 / 0.2112) = 107.659
    expect(turbidity(0.06, 0.03)).toBeCloseTo(64.617, 2)
  })
})

describe('suspendedMatter', () => {
  it('is 355.85 · 0.04 / (1 − 0.04 / 0.1728) = 18.521 g/m³ at a red of 0.04', () => {
    expect(suspendedMatter(0.04)).toBeCloseTo(18.521, 2)
  })
})

describe('files of the sensors', () => {
  const scenesOf = async (files: Parameters<typeof deskWith>[0]) => {
    const { workspace, problems } = await deskWith(files)
    expect(problems).toEqual([])
    return workspace.layers()
  }

  it('are known as backscatter in power or in dB of their day', async () => {
    const grid = squareGrid(seededRandom(1), 4, 30)
    const power = new Float32Array(16).fill(0.1)
    expect(decibels(power)[0]).toBeCloseTo(-10, 5)
    for (const [scale, unit] of [
      ['power', '1'],
      ['decibel', 'dB'],
    ] as const) {
      const [scene] = await scenesOf(await sentinel1(grid, '2023-02-05', { VV: power, VH: power }, scale))
      expect(scene).toMatchObject({ date: '2023-02-05', unit, scene: { quantity: 'backscatter' } })
    }
  })

  it('are known as MODIS reflectance in longitude and latitude, with what they give back', async () => {
    const grid = geographicGrid(seededRandom(2), 4, 1 / 240)
    const green = new Float32Array(16).fill(0.123456)
    const seen = await modisReflectance(grid, '2022-03-01', { green, swir1: green })
    expect(seen.bands['green']![0]).toBeCloseTo(0.1235, 7)
    const [scene] = await scenesOf(seen.files)
    expect(scene).toMatchObject({
      date: '2022-03-01',
      scene: { sensor: 'modis-terra', quantity: 'reflectance' },
    })
  })

  it('are known as shares of ice on pixels of 625 km²', async () => {
    expect(ICE_PIXEL_KM2).toBe(625)
    const grid = iceGrid('south', 4)
    const percent = Float32Array.from({ length: 16 }, (_, at) => (at === 0 ? NaN : at))
    const { file } = await iceConcentration('south', grid, '2019-09-01', percent)
    const [layer] = await scenesOf([file])
    expect(layer).toMatchObject({
      date: '2019-09-01',
      port: { quantity: 'fraction', meaning: 'sea_ice' },
      grid: { crs: { id: 'EPSG:6932' } },
    })
  })
})

describe('the worlds', () => {
  const asked = async (type: typeof waterChange, wording: number) =>
    type
      .tasks('train', null)
      .find((task) => task.wording === wording)!
      .draw()

  it('shrink and grow by amounts above nothing', async () => {
    for (const [type, wording] of [
      [waterChange, 0],
      [waterChange, 9],
      [floodSar, 0],
      [seaIce, 6],
    ] as const) {
      const { answer } = await asked(type, wording)
      if (answer.kind !== 'number') throw new Error('a number was expected')
      expect(answer.value).toBeGreaterThan(1)
    }
  })

  it('leave out what a question needs where it cannot be answered', async () => {
    const names = (await asked(waterChange, 4)).files.map(({ name }) => name)
    const days = new Set(names.map((name) => /_(\d{8})/.exec(name)![1]))
    expect(days.size).toBe(1)
  })
})
