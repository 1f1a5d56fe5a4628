import { UNKNOWN_CRS, type Grid } from '../../../raster/grid/grid.ts'
import type { ByteSource } from '../../types.ts'
import { readGrid } from '../geometry.ts'
import { readDirectories } from '../tiff-directory.ts'
import type { Boxes } from './boxes.ts'
import { readGmlGrid } from './gml-grid.ts'

/** Where the pixels lie: by GeoJP2 first, then GMLJP2, as GDAL takes them; else pixels are their own map units. */
export async function readPlace(
  bytes: ByteSource,
  { geotiff, xml }: Pick<Boxes, 'geotiff' | 'xml'>,
  size: { readonly width: number; readonly height: number },
): Promise<Grid> {
  if (geotiff) {
    const { directories } = await readDirectories(part(bytes, geotiff))
    const grid = await readGrid(directories[0]!, size)
    if (grid.crs !== UNKNOWN_CRS || xml.length === 0) return grid
  }
  for (const text of xml) {
    const grid = await readGmlGrid(text, size)
    if (grid) return grid
  }
  return { ...size, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, -1, 0] }
}

function part(
  bytes: ByteSource,
  { start, end }: { readonly start: number; readonly end: number },
): ByteSource {
  return {
    size: end - start,
    read: (offset, length, signal) =>
      bytes.read(start + offset, Math.max(0, Math.min(length, end - start - offset)), signal),
  }
}
