import { AppError } from '../../../lib/errors.ts'

/** Deflate packs at most 1,032 to 1, and only emptiness comes near it. */
const MOST_GROWTH = 250
const SMALL_BYTES = 64 << 20

/**
 * The bytes of a gzip file (RFC 1952), as they are unpacked. The stream fails with read_failed where they are damaged or cut
 * off, and with unsupported_file where they grow as files do that are made to fill a disk. `onRead` hears how many packed
 * bytes were read.
 */
export function gunzipped(packed: Blob, onRead: (bytes: number) => void): ReadableStream<Uint8Array> {
  let [read, written] = [0, 0]
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength
      onRead(read)
      controller.enqueue(chunk)
    },
  })
  const reader = packed.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')).getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw damaged(cause)
      })
      if (done) {
        controller.close()
        return
      }
      written += value.byteLength
      if (written > SMALL_BYTES && written > MOST_GROWTH * read) {
        await reader.cancel()
        throw tooMuch()
      }
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const damaged = (cause: unknown) =>
  new AppError(
    'read_failed',
    'the gzip file cannot be unpacked: it is cut off or damaged, get it anew',
    {},
    { cause },
  )

const tooMuch = () =>
  new AppError(
    'unsupported_file',
    `it grows more than ${MOST_GROWTH} times when unpacked, as files do that are made to fill a disk; if you trust it, unpack it and drop the files`,
  )
