import type { Grid } from '../../raster/grid/grid.ts'
import { formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

/** The size of a pixel in metres, in degrees, or in what the map counts where that is not known. */
export function pixelText({ transform: [a, b, , d, e], crs }: Grid): string {
  const sides = [Math.hypot(a, d), Math.hypot(b, e)]
  if (crs.kind === 'projected' && Number.isFinite(crs.metresPerUnit)) {
    return `${inWords(sides.map((side) => side * crs.metresPerUnit))} m`
  }
  const unit =
    crs.kind === 'geographic' ? words.layers.scene.details.degrees : ` ${words.layers.scene.details.units}`
  return inWords(sides) + unit
}

function inWords(sides: readonly number[]): string {
  const [across, down] = sides.map((side) => formatNumber(Number(side.toPrecision(6))))
  return across === down ? across! : `${across} × ${down}`
}

/** One edge of a grid: degrees to five decimals, a metre; map units to one. */
export function boundText(value: number, { crs }: Grid): string {
  return crs.kind === 'geographic'
    ? `${value.toFixed(5).replace('-', '−')}°`
    : formatNumber(Math.round(value * 10) / 10)
}

/** Longitude and latitude as people write a place. */
export function centreText([lon, lat]: readonly [lon: number, lat: number]): string {
  return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? 'W' : 'E'}`
}
