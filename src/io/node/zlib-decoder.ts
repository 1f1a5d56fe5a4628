import { inflate as zlibInflate } from 'node:zlib'
import { decoderWith } from '../read/block-decoder.ts'

/**
 * Decodes with Node's own zlib, on its threads, at about half the cost of the streams that Node shares with browsers.
 * Give it to `decodeWith` at the start of a program.
 */
export const zlibDecoder = decoderWith(
  (packed, size) =>
    new Promise((resolve, reject) => {
      // Where more comes out than a block holds the call fails, and the bounded inflate that follows takes what is needed.
      zlibInflate(packed, { maxOutputLength: size, chunkSize: Math.max(64, size) }, (error, out) => {
        if (error) reject(error)
        else resolve(new Uint8Array(out.buffer, out.byteOffset, out.byteLength))
      })
    }),
)
