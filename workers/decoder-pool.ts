import { transfer, wrap, type Remote } from 'comlink'
import {
  fetchRanges,
  inlineDecoder,
  type BlockDecoder,
  type BlockGroup,
  type BlockRecipe,
} from '../src/io/read/block-decoder.ts'
import type { Samples } from '../src/io/read/samples.ts'
import type { ByteSource } from '../src/io/types.ts'
import type { DecoderApi } from './decode.ts'

/** More decoders than this would wait for the one thread that takes what they give. */
const MOST = 6

const NO_BLOCKS: BlockGroup = { ranges: [], blocks: [] }

interface Member {
  readonly api: Remote<DecoderApi>
  /** Groups of blocks that it has not handed over yet. */
  waiting: number
}

/**
 * Decodes blocks on other threads, as many as the machine has processors; they start with the first block. Where a
 * thread cannot start, or breaks, all decoding goes on on the calling thread.
 */
export class DecoderPool implements BlockDecoder {
  private members: readonly Member[] | null = null
  private broken = false
  /** Told when the threads break. Promise.race would keep what each call gave for as long as the pool lives. */
  private readonly givingUp = new Set<() => void>()

  constructor(
    private readonly spawn: () => Worker,
    private readonly processors: number,
  ) {}

  async decode(bytes: ByteSource, recipe: BlockRecipe, group: BlockGroup): Promise<readonly Samples[]> {
    const samples = this.broken ? null : await this.decodeElsewhere(bytes, recipe, group)
    return samples ?? inlineDecoder.decode(bytes, recipe, group)
  }

  prepare(recipe: BlockRecipe): void {
    if (this.broken) return
    this.members ??= this.start()
    // What fails here fails again with the first block, which says so.
    for (const { api } of this.members) api.decode(recipe, NO_BLOCKS, new Uint8Array()).catch(() => undefined)
  }

  /** Null where the threads broke meanwhile. */
  private async decodeElsewhere(bytes: ByteSource, recipe: BlockRecipe, group: BlockGroup) {
    this.members ??= this.start()
    const member = this.members.reduce((idlest, other) => (other.waiting < idlest.waiting ? other : idlest))
    member.waiting++
    let giveUp: () => void = () => undefined
    try {
      return await new Promise<readonly Samples[] | null>((resolve, reject) => {
        giveUp = () => resolve(null)
        this.givingUp.add(giveUp)
        ask(member.api, bytes, recipe, group).then(resolve, reject)
      })
    } finally {
      this.givingUp.delete(giveUp)
      member.waiting--
    }
  }

  private start(): readonly Member[] {
    const count = Math.max(1, Math.min(MOST, this.processors))
    return Array.from({ length: count }, () => {
      const worker = this.spawn()
      worker.addEventListener('error', () => {
        this.broken = true
        for (const giveUp of this.givingUp) giveUp()
      })
      return { api: wrap<DecoderApi>(worker), waiting: 0 }
    })
  }
}

/** A file that another thread can read is handed over as such; of others the bytes are. */
async function ask(
  api: Remote<DecoderApi>,
  bytes: ByteSource,
  recipe: BlockRecipe,
  group: BlockGroup,
): Promise<readonly Samples[]> {
  if (bytes.blob) return api.decode(recipe, group, bytes.blob)
  const part = await fetchRanges(bytes, group)
  const ranges = [{ start: 0, length: part.byteLength }]
  return api.decode(recipe, { ...group, ranges }, transfer(part, [part.buffer]))
}
