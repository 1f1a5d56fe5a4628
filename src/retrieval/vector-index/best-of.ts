/** The `count` best of what is pushed, by score; of equal scores the lower position. The worst kept is at the top of a heap. */
export class BestOf {
  readonly #scores: number[] = []
  readonly #positions: number[] = []

  constructor(private readonly count: number) {}

  /** The score that a later position has to exceed; −∞ while there is room. */
  get worst(): number {
    return this.#scores.length < this.count ? -Infinity : (this.#scores[0] ?? Infinity)
  }

  push(position: number, score: number): void {
    if (this.#scores.length < this.count) {
      this.#scores.push(score)
      this.#positions.push(position)
      this.#rise(this.#scores.length - 1)
    } else if (this.count > 0 && this.#isWorse(this.#scores[0]!, this.#positions[0]!, score, position)) {
      this.#scores[0] = score
      this.#positions[0] = position
      this.#sink(0)
    }
  }

  /** Best first. */
  sorted(): { readonly position: number; readonly score: number }[] {
    return this.#positions
      .map((position, at) => ({ position, score: this.#scores[at]! }))
      .sort((a, b) => b.score - a.score || a.position - b.position)
  }

  #isWorse(score: number, position: number, than: number, thanPosition: number): boolean {
    return score < than || (score === than && position > thanPosition)
  }

  #worseOf(first: number, second: number): number {
    const [scores, positions] = [this.#scores, this.#positions]
    return this.#isWorse(scores[first]!, positions[first]!, scores[second]!, positions[second]!)
      ? first
      : second
  }

  #rise(at: number): void {
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#worseOf(at, above) !== at) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(at: number): void {
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let worst = at
      if (left < this.#scores.length) worst = this.#worseOf(left, worst)
      if (right < this.#scores.length) worst = this.#worseOf(right, worst)
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(first: number, second: number): void {
    for (const list of [this.#scores, this.#positions]) {
      const kept = list[first]!
      list[first] = list[second]!
      list[second] = kept
    }
  }
}

/** The `count` best of many scores; NaN is never among them. */
export function bestOf(scores: ArrayLike<number>, count: number): readonly { readonly position: number }[] {
  const found = new BestOf(count)
  for (let at = 0, worst = found.worst; at < scores.length; at++) {
    if (!(scores[at]! > worst)) continue
    found.push(at, scores[at]!)
    worst = found.worst
  }
  return found.sorted()
}
