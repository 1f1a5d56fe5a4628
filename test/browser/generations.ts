import type { Edge, MemoryCommit, MemorySnapshot, RowChange } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { experienceOf, workflowOf } from '../helpers/memory.ts'

const WIDTH = 8

/**
 * A commit that brings every entry from one generation to the next, and puts one entry in the place of another. So a
 * store that shows two generations at once was caught in between.
 */
export function generationCommit(snapshot: MemorySnapshot): { commit: MemoryCommit; generation: number } {
  const generation = (snapshot.edges[0]?.successes ?? 0) + 1
  const changes: RowChange[] = []
  for (let index = 0; index < WIDTH; index++) {
    const id = `a${index}>b`
    const before = snapshot.edges.find((row) => row.id === id) ?? null
    const after: Edge = { id, from: `a${index}`, to: 'b', successes: generation, failures: 0 }
    changes.push({ table: 'edges', id, before, after })
    const known = snapshot.workflows.find((row) => row.id === `workflow-${index}`) ?? null
    const workflow = workflowOf({ id: `workflow-${index}`, successes: generation })
    changes.push({ table: 'workflows', id: workflow.id, before: known, after: workflow })
  }
  const old = snapshot.experiences[0]
  if (old) changes.push({ table: 'experiences', id: old.id, before: old, after: null })
  const made = experienceOf({ id: `experience-${generation}`, count: generation })
  changes.push({ table: 'experiences', id: made.id, before: null, after: made })
  return {
    generation,
    commit: { cause: 'run', runId: `run-${generation}`, summary: 'one generation on', changes },
  }
}

export const generationRecord = (generation: number, words = 'how much?'): RunRecord => ({
  id: `run-${generation}`,
  question: words,
  startedAt: generation,
  status: 'answered',
  taskType: 'burned-area',
  events: [],
})

/** The one generation of a snapshot, 0 of an empty one. Throws where it shows several. */
export function generationOf({ edges, workflows, experiences, skills }: MemorySnapshot): number {
  const seen = new Set([
    ...edges.map(({ successes }) => successes),
    ...workflows.map(({ successes }) => successes),
    ...experiences.map(({ count }) => count),
  ])
  const generation = edges[0]?.successes ?? 0
  const width = generation === 0 ? 0 : WIDTH
  const isWhole =
    seen.size <= 1 &&
    edges.length === width &&
    workflows.length === width &&
    experiences.length === Math.sign(width) &&
    skills.length === 0
  if (!isWhole) throw new Error(`caught in between: ${JSON.stringify([...seen])}`)
  return generation
}
