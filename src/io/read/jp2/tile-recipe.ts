import type { BlockLayout } from '../layout.ts'

/** Left, top, right and bottom edges, right and bottom outside, on the reference grid of a codestream. */
export interface Rectangle {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** A JPEG 2000 image at one of its resolutions, as its tiles are decoded. */
export interface TileRecipe extends BlockLayout {
  /** The main header without pointers and comments: SOC, SIZ and what decoding needs. */
  readonly codestream: Uint8Array<ArrayBuffer>
  readonly image: Rectangle
  /** The tile grid on the reference grid: its origin and the sides of a tile. */
  readonly tiling: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** How often the sides are halved. */
  readonly reduce: number
}

/** The pixels of the full image that a tile holds. */
export function tileRectangle(
  { image, tiling }: Pick<TileRecipe, 'image' | 'tiling'>,
  place: { readonly across: number; readonly down: number },
): Rectangle {
  const [x, y] = [tiling.x + place.across * tiling.width, tiling.y + place.down * tiling.height]
  return {
    x0: Math.max(x, image.x0),
    y0: Math.max(y, image.y0),
    x1: Math.min(x + tiling.width, image.x1),
    y1: Math.min(y + tiling.height, image.y1),
  }
}

/** Sides at a lower resolution (ITU-T T.800, B-15): edges are halved and rounded up, not lengths. */
export function reducedSize(
  { x0, y0, x1, y1 }: Rectangle,
  reduce: number,
): { readonly width: number; readonly height: number } {
  const half = (edge: number) => Math.ceil(edge / 2 ** reduce)
  return { width: half(x1) - half(x0), height: half(y1) - half(y0) }
}
