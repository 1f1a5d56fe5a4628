import { AppError } from '../../lib/errors.ts'
import type { ByteSource, FileBand, RasterHeader, SampleType } from '../types.ts'
import { findAlpha } from './alpha.ts'
import { bandSource, type Level, type Scaling } from './band-source.ts'
import type { RasterFile } from './format.ts'
import { fingerprintOf } from './fingerprint.ts'
import { parseGdalMetadata } from './gdal-metadata.ts'
import { readGrid } from './geometry.ts'
import { parseNodata } from './nodata.ts'
import { Tag } from './tags.ts'
import { readDirectories, type TiffDirectory, type TiffFile } from './tiff-directory.ts'
import { openImage, type TiffImage } from './tiff-image.ts'

export type { RasterFile, Scaling }

/** Metadata of some ten thousand bands. */
const METADATA_BYTES = 16 * 1024 * 1024
const OVERVIEW = 1
const MASK = 4

/**
 * Opens a GeoTIFF by ranges: headers are read, pixels only when asked for.
 * Throws unsupported_file where the format cannot be read, read_failed where the file is cut off or damaged.
 */
export async function openRaster(
  bytes: ByteSource,
  fileName: string,
  signal?: AbortSignal,
): Promise<RasterFile> {
  const file = await readDirectories(bytes, signal)
  const main = file.directories[0]!
  const [metadata, nodata] = [
    parseGdalMetadata(await main.text(Tag.GdalMetadata, METADATA_BYTES)),
    parseNodata(await main.text(Tag.GdalNodata)),
  ]
  const { full, masks, overviews } = await openImages(bytes, file, nodata)
  const { layout } = full
  await full.assertWhole()
  const alpha = await findAlpha(main, layout.samples, (index) => metadata.bands.get(index)?.isAlpha === true)
  const levels: Level[] = [full, ...overviews].map((image) => ({
    image,
    mask: masks.find((mask) => isSameSize(mask.layout, image.layout)) ?? null,
    alpha: alpha?.index ?? null,
  }))
  const grid = await readGrid(main, layout)
  const indices = Array.from({ length: layout.samples }, (_, index) => index)
  const bands = indices
    .filter((index) => index !== alpha?.index)
    .map((index): FileBand => {
      const said = metadata.bands.get(index)
      return {
        index,
        sampleType: layout.sampleType,
        nodata: fileNodata(nodata, layout.sampleType),
        scale: said?.scale ?? null,
        offset: said?.offset ?? null,
        description: said?.description ?? null,
      }
    })
  const header: RasterHeader = {
    fileName,
    size: bytes.size,
    grid,
    bands,
    blockSize: layout.block,
    overviews: overviews.map(({ layout: { width, height } }) => ({ width, height })),
    hasInternalMask: levels[0]!.mask !== null,
    alpha: alpha && (alpha.premultiplied ? 'premultiplied' : 'straight'),
    metadata: { ...metadata.items, ...(await tiffTexts(main)) },
    fingerprint: await fingerprintOf(bytes, signal),
  }
  return {
    header,
    source(bandIndex, scaling) {
      if (!bands.some(({ index }) => index === bandIndex)) {
        const there = bands.map(({ index }) => index).join(', ')
        const isAlpha =
          bandIndex === alpha?.index ? ', which says how opaque pixels are and holds no data' : ''
        throw new AppError(
          'band_missing',
          `band ${bandIndex} was asked for${isAlpha}; the file has bands ${there}`,
        )
      }
      // An overview without the mask of the full image would show what is hidden.
      const usable = levels.filter(({ mask }) => mask !== null || levels[0]!.mask === null)
      return bandSource({ grid, levels: usable, bandIndex, scaling })
    },
    async close() {
      for (const image of [full, ...overviews, ...masks]) image.release()
      await bytes.close?.()
    },
  }
}

/** The first directory is the image; those after it are its overviews and masks, or other pictures that are passed over. */
async function openImages(bytes: ByteSource, { littleEndian, directories }: TiffFile, nodata: number | null) {
  const open = (directory: TiffDirectory, empty: number) =>
    openImage({ bytes, directory, littleEndian, empty })
  const full = await open(directories[0]!, nodata ?? 0)
  const masks: TiffImage[] = []
  const overviews: TiffImage[] = []
  for (const directory of directories.slice(1)) {
    const kind = await directory.number(Tag.NewSubfileType, 0)
    if (kind & MASK) masks.push(await open(directory, 0))
    else if (kind & OVERVIEW) {
      const image = await open(directory, nodata ?? 0)
      if (isOverviewOf(image, full)) overviews.push(image)
    }
  }
  overviews.sort((a, b) => b.layout.width - a.layout.width)
  return { full, masks, overviews }
}

function isOverviewOf({ layout: small }: TiffImage, { layout: full }: TiffImage): boolean {
  return small.width < full.width && small.samples === full.samples && small.sampleType === full.sampleType
}

const isSameSize = (a: { width: number; height: number }, b: { width: number; height: number }) =>
  a.width === b.width && a.height === b.height

const INTEGER_RANGES: Readonly<Partial<Record<SampleType, readonly [min: number, max: number]>>> = {
  uint8: [0, 255],
  int8: [-128, 127],
  uint16: [0, 65535],
  int16: [-32768, 32767],
  uint32: [0, 2 ** 32 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
}

/** A nodata value as pixels hold it, or null where no pixel of this type can be it. NaN counts for floats. */
function fileNodata(nodata: number | null, type: SampleType): number | null {
  if (nodata === null) return null
  if (type === 'float64') return nodata
  if (type === 'float32') return Math.fround(nodata)
  const [min, max] = INTEGER_RANGES[type]!
  return Number.isInteger(nodata) && nodata >= min && nodata <= max ? nodata : null
}

const TEXT_TAGS: readonly (readonly [name: string, tag: number])[] = [
  ['TIFFTAG_IMAGEDESCRIPTION', Tag.ImageDescription],
  ['TIFFTAG_SOFTWARE', Tag.Software],
  ['TIFFTAG_DATETIME', Tag.DateTime],
]

async function tiffTexts(directory: TiffDirectory): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, tag] of TEXT_TAGS) {
    const text = await directory.text(tag)
    if (text !== null) texts[name] = text
  }
  return texts
}
