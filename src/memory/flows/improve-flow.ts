const ROUNDS = 40

/**
 * Climbs from a flow to one that is worth more, by the best single change at a time: a tool left out, put in at any place, put in the place of
 * another, or moved by one. Only the tools of `pool` are put in, none twice. Ends where no change helps.
 */
export function improveFlow(
  start: readonly number[],
  pool: readonly number[],
  worth: (flow: readonly number[]) => number,
): readonly number[] {
  let flow = start
  let value = worth(flow)
  for (let round = 0; round < ROUNDS; round++) {
    let better: readonly number[] | null = null
    for (const other of changes(flow, pool)) {
      const found = worth(other)
      if (found <= value + 1e-12) continue
      value = found
      better = other
    }
    if (!better) return flow
    flow = better
  }
  return flow
}

function* changes(flow: readonly number[], pool: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < flow.length; at++) yield flow.toSpliced(at, 1)
  for (let at = 1; at < flow.length; at++) yield flow.toSpliced(at - 1, 2, flow[at]!, flow[at - 1]!)
  for (const tool of pool) {
    if (flow.includes(tool)) continue
    for (let at = 0; at <= flow.length; at++) yield flow.toSpliced(at, 0, tool)
    for (let at = 0; at < flow.length; at++) yield flow.toSpliced(at, 1, tool)
  }
}
