/** The best of many without sorting them all: a binary heap of at most `size` items with the worst of them at its root. */
export class TopK<Item> {
  private readonly heap: Item[] = []

  constructor(
    private readonly size: number,
    /** Below 0 where the first is the better one, as for `sort`; it must tell any two items apart. */
    private readonly compare: (a: Item, b: Item) => number,
  ) {}

  offer(item: Item): void {
    if (this.heap.length < this.size) {
      this.heap.push(item)
      this.rise(this.heap.length - 1)
    } else if (this.size > 0 && this.compare(item, this.heap[0]!) < 0) {
      this.heap[0] = item
      this.sink()
    }
  }

  /** What an item has to be better than, once all places are taken; null before. */
  get worst(): Item | null {
    return this.heap.length < this.size ? null : (this.heap[0] ?? null)
  }

  /** Best first. */
  sorted(): Item[] {
    return [...this.heap].sort(this.compare)
  }

  private rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.isWorse(at, parent)) return
      this.swap(at, parent)
      at = parent
    }
  }

  private sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let worst = at
      if (left < this.heap.length && this.isWorse(left, worst)) worst = left
      if (right < this.heap.length && this.isWorse(right, worst)) worst = right
      if (worst === at) return
      this.swap(at, worst)
      at = worst
    }
  }

  private isWorse(a: number, b: number): boolean {
    return this.compare(this.heap[a]!, this.heap[b]!) > 0
  }

  private swap(a: number, b: number): void {
    const kept = this.heap[a]!
    this.heap[a] = this.heap[b]!
    this.heap[b] = kept
  }
}
