/** A solved question and the tools that its run called, in order, repeats kept. */
export interface PastFlow {
  readonly id: string
  readonly question: string
  readonly tools: readonly string[]
}

/** A sequence of tools and how much it counts; weights need not add up to 1. */
export interface WeightedFlow {
  readonly tools: readonly string[]
  readonly weight: number
}

/** How good the second sequence is where the first was expected: 0 to 1. */
export type Likeness = (expected: readonly string[], actual: readonly string[]) => number
