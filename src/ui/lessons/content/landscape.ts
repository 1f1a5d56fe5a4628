import { seededRandom } from '../../../lib/random.ts'
import type { MadeRaster } from '../../../trace/made-raster.ts'
import { BANDS, type Spectrum } from './spectra.ts'

/** Pixels of 20 m along one side of a lesson's scene. */
export const SIDE = 96
export const CELL_METRES = 20
export const CELL_HECTARES = CELL_METRES ** 2 / 10_000

/** Sentinel-2 L2A since baseline 04.00: reflectance = number · 0.0001 − 0.1. */
export const SCALING = { scale: 0.0001, offset: -0.1 } as const

export interface Cell {
  readonly col: number
  readonly row: number
}

export const inEllipse = ({ col, row }: Cell, of: Cell & { readonly wide: number; readonly high: number }) =>
  ((col - of.col) / of.wide) ** 2 + ((row - of.row) / of.high) ** 2 <= 1

export const inBox = (
  { col, row }: Cell,
  [left, top, right, bottom]: readonly [number, number, number, number],
) => col >= left && col < right && row >= top && row < bottom

/** What a function says of each pixel, row by row; places are of pixel centres. */
export const everyCell = <Value>(of: (cell: Cell) => Value): readonly Value[] =>
  Array.from({ length: SIDE * SIDE }, (_, at) =>
    of({ col: (at % SIDE) + 0.5, row: Math.floor(at / SIDE) + 0.5 }),
  )

export const hectaresOf = <Value>(cells: readonly Value[], wanted: (value: Value) => boolean) =>
  cells.filter(wanted).length * CELL_HECTARES

export const meanOf = <Value>(cells: readonly Value[], figure: (value: Value) => number) =>
  cells.reduce((sum, value) => sum + figure(value), 0) / cells.length

export interface Place {
  readonly tile: string
  readonly epsg: number
  readonly west: number
  readonly north: number
}

/** The bands of one date, named as the European Space Agency names them, with 1 % noise of the sensor. */
export function bandsOf(
  cells: readonly Spectrum[],
  day: string,
  place: Place,
  seed: number,
): readonly MadeRaster[] {
  const random = seededRandom(seed)
  const { tile, ...corner } = place
  return BANDS.map((band) => ({
    name: `T${tile}_${day.replaceAll('-', '')}T100031_${band}_20m.tif`,
    ...corner,
    cell: CELL_METRES,
    width: SIDE,
    height: SIDE,
    // The sum of two even numbers lies near their middle: as good as a bell here.
    values: Float32Array.from(cells, (cell) => cell[band] * (1 + 0.01 * (random() + random() - 1))),
    ...SCALING,
  }))
}
