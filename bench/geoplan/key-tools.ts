/** A tool that this share of the training flows or more has is part of every flow's frame, and tells nothing of the task. */
const COMMON = 0.3

/** Which of a flow's tools are key (ALGORITHMS §9): those that fewer than 30 % of the training flows have; all where none is. */
export type KeyRule = (flow: readonly string[]) => ReadonlySet<string>

/** The rule of these training flows. A tool that none of them has is key. */
export function keyRule(training: readonly (readonly string[])[]): KeyRule {
  const flows = new Map<string, number>()
  for (const flow of training) for (const tool of new Set(flow)) flows.set(tool, (flows.get(tool) ?? 0) + 1)
  const isKey = (tool: string) => (flows.get(tool) ?? 0) < COMMON * training.length || training.length === 0
  return (flow) => {
    const key = flow.filter(isKey)
    return new Set(key.length > 0 ? key : flow)
  }
}

export interface KeyFigures {
  /** |KT ∩ expected| / |KT|, KT the key tools of the actual flow; 0 where it is empty. */
  readonly precision: number
  /** |KS ∩ actual| / |KS|, KS the key tools of the expected flow. */
  readonly recall: number
  /** Harmonic mean of the two, 0 where both are. */
  readonly f1: number
  /**
   * With the recall as GeoPlan-bench publishes it: KS met with the expected flow itself, so that it is always 1. For
   * comparison with published figures alone.
   */
  readonly publishedF1: number
}

/** Key precision, recall and F1 of one task. */
export function keyFigures(
  rule: KeyRule,
  expected: readonly string[],
  actual: readonly string[],
): KeyFigures {
  const precision = share(rule(actual), expected)
  const recall = share(rule(expected), actual)
  return { precision, recall, f1: harmonic(precision, recall), publishedF1: harmonic(precision, 1) }
}

function share(some: ReadonlySet<string>, flow: readonly string[]): number {
  if (some.size === 0) return 0
  const there = new Set(flow)
  return [...some].filter((tool) => there.has(tool)).length / some.size
}

const harmonic = (a: number, b: number) => (a + b === 0 ? 0 : (2 * a * b) / (a + b))
