import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { rowBands, walkBlocks, type WalkOptions } from '../../raster/blocks.ts'
import { INT_NODATA, type RasterSource } from '../../raster/source.ts'
import { coarsener, type OverviewMethod, type Size } from './coarsen.ts'
import { deflate } from './deflate.ts'
import { encodeSamples, type Encoding } from './encode-samples.ts'

/** Tiles packed at a time: where the platform packs on threads of its own, as Node does, they share the work. */
const PACKED_AT_ONCE = 4

/** Where the tiles of one level lie, row by row of tiles, band after band; byte count 0 is a tile that is all nodata. */
export interface TileTable extends Size {
  readonly offsets: Float64Array
  readonly counts: Float64Array
}

export interface PyramidOptions extends WalkOptions {
  /** The image, then its overviews. */
  readonly sizes: readonly Size[]
  readonly overviews: OverviewMethod
  /** Side of a tile. */
  readonly tile: number
  readonly encoding: (band: number) => Encoding
  readonly compression: 'deflate' | 'none'
  /** Leaves out tiles that are all nodata. */
  readonly sparse: boolean
  /** Reads `readInts` instead of `read`: whole numbers beyond 2^24 stay exact. */
  readonly wholeNumbers: boolean
}

/**
 * Turns bands into the tiles of an image and its overviews, reading each pixel once. Tiles go to `append` as they come,
 * which gives the place where it put them. Band after band, so that memory holds one row of tiles a level.
 */
export async function writeTiles(
  bands: readonly RasterSource[],
  options: PyramidOptions,
  append: (bytes: Uint8Array) => Promise<number>,
): Promise<TileTable[]> {
  const { progress } = options
  const tables = emptyTables(options, bands.length)
  for (const [band, source] of bands.entries()) {
    const rows = new BandTiles({ tables, band, options, append })
    const part = (fraction: number) => progress?.((band + fraction) / bands.length)
    await walkRows(source, { ...options, progress: part }, (block) => rows.add(block))
    await rows.finish()
  }
  return tables
}

export const tilesOf = ({ width, height }: Size, tile: number) =>
  Math.ceil(width / tile) * Math.ceil(height / tile)

/** Tables without tiles: with them a header is as long as it will be. */
export function emptyTables(
  { sizes, tile }: Pick<PyramidOptions, 'sizes' | 'tile'>,
  bands: number,
): TileTable[] {
  return sizes.map((size) => {
    const tiles = tilesOf(size, tile) * bands
    return { ...size, offsets: new Float64Array(tiles), counts: new Float64Array(tiles) }
  })
}

/** Full-width blocks of rows from top to bottom. */
async function walkRows(
  source: RasterSource,
  options: PyramidOptions,
  visit: (block: Float32Array | Float64Array) => Promise<void>,
): Promise<void> {
  const { signal, progress } = options
  if (!options.wholeNumbers) {
    return walkBlocks([source], ([block]) => visit(block!), { signal, progress })
  }
  if (!source.readInts) {
    throw new AppError('invalid_input', 'whole numbers were asked for, and the raster is not read as such')
  }
  const windows = rowBands(source)
  for (const [index, window] of windows.entries()) {
    throwIfAborted(signal)
    const numbers = await source.readInts(window, { signal })
    await visit(Float64Array.from(numbers, (number) => (number === INT_NODATA ? NaN : number)))
    progress?.((index + 1) / windows.length)
  }
}

/** One row of tiles of a level, filling up. */
interface OpenRow {
  readonly rows: Float32Array | Float64Array
  filled: number
  /** Rows of tiles written. */
  done: number
}

/** Rows of one band in, tiles of all levels out. */
class BandTiles {
  readonly #levels: OpenRow[]
  readonly #coarsen: (row: Float32Array | Float64Array) => void

