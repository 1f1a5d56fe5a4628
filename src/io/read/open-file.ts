import { isEnviHeader } from './envi/is-envi.ts'
import type { FormatInput, RasterFile, RasterFormat } from './format.ts'
import { isHdf5 } from './hdf5/is-hdf5.ts'
import { isJp2 } from './jp2/is-jp2.ts'
import { isNetcdf3 } from './netcdf3/is-netcdf3.ts'
import { openRaster } from './open-raster.ts'
import { isVrt } from './vrt/is-vrt.ts'

const HEAD_BYTES = 512

/** Formats beside GeoTIFF; the reader of each is fetched with its first file. */
const FORMATS: readonly RasterFormat[] = [
  {
    endings: ['hdr', 'img', 'bsq', 'bil', 'bip'],
    matches: isEnviHeader,
    open: async (input) => (await import('./envi/open-envi.ts')).openEnvi(input),
  },
  {
    endings: ['jp2', 'j2k', 'jpx', 'j2c', 'jpc', 'jpf'],
    matches: isJp2,
    open: async (input) => (await import('./jp2/open-jp2.ts')).openJp2(input),
  },
  {
    endings: ['nc', 'nc3', 'cdf'],
    matches: isNetcdf3,
    open: async (input) => (await import('./netcdf3/open-netcdf3.ts')).openNetcdf3(input),
  },
  {
    endings: ['h5', 'hdf5', 'he5', 'hdf', 'nc4'],
    matches: isHdf5,
    open: async (input) => (await import('./hdf5/open-hdf5.ts')).openHdf5(input),
  },
  {
    endings: ['vrt'],
    matches: isVrt,
    open: async (input) => (await import('./vrt/open-vrt.ts')).openVrt(input, openFile),
  },
]

/** Of files whose pixels can be read, in lower case. */
export const RASTER_ENDINGS: readonly string[] = ['tif', 'tiff', ...FORMATS.flatMap(({ endings }) => endings)]

export const isRasterName = (path: string): boolean => RASTER_ENDINGS.includes(endingOf(path))

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
