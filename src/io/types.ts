import type { Grid } from '../raster/grid/grid.ts'

/** Bytes read by ranges: a Blob in the browser, a file handle in Node, an OPFS file, a buffer in tests. */
export interface ByteSource {
  readonly size: number
  /** Bytes [offset, offset + length), cut at the end of the file. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  close?(): Promise<void>
  /** As `read`, at once, where that can be done. */
  readNow?(offset: number, length: number): Uint8Array<ArrayBuffer>
  /** The same bytes for another thread to read; absent where they cannot be handed over. */
  readonly blob?: Blob
}

/** Random-access writing; the caller closes it. A failed write leaves nothing behind under the final name. */
export interface ByteSink {
  write(offset: number, bytes: Uint8Array): Promise<void>
  /** Flushes and makes the file visible under its final name. */
  close(): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

/** Where results are kept as files: OPFS in the browser, a folder or memory in Node. Names are flat and ours. */
export interface ResultFiles {
  create(name: string): Promise<ByteSink>
  /** Throws read_failed where there is no such file. */
  open(name: string): Promise<ByteSource>
  remove(name: string): Promise<void>
  list(): Promise<readonly string[]>
}

export type SampleType = 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32' | 'float64'

/** What the file itself says of one band. `scale` and `offset` are null where the file is silent. */
export interface FileBand {
  /** Place in the file, from 0; an alpha band takes a place too. */
  readonly index: number
  readonly sampleType: SampleType
  readonly nodata: number | null
  readonly scale: number | null
  readonly offset: number | null
  /** Untrusted text of the file. */
  readonly description: string | null
}

/** Headers only: no pixel has been read. All text in it is untrusted. */
export interface RasterHeader {
  readonly fileName: string
  /** Which raster of the file it is, where there are several: in our words, the same whenever the file is opened. */
  readonly part?: string
  /** yyyy-mm-dd, where the format itself says so. */
  readonly date?: string
  readonly size: number
  readonly grid: Grid
  readonly bands: readonly FileBand[]
  readonly blockSize: { readonly width: number; readonly height: number }
  /** Sizes of the overviews, largest first, the full image left out. */
  readonly overviews: readonly { readonly width: number; readonly height: number }[]
  readonly hasInternalMask: boolean
  /**
   * A band of the file that says how opaque each pixel is: where it is 0 there is no data. It is not among `bands`.
   * 'premultiplied' colours were multiplied by it; that is not undone.
   */
  readonly alpha: 'straight' | 'premultiplied' | null
  /** TIFFTAG_* and dataset-level GDAL_METADATA items. */
  readonly metadata: Readonly<Record<string, string>>
  /** Size, sampled bytes and headers hashed, and the part: tells the same raster again after a reload. */
  readonly fingerprint: string
}
