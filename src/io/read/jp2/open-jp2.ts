import { AppError } from '../../../lib/errors.ts'
import type { FileBand, RasterHeader } from '../../types.ts'
import { bandSource, type Level } from '../band-source.ts'
import { blockDecoder } from '../block-decoder.ts'
import { noteDamage } from '../damaged-blocks.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { FormatInput, RasterFile } from '../format.ts'
import { readBoxes } from './boxes.ts'
import { isCoarseFirst, readCoding } from './coding.ts'
import { readCodestream } from './codestream.ts'
import { jp2Image } from './jp2-image.ts'
import { imageLevels } from './levels.ts'
import { readPlace } from './place.ts'
import { pieceReader } from './ranges.ts'
import { readTileIndex } from './tile-index.ts'

/** Read at once: headers lie together, tile-parts mostly far apart. */
const HEADER_BYTES = 64 * 1024
const STEP_BYTES = 1024

/**
 * Opens a JPEG 2000 file by ranges: boxes, the main header and where tiles lie are read, pixels tile by tile when asked
 * for. Resolutions of the codestream are its overviews. Throws unsupported_file, read_failed.
 */
export async function openJp2(input: FormatInput): Promise<readonly RasterFile[]> {
  try {
    return [await open(input)]
  } catch (cause) {
    // A header that is shorter than what it should hold.
    if (!(cause instanceof RangeError)) throw cause
    throw new AppError(
      'read_failed',
      'the headers of the JPEG 2000 file are damaged; copy it again',
      {},
      { cause },
    )
  }
}

async function open({ bytes, name, signal }: FormatInput): Promise<RasterFile> {
  const read = pieceReader(bytes, { signal, chunk: HEADER_BYTES })
  const boxes = await readBoxes(bytes, read)
  const { start, end } = boxes.codestream
  const codestream = await readCodestream(read, start)
  const recipes = imageLevels(codestream)
  const full = recipes[0]!
  blockDecoder().prepare?.(full)
  const tiles = await readTileIndex(pieceReader(bytes, { signal, chunk: STEP_BYTES }), codestream, {
    end,
    fileSize: bytes.size,
    count: full.blocksAcross * full.blocksDown,
  })
  const fingerprint = await fingerprintOf(bytes, signal)
  const coding = readCoding(codestream.header, full.samples)
  const images = recipes.map((recipe) =>
    jp2Image({
      bytes,
      recipe,
      tiles,
      isCoarseFirst: coding !== null && isCoarseFirst(coding),
      onDamage: (tile) => noteDamage(fingerprint, tile),
    }),
  )
  const alpha = boxes.alpha && boxes.alpha.index < full.samples && full.samples > 1 ? boxes.alpha : null
  const levels = images.map((image): Level => ({ image, mask: null, alpha: alpha?.index ?? null }))
  const grid = await readPlace(bytes, boxes, { width: full.width, height: full.height })
  const bands = Array.from({ length: full.samples }, (_, index) => index)
    .filter((index) => index !== alpha?.index)
    .map((index): FileBand => ({
      index,
      sampleType: full.sampleType,
      nodata: null,
      scale: null,
      offset: null,
      description: null,
    }))
  const header: RasterHeader = {
    fileName: name,
    size: bytes.size,
    grid,
    bands,
    blockSize: full.block,
    overviews: recipes.slice(1).map(({ width, height }) => ({ width, height })),
    hasInternalMask: false,
    alpha: alpha && (alpha.premultiplied ? 'premultiplied' : 'straight'),
    metadata: {},
    fingerprint,
  }
  return {
    header,
    source(bandIndex, scaling) {
      if (!bands.some(({ index }) => index === bandIndex)) {
        const there = bands.map(({ index }) => index).join(', ')
        throw new AppError('band_missing', `band ${bandIndex} was asked for; the file has bands ${there}`)
      }
      return bandSource({ grid, levels, bandIndex, scaling })
    },
    async close() {
      for (const image of images) image.release()
      await bytes.close?.()
    },
  }
}