  constructor(
    private readonly to: {
      readonly tables: readonly TileTable[]
      readonly band: number
      readonly options: PyramidOptions
      readonly append: (bytes: Uint8Array) => Promise<number>
    },
  ) {
    const { tables, options } = to
    const kind = options.wholeNumbers ? Float64Array : Float32Array
    this.#levels = tables.map(({ width, height }) => ({
      rows: new kind(width * Math.min(options.tile, height)),
      filled: 0,
      done: 0,
    }))
    this.#coarsen = coarsener(options.overviews, tables, (level, row) => {
      const open = this.#levels[level]!
      open.rows.set(row, open.filled++ * row.length)
    })
  }

  async add(block: Float32Array | Float64Array): Promise<void> {
    const { width } = this.to.tables[0]!
    const open = this.#levels[0]!
    const room = open.rows.length / width
    for (let at = 0; at < block.length;) {
      const rows = Math.min(room - open.filled, (block.length - at) / width)
      open.rows.set(block.subarray(at, at + rows * width), open.filled * width)
      open.filled += rows
      at += rows * width
      if (open.filled === room) await this.#flushFirst()
    }
  }

  /** Writes what is left once all rows are in. */
  async finish(): Promise<void> {
    await this.#flushFirst()
    for (const level of this.#levels.keys()) await this.#flush(level)
  }

  /** Overviews grow by whole fractions of a row of tiles here, so none of them is ever over-full. */
  async #flushFirst(): Promise<void> {
    const { width } = this.to.tables[0]!
    const { rows, filled } = this.#levels[0]!
    for (let row = 0; row < filled; row++) this.#coarsen(rows.subarray(row * width, (row + 1) * width))
    await this.#flush(0)
    for (const [level, open] of this.#levels.entries()) {
      if (level > 0 && open.filled === this.to.options.tile) await this.#flush(level)
    }
  }

  async #flush(level: number): Promise<void> {
    const { tables, band, options, append } = this.to
    const { tile, sparse, signal } = options
    const open = this.#levels[level]!
    if (open.filled === 0) return
    const table = tables[level]!
    const encoding = {
      ...options.encoding(band),
      meansOfValues: level > 0 && options.overviews === 'average',
    }
    const across = Math.ceil(table.width / tile)
    const first = band * tilesOf(table, tile) + open.done * across
    const pack = async (col: number): Promise<Uint8Array | null> => {
      const columns = { width: table.width, from: col * tile, to: Math.min(table.width, (col + 1) * tile) }
      if (sparse && encoding.empty !== null && isEmpty(open, columns)) return null
      const bytes = encodeSamples(cut(open, columns, encoding), encoding)
      return options.compression === 'deflate' ? deflate(bytes) : bytes
    }
    for (let start = 0; start < across; start += PACKED_AT_ONCE) {
      throwIfAborted(signal)
      const columns = Math.min(PACKED_AT_ONCE, across - start)
      const packed = await Promise.all(Array.from({ length: columns }, (_, index) => pack(start + index)))
      for (const [index, bytes] of packed.entries()) {
        if (!bytes) continue
        table.offsets[first + start + index] = await append(bytes)
        table.counts[first + start + index] = bytes.byteLength
      }
    }
    open.filled = 0
    open.done++
  }
}

/** The columns of one tile in a row of them. */
interface Columns {
  /** Of the image. */
  readonly width: number
  readonly from: number
  readonly to: number
}

function isEmpty({ rows, filled }: OpenRow, { width, from, to }: Columns): boolean {
  for (let row = 0; row < filled; row++) {
    for (let at = row * width + from; at < row * width + to; at++) if (rows[at] === rows[at]) return false
  }
  return true
}

/** One tile; beyond the image it is nodata, or 0 where there is none. */
function cut(
  { rows, filled }: OpenRow,
  { width, from, to }: Columns,
  encoding: Encoding,
): Float32Array | Float64Array {
  const { width: tile, empty, offset } = encoding
  const kind = rows instanceof Float64Array ? Float64Array : Float32Array
  const out = new kind(tile * tile).fill(empty === null ? offset : NaN)
  for (let row = 0; row < filled; row++) {
    out.set(rows.subarray(row * width + from, row * width + to), row * tile)
  }
  return out
}
