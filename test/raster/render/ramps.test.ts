import { describe, expect, it } from 'vitest'
import { fromOklab, parseHex, toHex, toOklab } from '../../../src/raster/render/oklab.ts'
import type { Rgb } from '../../../src/raster/render/oklab.ts'
import {
  isDiverging,
  RAMP_NAMES,
  RAMP_SIZE,
  rampColors,
  rampTable,
} from '../../../src/raster/render/ramps.ts'

const colorsOf = (name: string): Rgb[] => {
  const table = rampTable(name)
  return Array.from({ length: RAMP_SIZE }, (_, index) => [
    table[3 * index]!,
    table[3 * index + 1]!,
    table[3 * index + 2]!,
  ])
}

/** How a deuteranope sees an sRGB colour: Viénot, Brettel and Mollon 1999, on linear RGB. */
function deuteranope([red, green, blue]: Rgb): Rgb {
  const linear = [red, green, blue].map((channel) => (channel / 255) ** 2.2)
  const yellow = 0.292 * linear[0]! + 0.708 * linear[1]!
  const blues = -0.022 * linear[0]! + 0.022 * linear[1]! + linear[2]!
  return [yellow, yellow, blues].map((value) => 255 * Math.max(0, value) ** (1 / 2.2)) as unknown as Rgb
}

const distance = (a: Rgb, b: Rgb) => {
  const [left, right] = [toOklab(a), toOklab(b)]
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])
}

describe('oklab', () => {
  it('gives the published values of white and red', () => {
    // Ottosson's post: white is (1, 0, 0); sRGB red is (0.628, 0.225, 0.126).
    expect(toOklab([255, 255, 255]).map((part) => Math.abs(Number(part.toFixed(3))))).toEqual([1, 0, 0])
    expect(toOklab([255, 0, 0]).map((part) => Number(part.toFixed(3)))).toEqual([0.628, 0.225, 0.126])
  })

  it('comes back to the colour it started from', () => {
    for (const color of ['#000000', '#123456', '#d55e00', '#fde725', '#ffffff']) {
      expect(toHex(fromOklab(toOklab(parseHex(color)!)))).toBe(color)
    }
  })
})

describe('rampTable', () => {
  it.each(RAMP_NAMES.filter((name) => !isDiverging(name)))('orders %s by lightness alone', (name) => {
    const lightness = colorsOf(name).map((color) => toOklab(color)[0])
    const direction = Math.sign(lightness.at(-1)! - lightness[0]!)
    for (let index = 8; index < RAMP_SIZE; index += 8) {
      expect(direction * (lightness[index]! - lightness[index - 8]!)).toBeGreaterThan(0)
    }
  })

  it('puts the lightest colour of the diverging ramp at zero, with ends of one lightness', () => {
    const lightness = colorsOf('diverging').map((color) => toOklab(color)[0])
    expect(Math.max(...lightness)).toBeCloseTo((lightness[127]! + lightness[128]!) / 2, 2)
    expect(lightness[0]).toBeCloseTo(lightness.at(-1)!, 1)
  })

  it.each(RAMP_NAMES)('keeps quarters of %s apart for red-green blind eyes', (name) => {
    const colors = colorsOf(name).map(deuteranope)
    for (const [from, to] of [
      [0, 64],
      [64, 128],
      [128, 192],
      [192, 255],
      [0, 255],
    ] as const) {
      // prettier-ignore
      expect(distance(colors[from]!, colors[to]!)).toBeGreaterThan(0.05)
    }
  })

  it('gives viridis for a name it does not know', () => {
    expect(rampTable('no such ramp')).toEqual(rampTable('viridis'))
    expect(rampColors('viridis', 2)).toEqual(['#440154', '#fde725'])
  })
})
