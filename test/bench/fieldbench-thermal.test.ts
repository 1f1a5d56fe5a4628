import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { geographicCellArea, halved, precipitableWater } from '../../bench/fieldbench/data/truth.ts'
import { airMoisture } from '../../bench/fieldbench/types/air-moisture.ts'
import { nightLightsType } from '../../bench/fieldbench/types/night-lights.ts'
import { surfaceTemperature } from '../../bench/fieldbench/types/surface-temperature.ts'
import { urbanExtent } from '../../bench/fieldbench/types/urban-extent.ts'
import { urbanHeat } from '../../bench/fieldbench/types/urban-heat.ts'

describe('truths of heat, air and light', () => {
  it('adds cells of a degree to the surface of the ellipsoid', () => {
    const band = (south: number) => 360 * geographicCellArea(1, south)
    const whole = Array.from({ length: 180 }, (_, at) => band(at - 90)).reduce((sum, area) => sum + area, 0)
    // Area of WGS84 by its authalic radius of 6 371 007.1809 m.
    expect(whole / (4 * Math.PI * 6_371_007.1809 ** 2)).toBeCloseTo(1, 9)
    expect(geographicCellArea(1, 60)).toBeLessThan(geographicCellArea(1, 0))
  })

  it('halves by means of four and keeps gaps', () => {
    expect([...halved([1, 2, 5, 6, 3, 4, 7, NaN], 4)]).toEqual([2.5, NaN])
  })

  it('finds the water that a transmittance was made of', () => {
    const centimetres = 1.5
    const transmittance = Math.exp(0.02 - 0.651 * Math.sqrt(2 * centimetres))
    expect(precipitableWater({ b02: 0.4, b05: 0.4, b19: 0.4 * transmittance })).toBeCloseTo(centimetres, 12)
    // A sun at 60° makes the way down twice as long.
    expect(precipitableWater({ b02: 0.4, b05: 0.4, b19: 0.4 * transmittance }, 60)).toBeCloseTo(1, 12)
    // On a slope of the spectrum the continuum is taken where the band is: a fifth of the way from 0.865 to 1.24 µm.
    expect(precipitableWater({ b02: 0.5, b05: 0, b19: 0.4 * transmittance })).toBeCloseTo(centimetres, 12)
  })
})

describe.each([surfaceTemperature, urbanHeat, airMoisture, nightLightsType, urbanExtent])(
  'FieldBench $type',
  (field) => {
    it('draws the same bytes, question and truth each time', async () => {
      const task = field.tasks('train', null)[1]!
      const [first, second] = [await task.draw(), await task.draw()]
      expect(second.question).toBe(first.question)
      expect(second.answer).toEqual(first.answer)
      expect(await bytesOf(second.files)).toEqual(await bytesOf(first.files))
    }, 60_000)
  },
)

const bytesOf = (files: Awaited<ReturnType<ReturnType<typeof urbanHeat.tasks>[number]['draw']>>['files']) =>
  Promise.all(files.map(async ({ name, bytes }) => [name, fingerprint(await bytes.read(0, bytes.size))]))

const fingerprint = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
