import type { DateName, Landscape } from './landscape.ts'
import { CELL_METRES, SIDE } from './place.ts'
import { bell, type Mask, type Random } from './random-shapes.ts'
import { BANDS, mix, SHADOW_LIGHT, SPECTRA, type Spectrum } from './spectra.ts'

/** How far the field has greened. */
const GREEN: Readonly<Record<DateName, number>> = { before: 0, 'first-fire': 0.5, 'second-fire': 1 }

export interface DatePixels {
  /** Reflectance by band, in the order of BANDS, row-major at the band's own pixel size. */
  readonly bands: readonly Float32Array[]
  /** Scene classification on the 20 m grid. */
  readonly scl: Float32Array
}

/** The pixels of one date: spectra of what lies in each cell, light, a mild gradient and noise of the sensor. */
export function datePixels(land: Landscape, date: DateName, random: Random): DatePixels {
  const haze = 1 + 0.02 * (random() - 0.5)
  const spectra: Spectrum[] = []
  const scl = new Float32Array(SIDE * SIDE)
  for (let index = 0; index < SIDE * SIDE; index++) {
    const [col, row] = [(index % SIDE) + 0.5, Math.floor(index / SIDE) + 0.5]
    const cell = surface(land, date, { index, col, row })
    const gradient = 1 + 0.05 * (col / SIDE - 0.5) + 0.04 * (row / SIDE - 0.5)
    const light = haze * gradient * land.texture(col, row) * cell.light
    spectra.push(cell.spectrum.map((value) => value * light))
    scl[index] = cell.scl
  }
  return { scl, bands: BANDS.map((band, order) => sensed(spectra, order, CELL_METRES / band.metres, random)) }
}

interface Cell {
  readonly index: number
  readonly col: number
  readonly row: number
}

function surface(
  land: Landscape,
  date: DateName,
  { index, col, row }: Cell,
): { readonly spectrum: Spectrum; readonly scl: number; readonly light: number } {
  const isIn = (mask: Mask) => mask.cells[index] === 1
  const isCloudy = date === 'first-fire'
  if (isCloudy && isIn(land.cloud)) return { spectrum: SPECTRA.cloud, scl: col % 3 < 1 ? 8 : 9, light: 1 }
  const isShaded = isCloudy && isIn(land.shadow)
  const light = isShaded ? SHADOW_LIGHT : 1
  const lit = (spectrum: Spectrum, scl: number) => ({ spectrum, scl: isShaded ? 3 : scl, light })
  if (isIn(land.lake[date])) return lit(SPECTRA.lake, 6)
  if (isIn(land.lake.before)) return lit(SPECTRA.mud, 5)
  if (isIn(land.snow)) return lit(SPECTRA.snow, 11)
  const green = isIn(land.forest) ? SPECTRA.forest : SPECTRA.grass
  if (isIn(land.scar[date])) {
    const severity = land.severity(col, row)
    // Classifiers take fresh scars for dark ground, bare ground or nothing they know.
    return lit(mix(green, SPECTRA.burned, severity), severity > 0.88 ? 2 : severity > 0.74 ? 5 : 7)
  }
  if (isIn(land.built)) return lit(SPECTRA.built, 5)
  if (isIn(land.bare)) return lit(SPECTRA.bare, 5)
  if (isIn(land.field)) return lit(mix(SPECTRA.bare, SPECTRA.grass, GREEN[date]), GREEN[date] > 0.5 ? 4 : 5)
  return lit(green, 4)
}

/** One band as the sensor sees it, `zoom` pixels a cell: noise of 0.001 and 1 % of the signal. */
function sensed(spectra: readonly Spectrum[], band: number, zoom: number, random: Random): Float32Array {
  const width = SIDE * zoom
  const out = new Float32Array(width * width)
  for (let row = 0; row < width; row++) {
    const cells = Math.floor(row / zoom) * SIDE
    for (let col = 0; col < width; col++) {
      const value = spectra[cells + Math.floor(col / zoom)]![band]!
      out[row * width + col] = value + (0.001 + 0.01 * value) * bell(random)
    }
  }
  return out
}
