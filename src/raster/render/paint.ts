import { parseHex } from './oklab.ts'
import type { Rgb } from './oklab.ts'
import { RAMP_SIZE, rampTable } from './ramps.ts'
import type { Stretch } from './stretch.ts'

/** RGBA, four bytes a pixel, row-major. Pixels without data are wholly transparent. */
export type Rgba = Uint8ClampedArray<ArrayBuffer>

export interface ClassColor {
  readonly code: number
  readonly color: string
}

/** Okabe and Ito's colours, told apart with every kind of colour vision (https://jfly.uni-koeln.de/color/). */
export const CLASS_COLORS = [
  '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999',
] as const // prettier-ignore

/** The colour of a mask that brings none: vermilion stands out on vegetation, water and soil. */
export const MASK_COLOR = '#d55e00'
/** The ground stays visible under a mask. */
const MASK_ALPHA = 190

/** One band by a colour ramp; values beyond the stretch take the end colours. */
export function paintRamp(values: Float32Array, ramp: string, { min, max }: Stretch): Rgba {
  const table = rampTable(ramp)
  const out = new Uint8ClampedArray(4 * values.length)
  const scale = (RAMP_SIZE - 1) / (max - min)
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    if (value !== value) continue
    const at = 3 * Math.min(RAMP_SIZE - 1, Math.max(0, Math.round((value - min) * scale)))
    const to = 4 * index
    out[to] = table[at]!
    out[to + 1] = table[at + 1]!
    out[to + 2] = table[at + 2]!
    out[to + 3] = 255
  }
  return out
}

/** Classes by their colours; a code without one takes a colour of CLASS_COLORS by its number. */
export function paintClasses(values: Float32Array, classes: readonly ClassColor[]): Rgba {
  const colors = new Map(classes.map(({ code, color }) => [code, parseHex(color)]))
  const out = new Uint8ClampedArray(4 * values.length)
  for (let index = 0; index < values.length; index++) {
    const code = values[index]!
    if (code !== code) continue
    let color = colors.get(code)
    if (!color) {
      const length = CLASS_COLORS.length
      color = parseHex(CLASS_COLORS[((Math.trunc(code) % length) + length) % length]!)!
      colors.set(code, color)
    }
    putPixel(out, index, color, 255)
  }
  return out
}

/** 1 inside in one colour, half transparent; all else is left out. */
export function paintMask(values: Float32Array, color: string = MASK_COLOR): Rgba {
  const inside = parseHex(color) ?? parseHex(MASK_COLOR)!
  const out = new Uint8ClampedArray(4 * values.length)
  for (let index = 0; index < values.length; index++) {
    if (values[index] === 1) putPixel(out, index, inside, MASK_ALPHA)
  }
  return out
}

/**
 * Three bands of one size as red, green and blue, each by its own stretch; a pixel needs all three. Of the part t of its
 * stretch a value takes t^(1/gamma).
 */
export function paintRgb(
  bands: readonly [Float32Array, Float32Array, Float32Array],
  stretches: readonly [Stretch, Stretch, Stretch],
  gamma = 1,
): Rgba {
  const [red, green, blue] = bands
  const out = new Uint8ClampedArray(4 * red.length)
  const power = 1 / gamma
  const scaled = (value: number, { min, max }: Stretch) => {
    const part = (value - min) / (max - min)
    return 255 * (power === 1 || part <= 0 ? part : part ** power)
  }
  for (let index = 0; index < red.length; index++) {
    const [r, g, b] = [red[index]!, green[index]!, blue[index]!]
    if (Number.isNaN(r + g + b)) continue
    const to = 4 * index
    out[to] = scaled(r, stretches[0])
    out[to + 1] = scaled(g, stretches[1])
    out[to + 2] = scaled(b, stretches[2])
    out[to + 3] = 255
  }
  return out
}

function putPixel(out: Rgba, index: number, [red, green, blue]: Rgb, alpha: number): void {
  const to = 4 * index
  out[to] = red
  out[to + 1] = green
  out[to + 2] = blue
  out[to + 3] = alpha
}
