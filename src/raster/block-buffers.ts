/**
 * Blocks that walks use again: the system takes longer to hand out fresh pages than a kernel to fill them. Only blocks
 * that were taken here are taken back, while a walk is under way; few outlive it.
 */
export class BlockBuffers {
  /** Bytes kept at most. */
  static readonly MOST = 128 * 1024 * 1024
  /** Bytes that may wait for the next walk: the blocks of a chain of kernels over a small raster. */
  static readonly BETWEEN_WALKS = 16 * 1024 * 1024

  readonly #issued = new WeakSet<Float32Array>()
  readonly #free = new Map<number, Float32Array[]>()
  #bytes = 0
  #walks = 0

  /** A block whose values are whatever they were. */
  take(length: number): Float32Array {
    const block = this.#free.get(length)?.pop()
    if (block) {
      this.#bytes -= block.byteLength
      return block
    }
    const fresh = new Float32Array(length)
    this.#issued.add(fresh)
    return fresh
  }

  /** For blocks that nobody will look at again. */
  giveBack(blocks: readonly Float32Array[]): void {
    for (const block of blocks) {
      if (this.#walks === 0 || !this.#issued.has(block)) continue
      if (this.#bytes + block.byteLength > BlockBuffers.MOST) continue
      const alike = this.#free.get(block.length)
      // Sources may hand one block to two readers.
      if (alike?.includes(block)) continue
      if (alike) alike.push(block)
      else this.#free.set(block.length, [block])
      this.#bytes += block.byteLength
    }
  }

  /** Keeps blocks while `walk` goes on, and a few after it. */
  async during(walk: () => Promise<void>): Promise<void> {
    this.#walks++
    try {
      await walk()
    } finally {
      this.#walks--
      if (this.#walks === 0 && this.#bytes > BlockBuffers.BETWEEN_WALKS) {
        this.#free.clear()
        this.#bytes = 0
      }
    }
  }
}

/** Those of this thread. */
export const blockBuffers = new BlockBuffers()
