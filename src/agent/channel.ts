/** A queue between one producer and one consumer: `push` from callbacks, iterate from a generator. */
export class Channel<Item> {
  #items: Item[] = []
  #closed = false
  #failure: { readonly error: unknown } | null = null
  #wake: (() => void) | null = null

  push(item: Item): void {
    this.#items.push(item)
    this.#wake?.()
  }

  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (;;) {
      while (this.#items.length > 0) yield this.#items.shift()!
      if (this.#closed) break
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = null
    }
    if (this.#failure) throw this.#failure.error
  }
}
