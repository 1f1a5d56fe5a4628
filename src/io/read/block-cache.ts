import type { Samples } from './samples.ts'

/** Bytes of decoded blocks that all open files keep together; a row of tiles of two wide bands fits several times. */
const BUDGET = 64 * 1024 * 1024

interface Entry {
  readonly samples: Promise<Samples>
  /** 0 while it is being decoded. */
  bytes: number
}

/**
 * Decoded blocks of all open files under one budget, least recently used out first. A block that is being decoded can
 * be waited for by several readers; failed ones are forgotten. Images are told apart by the object that is their key.
 */
export class BlockCache {
  readonly #images = new WeakMap<object, Map<number, Entry>>()
  /** In order of use. */
  readonly #entries = new Map<Entry, { readonly blocks: Map<number, Entry>; readonly index: number }>()
  readonly #budget: number
  #bytes = 0

  constructor(budget = BUDGET) {
    this.#budget = budget
  }

  /** Bytes held by blocks that are decoded. */
  get bytes(): number {
    return this.#bytes
  }

  get(image: object, index: number): Promise<Samples> | undefined {
    const entry = this.#images.get(image)?.get(index)
    if (!entry) return undefined
    const place = this.#entries.get(entry)!
    this.#entries.delete(entry)
    this.#entries.set(entry, place)
    return entry.samples
  }

  set(image: object, index: number, samples: Promise<Samples>): void {
    let blocks = this.#images.get(image)
    if (!blocks) this.#images.set(image, (blocks = new Map<number, Entry>()))
    const entry: Entry = { samples, bytes: 0 }
    blocks.set(index, entry)
    this.#entries.set(entry, { blocks, index })
    samples.then(
      ({ byteLength }) => {
        // Dropped while it was being decoded.
        if (!this.#entries.has(entry)) return
        entry.bytes = byteLength
        this.#bytes += byteLength
        this.#trim()
      },
      () => this.#forget(entry),
    )
  }

  /** Lets go of the blocks of an image whose file is closed. */
  drop(image: object): void {
    for (const entry of this.#images.get(image)?.values() ?? []) this.#forget(entry)
  }

  #trim(): void {
    for (const entry of this.#entries.keys()) {
      if (this.#bytes <= this.#budget) return
      if (entry.bytes > 0) this.#forget(entry)
    }
  }

  #forget(entry: Entry): void {
    const place = this.#entries.get(entry)
    if (!place) return
    this.#entries.delete(entry)
    if (place.blocks.get(place.index) === entry) place.blocks.delete(place.index)
    this.#bytes -= entry.bytes
    entry.bytes = 0
  }
}

/** The cache of this thread. */
export const sharedBlocks = new BlockCache()
