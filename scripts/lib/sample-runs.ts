import type { EvaluatedRun } from '../../src/trace/evaluation.ts'

/**
 * Runs that together fill at most so many characters as lines of JSON: as many right as wrong of each variant while there are any, and of
 * each type in turn. In the order given; the same for the same runs.
 */
export function sampleRuns(runs: readonly EvaluatedRun[], characters: number): readonly EvaluatedRun[] {
  const kept = new Set<EvaluatedRun>()
  let left = characters
  const groups = grouped(runs, (run) => JSON.stringify([run.variant, isRight(run)]))
  const turns = inTurns(groups.map((group) => inTurns(grouped(group, ({ type }) => type ?? ''))))
  for (const run of turns) {
    const size = JSON.stringify(run).length + 1
    if (size > left) continue
    left -= size
    kept.add(run)
  }
  return runs.filter((run) => kept.has(run))
}

/** Of a run that only plans: whether its plan is the expected one. */
const isRight = ({ right, actual, expected }: EvaluatedRun) =>
  right ?? JSON.stringify(actual) === JSON.stringify(expected)

function grouped(
  runs: readonly EvaluatedRun[],
  key: (run: EvaluatedRun) => string,
): readonly (readonly EvaluatedRun[])[] {
  const groups = new Map<string, EvaluatedRun[]>()
  for (const run of runs) groups.set(key(run), [...(groups.get(key(run)) ?? []), run])
  return [...groups.values()]
}

/** The first of each group, then the second of each, and so on. */
const inTurns = (groups: readonly (readonly EvaluatedRun[])[]): readonly EvaluatedRun[] =>
  Array.from({ length: Math.max(0, ...groups.map(({ length }) => length)) }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat()
