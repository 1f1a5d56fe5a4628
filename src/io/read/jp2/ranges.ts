import type { ByteSource } from '../../types.ts'

const CHUNK = 64 * 1024

/** Small pieces of a file that mostly lie close together: `length` bytes from `offset`, fewer where the file ends. */
export type PieceReader = (offset: number, length: number) => Promise<DataView<ArrayBuffer>>

export function pieceReader(bytes: ByteSource, signal?: AbortSignal): PieceReader {
  let start = 0
  let chunk = new Uint8Array(0)
  return async (offset, length) => {
    if (offset < start || offset + length > start + chunk.byteLength) {
      chunk = await bytes.read(offset, Math.max(CHUNK, length), signal)
      start = offset
    }
    const from = offset - start
    return new DataView(chunk.buffer, chunk.byteOffset + from, Math.min(length, chunk.byteLength - from))
  }
}
