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

/** CIE L* of an sRGB colour under D65 (CIE 15:2004; the luminance weights of IEC 61966-2-1). */
function cieLightness(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (24389 / 27) * luminance
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

  it('measures CIE L* as the standard does', () => {
    // Black, white, and the mid grey of 18 % luminance, which is L* 49.5 by definition.
    expect([0, 255].map((value) => cieLightness([value, value, value]))).toEqual([0, expect.closeTo(100, 6)])
    expect(cieLightness([118, 118, 118])).toBeCloseTo(49.5, 0)
  })

  it.each(RAMP_NAMES.filter((name) => !isDiverging(name)))(
    'orders %s by CIE L*, over a span that can be told apart',
    (name) => {
      for (const seen of [(color: Rgb) => color, deuteranope]) {
        const lightness = colorsOf(name).map((color) => cieLightness(seen(color)))
        const direction = Math.sign(lightness.at(-1)! - lightness[0]!)
        for (let index = 8; index < RAMP_SIZE; index += 8) {
          expect(direction * (lightness[index]! - lightness[index - 8]!)).toBeGreaterThan(0)
        }
        expect(Math.abs(lightness.at(-1)! - lightness[0]!)).toBeGreaterThan(40)
      }
    },
  )

  it.each(RAMP_NAMES.filter(isDiverging))('mirrors %s in CIE L* about its middle', (name) => {
    const lightness = colorsOf(name).map(cieLightness)
    for (let index = 0; index < RAMP_SIZE / 2; index += 8) {
      expect(Math.abs(lightness[index]! - lightness[RAMP_SIZE - 1 - index]!)).toBeLessThan(4)
      if (index > 0) expect(lightness[index]).toBeGreaterThan(lightness[index - 8]!)
    }
  })

  it.each(RAMP_NAMES.filter(isDiverging))(
    'puts the lightest colour of %s at zero, with ends of one lightness',
    (name) => {
      const lightness = colorsOf(name).map((color) => toOklab(color)[0])
      expect(Math.max(...lightness)).toBeCloseTo((lightness[127]! + lightness[128]!) / 2, 2)
      expect(lightness[0]).toBeCloseTo(lightness.at(-1)!, 1)
    },
  )

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
