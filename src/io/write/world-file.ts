import { apply } from '../../raster/grid/affine.ts'
import { epsgCode } from '../../raster/grid/crs.ts'
import type { Affine, Crs } from '../../raster/grid/grid.ts'

/**
 * The six lines of a world file: steps in x and y from one column to the next, from one row to the next, and the centre
 * of the first pixel.
 */
export function worldFile(transform: Affine): string {
  const [a, b, , d, e] = transform
  return [a, d, b, e, ...apply(transform, 0.5, 0.5)].map((value) => `${value}\n`).join('')
}

/** GDAL's side file (.aux.xml) that names the CRS of a picture; null where the CRS has no name that others know. */
export function crsSideFile(crs: Crs): string | null {
  const code = epsgCode(crs)
  const name = code !== null ? `EPSG:${code}` : crs.proj4
  if (name === null) return null
  return `<PAMDataset>\n  <SRS>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</SRS>\n</PAMDataset>\n`
}
