import type { EditCosts } from '../../src/memory/flows/edit-distance.ts'
import { keyFigures, keyRule, type KeyFigures } from './key-tools.ts'
import { structuralCosts, structuralScore } from './structural.ts'
import { toolCosts } from './tool-importance.ts'

export interface TaskFigures extends KeyFigures {
  readonly structural: number
}

/** The measures that training flows settle: which tools are key, and what it costs to change one flow into another. */
export interface Measures {
  /** Over the names given, in their order. */
  readonly costs: EditCosts
  figures(expected: readonly string[], actual: readonly string[]): TaskFigures
}

/** `names` are all tools of library and flows, `vectors` of length 1 those of "name description". */
export function measures(
  names: readonly string[],
  vectors: ReadonlyMap<string, Float32Array>,
  training: readonly (readonly string[])[],
): Measures {
  const rule = keyRule(training)
  const costs = structuralCosts(names, vectors, toolCosts(training))
  const score = structuralScore(names, costs)
  return {
    costs,
    figures: (expected, actual) => ({
      ...keyFigures(rule, expected, actual),
      structural: score(expected, actual),
    }),
  }
}
