import { refuseCodeFromStrings } from './no-code-from-strings.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { openFile } from '../../src/io/read/open-file.ts'

export interface Seen {
  readonly part: string | undefined
  readonly values: readonly number[]
  readonly tried: readonly string[]
  /** Bytes of the file that were read. */
  readonly read: number
}

const tried = refuseCodeFromStrings()
let read = 0

type Reader = new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }
const scope = globalThis as unknown as { FileReaderSync: Reader }

/** Counts what the library asks for. */
class CountingReader extends scope.FileReaderSync {
  override readAsArrayBuffer(blob: Blob): ArrayBuffer {
    read += blob.size
    return super.readAsArrayBuffer(blob)
  }
}
scope.FileReaderSync = CountingReader

addEventListener('message', (event: MessageEvent<{ readonly blob: Blob; readonly name: string }>) => {
  const { blob, name } = event.data
  void (async () => {
    const rasters = await openFile({ bytes: blobBytes(blob), name, beside: () => undefined })
    const seen: Seen[] = []
    for (const raster of rasters) {
      const { header } = raster
      const values = await raster.source(0, { scale: NaN, offset: 0, nodata: null }).read({
        col: 0,
        row: 0,
        width: header.grid.width,
        height: header.grid.height,
      })
      seen.push({ part: header.part, values: [...values], tried, read })
    }
    postMessage(seen)
  })().catch((error: unknown) => postMessage(String(error)))
})
