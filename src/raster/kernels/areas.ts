import { AppError } from '../../lib/errors.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea, RowAreas } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'

export interface CodeArea {
  readonly pixels: number
  /** In the unit of `rowArea`. */
  readonly area: number
}

export interface CodeAreas {
  /** In order of code. */
  readonly codes: ReadonlyMap<number, CodeArea>
  /** Pixels that are NaN. */
  readonly nodata: number
}

/**
 * Pixels and area of each code of a raster of whole numbers from 0 to 255.
 * Throws invalid_input where a value is no such number.
 */
export class CodeAreaReducer implements Reducer<CodeAreas> {
  private readonly rowArea: RowArea
  private readonly pixels = new Float64Array(256)
  private readonly areas = new Float64Array(256)
  private nodata = 0

  constructor(rowArea: RowArea) {
    this.rowArea = rowArea
  }

  add(values: Float32Array, window: Window): void {
    for (let line = 0; line < window.height; line++) {
      this.addRow(values, line * window.width, window.width, this.rowArea(window.row + line))
    }
  }

  result(): CodeAreas {
    const codes = new Map<number, CodeArea>()
    for (const [code, count] of this.pixels.entries()) {
      if (count > 0) codes.set(code, { pixels: count, area: this.areas[code]! })
    }
    return { codes, nodata: this.nodata }
  }

  private addRow(values: Float32Array, from: number, width: number, areas: RowAreas): void {
    const inRow = new Uint32Array(256)
    let missing = 0
    for (let index = from; index < from + width; index++) {
      const value = values[index]!
      const code = value & 255
      if (code === value) inRow[code]!++
      else if (value !== value) missing++
      else throw notACode(value)
    }
    this.nodata += missing
    for (let code = 0; code < 256; code++) {
      this.pixels[code]! += inRow[code]!
      if (typeof areas === 'number') this.areas[code]! += inRow[code]! * areas
    }
    if (typeof areas !== 'number') this.addAreas(values.subarray(from, from + width), areas)
  }

  private addAreas(codes: Float32Array, areas: Float64Array): void {
    for (let col = 0; col < codes.length; col++) {
      const code = codes[col]!
      if (code === code) this.areas[code]! += areaOfRun(areas, col, col + 1)
    }
  }
}

export interface MaskArea {
  readonly inside: CodeArea
  /** Inside and outside. */
  readonly valid: CodeArea
  readonly nodata: number
}

/** What is inside a mask (1) and what is valid, out of the areas of its codes. */
export function maskAreaOf({ codes, nodata }: CodeAreas): MaskArea {
  const none = { pixels: 0, area: 0 }
  const inside = codes.get(1) ?? none
  const outside = codes.get(0) ?? none
  return {
    inside,
    valid: { pixels: inside.pixels + outside.pixels, area: inside.area + outside.area },
    nodata,
  }
}

const notACode = (value: number) =>
  new AppError('invalid_input', `the raster holds ${value}; codes are whole numbers from 0 to 255`)
