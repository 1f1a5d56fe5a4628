import type { RasterSource } from '../../raster/source.ts'
import type { ByteSource, RasterHeader } from '../types.ts'
import type { Scaling } from './band-source.ts'

/** One raster of a file: most files hold one; data sets on unlike grids and dates of a series are rasters of their own. */
export interface RasterFile {
  readonly header: RasterHeader
  /** Ids of files beside it that it cannot be read without. */
  readonly companions?: readonly string[]
  /** One band, counted from 0, read lazily. The scaling is the caller's: a NaN scale reads raw numbers. */
  source(bandIndex: number, scaling: Scaling): RasterSource
  /** Called once for each raster of a file; with the last one its bytes are let go. */
  close(): Promise<void>
}

/** A file that was given along with another. */
export interface NeighbourFile {
  readonly id: string
  readonly bytes: ByteSource
}

export interface FormatInput {
  readonly bytes: ByteSource
  /** With the folders that it was given in. Untrusted. */
  readonly name: string
  /** The file at a path relative to this one's folder ('B04.img'), upper and lower case alike. */
  readonly beside: (path: string) => NeighbourFile | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RasterFormat {
  /** Endings of files that are worth opening, without the dot, in lower case. */
  readonly endings: readonly string[]
  /** By the first bytes, as many as `HEAD_BYTES` or the whole file, and for texts by the name. */
  matches(head: Uint8Array, name: string): boolean
  /** Reads headers. Throws unsupported_file, read_failed, limit_reached; the caller closes the bytes then. */
  open(input: FormatInput): Promise<readonly RasterFile[]>
}
