import type { ByteSource } from '../../types.ts'

/** Small pieces of a file: `length` bytes from `offset`, fewer where the file ends. */
export type PieceReader = (offset: number, length: number) => Promise<DataView<ArrayBuffer>>

/** Reads `chunk` bytes at least and keeps the last ones: pieces mostly lie close together. */
export function pieceReader(
  bytes: ByteSource,
  { signal, chunk: least }: { readonly signal: AbortSignal | undefined; readonly chunk: number },
): PieceReader {
  let start = 0
  let chunk = new Uint8Array(0)
  return async (offset, length) => {
    if (offset < start || offset + length > start + chunk.byteLength) {
      chunk = await bytes.read(offset, Math.max(least, length), signal)
      start = offset
    }
    const from = offset - start
    return new DataView(chunk.buffer, chunk.byteOffset + from, Math.min(length, chunk.byteLength - from))
  }
}
