import { config } from '../config.ts'

/**
 * Okapi BM25 over token lists, to which documents can be added at any time. Document numbers are the order of adding.
 * The inverse document frequency is ln(1 + (N − df + 0.5) / (df + 0.5)), never negative (Lucene's form).
 */
export class Bm25 {
  readonly #postings = new Map<string, { readonly documents: number[]; readonly counts: number[] }>()
  readonly #lengths: number[] = []
  #totalLength = 0

  constructor(documents: Iterable<readonly string[]> = []) {
    for (const document of documents) this.add(document)
  }

  get size(): number {
    return this.#lengths.length
  }

  add(document: readonly string[]): void {
    const counts = new Map<string, number>()
    for (const token of document) counts.set(token, (counts.get(token) ?? 0) + 1)
    for (const [token, count] of counts) {
      let posting = this.#postings.get(token)
      if (!posting) this.#postings.set(token, (posting = { documents: [], counts: [] }))
      posting.documents.push(this.#lengths.length)
      posting.counts.push(count)
    }
    this.#lengths.push(document.length)
    this.#totalLength += document.length
  }

  inverseFrequency(token: string): number {
    const frequency = this.#postings.get(token)?.documents.length ?? 0
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5))
  }

  /** What a document that is the query itself would have: the most that a query of these tokens can get, near enough. */
  ownScore(query: readonly string[]): number {
    const { k1, b } = config.retrieval.bm25
    const length = query.length / (this.#totalLength / Math.max(this.size, 1) || 1)
    const counts = new Map<string, number>()
    for (const token of query) counts.set(token, (counts.get(token) ?? 0) + 1)
    let score = 0
    for (const [token, count] of counts) {
      score += (this.inverseFrequency(token) * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
    }
    return score
  }

  /** One score a document; a token repeated in the query counts once. */
  scores(query: readonly string[]): Float64Array {
    const scores = new Float64Array(this.size)
    const { k1, b } = config.retrieval.bm25
    const meanLength = this.#totalLength / Math.max(this.size, 1) || 1
    for (const token of new Set(query)) {
      const posting = this.#postings.get(token)
      if (!posting) continue
      const weight = this.inverseFrequency(token)
      for (let at = 0; at < posting.documents.length; at++) {
        const document = posting.documents[at]!
        const count = posting.counts[at]!
        const length = this.#lengths[document]! / meanLength
        scores[document]! += (weight * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
      }
    }
    return scores
  }
}
