import type { Rgba } from './paint.ts'

/**
 * Letters of three columns and five rows, a digit a row: its bits are the columns from left to right. Enough for figures
 * and short words of our own on a picture, the same on every machine.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '75557', '1': '26227', '2': '71747', '3': '71717', '4': '55711', '5': '74717', '6': '74757', '7': '71244',
  '8': '75757', '9': '75717', A: '25755', B: '65656', C: '34443', D: '65556', E: '74647', F: '74644', G: '34553',
  H: '55755', I: '72227', J: '11152', K: '55655', L: '44447', M: '57755', N: '65555', O: '25552', P: '65644', Q: '25563',
  R: '65655', S: '34216', T: '72222', U: '55557', V: '55552', W: '55775', X: '55255', Y: '55222', Z: '71247',
  '.': '00002', ',': '00024', '-': '00700', '%': '51245', '/': '11244', '(': '24442', ')': '21112', ':': '02020',
  '+': '02720', '²': '62400', m: '00775', k: '44565',
} // prettier-ignore

const [GLYPH_WIDTH, GLYPH_HEIGHT] = [4, 5]

export type Colour = readonly [red: number, green: number, blue: number]

/** Width in pixels of a text drawn at a size. */
export const textWidth = (text: string, size: number): number => (text.length * GLYPH_WIDTH - 1) * size
export const textHeight = (size: number): number => GLYPH_HEIGHT * size

/** An opaque picture to be drawn on; what lies beyond its edges is left out. */
export class Picture {
  readonly pixels: Rgba

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  }

  fill(
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    colour: Colour,
  ): void {
    const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))]
    const right = Math.min(this.width, Math.round(box.x + box.width))
    const bottom = Math.min(this.height, Math.round(box.y + box.height))
    for (let row = top; row < bottom; row++) {
      for (let col = left; col < right; col++) this.pixels.set(colour, 4 * (row * this.width + col))
    }
  }

  /** Text in capitals but for the m and k of units, its upper left corner at a place; what has no letter here stays a gap. */
  text(
    text: string,
    at: { readonly x: number; readonly y: number; readonly size: number },
    colour: Colour,
  ): void {
    const { x, y, size } = at
    for (const [place, letter] of Array.from(text).entries()) {
      for (const [row, bits] of Array.from(GLYPHS[letter] ?? GLYPHS[letter.toUpperCase()] ?? '').entries()) {
        for (let col = 0; col < 3; col++) {
          if ((Number(bits) & (4 >> col)) === 0) continue
          this.fill(
            { x: x + (place * GLYPH_WIDTH + col) * size, y: y + row * size, width: size, height: size },
            colour,
          )
        }
      }
    }
  }

  /** A picture laid over this one, by its opacity. */
  lay(pixels: Rgba, at: { readonly x: number; readonly y: number; readonly width: number }): void {
    const rows = pixels.length / 4 / at.width
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < at.width; col++) {
        const [from, to] = [4 * (row * at.width + col), 4 * ((at.y + row) * this.width + at.x + col)]
        const share = pixels[from + 3]! / 255
        for (let channel = 0; channel < 3; channel++) {
          this.pixels[to + channel] =
            pixels[from + channel]! * share + this.pixels[to + channel]! * (1 - share)
        }
      }
    }
  }
}

/** '#d55e00' as red, green, blue. */
export const colourOf = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour
