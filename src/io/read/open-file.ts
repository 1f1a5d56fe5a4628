import type { FormatInput, RasterFile, RasterFormat } from './format.ts'
import { isJp2 } from './jp2/is-jp2.ts'
import { openRaster } from './open-raster.ts'

const HEAD_BYTES = 512

/** Formats beside GeoTIFF; the reader of each is fetched with its first file. */
const FORMATS: readonly RasterFormat[] = [
  {
    endings: ['jp2', 'j2k', 'jpx', 'j2c', 'jpc', 'jpf'],
    matches: isJp2,
    open: async (input) => (await import('./jp2/open-jp2.ts')).openJp2(input),
  },
]

const TIFF_ENDING = /\.tiff?$/i

/** True for the name of a file whose pixels can be read. */
export const isRasterName = (path: string): boolean =>
  TIFF_ENDING.test(path) || FORMATS.some(({ endings }) => endings.includes(endingOf(path)))

/**
 * The rasters of a file by what its first bytes say, GeoTIFF where nothing else is told: headers are read, pixels only
 * when asked for. Throws unsupported_file where the format cannot be read, read_failed where the file is cut off or damaged.
 */
export async function openFile(input: FormatInput): Promise<readonly RasterFile[]> {
  const { bytes, name, signal } = input
  const head = await bytes.read(0, HEAD_BYTES, signal)
  const format = FORMATS.find((each) => each.matches(head, name))
  return format ? format.open(input) : [await openRaster(bytes, name, signal)]
}

const endingOf = (path: string): string => /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
