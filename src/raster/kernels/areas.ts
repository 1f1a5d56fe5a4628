import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export interface CodeArea {
  readonly pixels: number
  /** In the unit of `rowArea`. */
  readonly area: number
}

export interface AreaOptions extends WalkOptions {
  /** Area of a pixel by row. */
  readonly rowArea: (row: number) => number
}

/** Pixels and area of each code of a raster of whole numbers from 0 to 255; `nodata` counts the NaN. */
export async function codeAreas(
  source: RasterSource,
  options: AreaOptions,
): Promise<{ readonly codes: ReadonlyMap<number, CodeArea>; readonly nodata: number }> {
  const pixels = new Float64Array(256)
  const areas = new Float64Array(256)
  const inRow = new Float64Array(256)
  let nodata = 0
  await walkBlocks(
    [source],
    ([block], window) => {
      for (let line = 0; line < window.height; line++) {
        inRow.fill(0)
        for (let index = line * window.width; index < (line + 1) * window.width; index++) {
          const value = block![index]!
          if (value === value) inRow[value]!++
          else nodata++
        }
        const area = options.rowArea(window.row + line)
        for (let code = 0; code < 256; code++) {
          pixels[code]! += inRow[code]!
          areas[code]! += inRow[code]! * area
        }
      }
    },
    options,
  )
  const codes = new Map<number, CodeArea>()
  for (const [code, count] of pixels.entries()) {
    if (count > 0) codes.set(code, { pixels: count, area: areas[code]! })
  }
  return { codes, nodata }
}

/** The same for a mask: inside, and all that is valid. */
export async function maskArea(
  mask: RasterSource,
  options: AreaOptions,
): Promise<{ readonly inside: CodeArea; readonly valid: CodeArea; readonly nodata: number }> {
  const { codes, nodata } = await codeAreas(mask, options)
  const none = { pixels: 0, area: 0 }
  const inside = codes.get(1) ?? none
  const outside = codes.get(0) ?? none
  return {
    inside,
    valid: { pixels: inside.pixels + outside.pixels, area: inside.area + outside.area },
    nodata,
  }
}
