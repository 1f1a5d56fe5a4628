import { KernelRidge } from '../kernel-ridge.ts'

/** What past flows let expect of a flow: how likely each of its marks is. */
export interface Expected {
  readonly marks: ReadonlyMap<string, number>
}

/** Tools of a flow; those called more than once are there a second time. */
export function marksOf(skeleton: readonly string[]): ReadonlySet<string> {
  const marks = new Set<string>()
  for (const tool of skeleton) marks.add(marks.has(tool) ? `${tool} again` : tool)
  return marks
}

/** How likely a flow has each tool, once and again: a probe a mark, by ridge regression over the questions' likeness. */
export class FlowMarks {
  readonly #names: readonly string[]
  readonly #ridge: KernelRidge

  /** `kernel` holds the likeness of each past question with each. */
  constructor(skeletons: readonly (readonly string[])[], kernel: readonly Float64Array[], penalty: number) {
    const marks = skeletons.map(marksOf)
    this.#names = [...new Set(marks.flatMap((each) => [...each]))]
    const targets = marks.map((each) => Float64Array.from(this.#names, (name) => (each.has(name) ? 1 : 0)))
    this.#ridge = new KernelRidge(kernel, targets, penalty)
  }

  expected(likeness: Float64Array): Expected {
    return this.#named(this.#ridge.predict(likeness))
  }

  /** For each past question, what would be expected had it not been known. */
  leaveOneOut(): Expected[] {
    return this.#ridge.leaveOneOut().map((row) => this.#named(row))
  }

  #named(row: Float64Array): Expected {
    return { marks: new Map(this.#names.map((name, at) => [name, row[at]!])) }
  }
}
