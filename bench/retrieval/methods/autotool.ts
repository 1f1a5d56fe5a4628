import type { BaselineSet } from '../baseline-set.ts'
import { bestOutside, DEPTH, flowOf, positionsOf, type Method } from './method.ts'

/** Tools of the path that inertia looks back at. */
const WINDOW = 2
/** What the cosine with the question counts beside the frequency, and the inertia from which no model is asked. */
const CONTEXT_WEIGHT = 0.5
const THRESHOLD = 0.1

/**
 * AutoTool: Efficient Tool Selection for Large Language Model Agents (Jia and Li, 2025, arXiv:2511.14650): where stored
 * paths go on from the last tools, the likeliest next one (by frequency and by meaning) is taken and the model is not
 * asked. Leaves out the filling in of parameters, success and failure of past calls, and the model: where inertia is
 * too weak, the nearest tool to the question stands for its choice. Window, weight and threshold are ours.
 */
export function autoTool(set: BaselineSet): Method {
  const positions = positionsOf(set)
  /** Of each run of one or two tools, how often which tool followed. */
  const followers = new Map<string, Map<number, number>>()
  const inertial = (path: readonly number[], chosen: ReadonlySet<number>, cosines: ArrayLike<number>) => {
    for (let window = WINDOW; window > 0; window--) {
      if (path.length < window) continue
      const next = likeliest(followers.get(path.slice(-window).join(' ')) ?? new Map(), chosen, cosines)
      if (next !== undefined) return next
    }
    return undefined
  }
  return {
    readsTools: true,
    rank(task) {
      const cosines = set.dense!.of(task.vector!)
      const path = new Set<number>()
      while (path.size < Math.min(DEPTH, set.tools.length)) {
        path.add(inertial([...path], path, cosines) ?? bestOutside(path, cosines))
      }
      return [...path]
    },
    learn(task) {
      const flow = flowOf(task, positions)
      flow.forEach((tool, at) => {
        for (let window = 1; window <= Math.min(WINDOW, at); window++) {
          const key = flow.slice(at - window, at).join(' ')
          const counts = followers.get(key) ?? new Map<number, number>()
          counts.set(tool, (counts.get(tool) ?? 0) + 1)
          followers.set(key, counts)
        }
      })
    },
  }
}

/** Of equal ones the first by position; undefined where none is new and above the threshold. */
function likeliest(
  counts: ReadonlyMap<number, number>,
  chosen: ReadonlySet<number>,
  cosines: ArrayLike<number>,
): number | undefined {
  let total = 0
  for (const count of counts.values()) total += count
  let found: number | undefined
  let most = THRESHOLD
  for (const [tool, count] of counts) {
    const frequency = count / total
    const inertia = (1 - CONTEXT_WEIGHT) * frequency + CONTEXT_WEIGHT * Math.max(cosines[tool]!, 0)
    if (chosen.has(tool) || inertia < most || (inertia === most && found !== undefined && tool > found))
      continue
    ;[found, most] = [tool, inertia]
  }
  return found
}
