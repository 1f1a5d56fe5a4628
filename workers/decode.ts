import '../src/lib/no-code-from-strings.ts'
import { expose, transfer } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { inlineDecoder, type BlockGroup, type BlockRecipe } from '../src/io/read/block-decoder.ts'
import { blobBytes, bufferBytes } from '../src/io/read/bytes.ts'
import { tellRequests } from './tell-requests.ts'

/** One decoder of the pool: fetches blocks of a file where it can, and hands their samples over. */
const decoder = {
  /** `from` is the file, or the bytes of the group alone, which then is one range that starts at 0. */
  async decode(recipe: BlockRecipe, group: BlockGroup, from: Blob | Uint8Array) {
    const bytes = from instanceof Blob ? blobBytes(from) : bufferBytes(from)
    const samples = await inlineDecoder.decode(bytes, recipe, group)
    return transfer(
      samples,
      samples.map(({ buffer }) => buffer),
    )
  },
}
export type DecoderApi = typeof decoder

keepErrorsWhole()
tellRequests('decoder')
expose(decoder)
