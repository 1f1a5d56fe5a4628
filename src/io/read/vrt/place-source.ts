import type { Window } from '../../../raster/source.ts'
import { INT_NODATA, type RasterSource } from '../../../raster/source.ts'
import type { SampleType } from '../../types.ts'
import { isWhole, type VrtSource } from './vrt-source.ts'

/** A source with the member that it takes its pixels from. */
export interface PlacedSource extends VrtSource {
  readonly pixels: RasterSource
  readonly memberType: SampleType
  /** Whether the member hides pixels by a mask of its own. */
  readonly isMasked: boolean
}

/** Pixels of a mosaic, of which `width` each row; INT_NODATA or NaN where nothing lies. */
export interface Canvas {
  readonly data: Int32Array | Float32Array
  readonly width: number
  readonly window: Window
}

/** Turns a number of a member into one of the band, or null where what lies below shows. */
export type Convert = (value: number) => number | null

/** Lays the part of a source that falls on the canvas over what is there. */
export async function placeSource(source: PlacedSource, canvas: Canvas, convert: Convert): Promise<void> {
  const { to, from } = source
  const { window } = canvas
  // As GDAL: the pixels that a rectangle covers by more than a thousandth.
  const left = Math.max(window.col, Math.floor(to.x + 0.001))
  const right = Math.min(window.col + window.width, Math.ceil(to.x + to.width - 0.001))
  const top = Math.max(window.row, Math.floor(to.y + 0.001))
  const bottom = Math.min(window.row + window.height, Math.ceil(to.y + to.height - 0.001))
  if (right <= left || bottom <= top) return
  if (isWhole(source)) {
    const [width, height] = [right - left, bottom - top]
    const data = await readRaw(source, { col: left - to.x + from.x, row: top - to.y + from.y, width, height })
    for (let row = 0; row < height; row++) {
      const start = (top - window.row + row) * canvas.width + left - window.col
      for (let col = 0; col < width; col++) lay(canvas, start + col, convert(data[row * width + col]!))
    }
    return
  }
  const [across, down] = [from.width / to.width, from.height / to.height]
  const nearest = (at: number, start: number, ratio: number, origin: number, size: number) =>
    Math.min(
      Math.ceil(origin + size) - 1,
      Math.max(Math.floor(origin), Math.floor(origin + (at + 0.5 - start) * ratio + 1e-10)),
    )
  const cols = Int32Array.from({ length: right - left }, (_, index) =>
    nearest(left + index, to.x, across, from.x, from.width),
  )
  const [first, width] = [cols[0]!, cols.at(-1)! - cols[0]! + 1]
  let held: { readonly row: number; readonly data: Int32Array | Float32Array } | undefined
  for (let row = top; row < bottom; row++) {
    const at = nearest(row, to.y, down, from.y, from.height)
    if (held?.row !== at)
      held = { row: at, data: await readRaw(source, { col: first, row: at, width, height: 1 }) }
    const start = (row - window.row) * canvas.width + left - window.col
    for (const [index, col] of cols.entries()) lay(canvas, start + index, convert(held.data[col - first]!))
  }
}

function lay({ data }: Canvas, at: number, value: number | null): void {
  if (value !== null) data[at] = value
}

const isFloat = (type: SampleType): boolean => type === 'float32' || type === 'float64'

const readRaw = ({ pixels, memberType }: PlacedSource, window: Window): Promise<Int32Array | Float32Array> =>
  isFloat(memberType) || !pixels.readInts ? pixels.read(window) : pixels.readInts(window)

const RANGES: Readonly<Partial<Record<SampleType, readonly [min: number, max: number]>>> = {
  uint8: [0, 255],
  int8: [-128, 127],
  uint16: [0, 65535],
  int16: [-32768, 32767],
  uint32: [0, 2 ** 31 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
}

/** Numbers as GDAL writes them into a band of a type: integers rounded, halves away from 0, and held to the type's ends. */
export function converter(
  { nodata, ratio, offset, memberType, isMasked }: PlacedSource,
  bandType: SampleType,
): Convert {
  const left = nodata !== null && memberType.startsWith('float') ? Math.fround(nodata) : nodata
  const isScaled = ratio !== 1 || offset !== 0
  const isDouble = [memberType, bandType].some((type) => /64|32$/.test(type) && type !== 'float32')
  const range = RANGES[bandType]
  const [min, max] = range ?? [0, 0]
  const isRounded = isFloat(memberType) || isScaled
  const hole = isFloat(memberType) ? NaN : INT_NODATA
  return (value) => {
    if (Object.is(value, hole) || Object.is(value, left) || value === left)
      // What is no number in a member without a mask is laid over what is there like any other.
      return range || isMasked || left !== null || !Number.isNaN(value) ? null : NaN
    let number = value
    if (isScaled) number = isDouble ? value * ratio + offset : Math.fround(value * ratio + offset)
    if (!range) return number
    if (isRounded) number = Math.sign(number) * Math.floor(Math.abs(number) + 0.5)
    return Math.min(max, Math.max(min, number))
  }
}
