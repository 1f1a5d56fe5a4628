const START = '<start>'
const END = '<end>'
/** What a step never seen counts, and how many of them there may be. */
const UNSEEN = 0.1
const UNSEEN_STEPS = 50

/** Which tool follows which in past flows. */
export class CallSteps {
  readonly #after = new Map<string, Map<string, number>>()

  constructor(flows: readonly (readonly string[])[]) {
    for (const flow of flows) {
      for (const [from, to] of steps(flow)) {
        let row = this.#after.get(from)
        if (!row) this.#after.set(from, (row = new Map<string, number>()))
        row.set(to, (row.get(to) ?? 0) + 1)
      }
    }
  }

  /** Mean logarithm of the chances of a flow's steps, its start and end among them. */
  likelihood(flow: readonly string[]): number {
    let sum = 0
    for (const [from, to] of steps(flow)) sum += Math.log(this.#chance(from, to))
    return sum / (flow.length + 1)
  }

  #chance(from: string, to: string): number {
    const row = this.#after.get(from)
    let total = UNSEEN * UNSEEN_STEPS
    for (const count of row?.values() ?? []) total += count
    return ((row?.get(to) ?? 0) + UNSEEN) / total
  }
}

function* steps(flow: readonly string[]): Generator<readonly [from: string, to: string]> {
  for (let at = 0; at <= flow.length; at++) yield [flow[at - 1] ?? START, flow[at] ?? END]
}
