import type { SensingContext } from '../../src/sensing/context.ts'
import { TASK_TYPES } from '../../src/sensing/task-types.ts'
import { seedSkills } from '../../src/memory/index.ts'
import type { EntryLife, MemorySnapshot, RecallQuery } from '../../src/memory/types.ts'
import { contextOf, experienceOf, workflowOf } from './memory.ts'

const WORDS =
  `burned burnt hectares water lake snow forest loss gain change mean median trend slope fire scar patch largest
  area percent dates before after ndvi nbr ndwi threshold mask statistics temperature urban`.split(/\s+/)
const TOOLS = ['nbr', 'ndvi', 'ndwi', 'difference', 'threshold_mask', 'mask_area', 'components', 'statistics']
const DAY_MS = 86_400_000
export const NOW = 1000 * DAY_MS

/** Draws from a seeded generator. */
export class Draws {
  constructor(readonly next: () => number) {}

  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  many<Value>(most: number, value: () => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, value)
  }

  words(most: number): string {
    return this.many(most, () => this.of(WORDS)).join(' ')
  }
}

function life(draws: Draws): Omit<EntryLife, 'provenance'> {
  const helped = draws.below(4)
  const createdAt = draws.below(3) * 300 * DAY_MS
  return {
    state: draws.of(['active', 'active', 'candidate', 'quarantined'] as const),
    origin: draws.of(['learned', 'learned', 'seed', 'hand'] as const),
    activation: null,
    pinned: draws.next() < 0.1,
    usage: {
      uses: helped,
      helped,
      hurt: 0,
      lastUsed: helped > 0 ? createdAt + draws.below(100) * DAY_MS : null,
    },
    createdAt,
  }
}

export function randomWorkflow(draws: Draws, id: string) {
  return workflowOf({
    ...life(draws),
    id,
    taskType: draws.of(TASK_TYPES.slice(0, 6)),
    description: draws.words(6),
    sequence: draws.many(11, () => draws.of(TOOLS)),
    questionTokens: draws.many(2, () => draws.words(5).split(' ')),
    successes: draws.below(5),
    failures: draws.below(5),
  })
}

export function randomExperience(draws: Draws, id: string) {
  return experienceOf({
    ...life(draws),
    id,
    taskType: draws.of(TASK_TYPES.slice(0, 6)),
    tool: draws.of(TOOLS),
    trigger: draws.words(4),
    correction: draws.words(4),
    operations: draws.many(2, () => draws.of(TOOLS)),
  })
}

export function randomSkill(draws: Draws, id: string) {
  const seed = draws.of(seedSkills())
  return {
    ...seed,
    ...life(draws),
    id,
    taskType: draws.of(TASK_TYPES.slice(0, 6)),
    description: draws.words(8),
    minDates: draws.below(3),
  }
}

export function randomMemory(draws: Draws, most = 30): MemorySnapshot {
  let made = 0
  const id = () => `row-${(made += 1)}`
  return {
    workflows: draws.many(most, () => randomWorkflow(draws, id())),
    edges: [],
    experiences: draws.many(most, () => randomExperience(draws, id())),
    skills: draws.many(most, () => randomSkill(draws, id())),
  }
}

/** The memory after a commit: of each table some rows are replaced, taken out and put in, anywhere. */
export function changedMemory(draws: Draws, memory: MemorySnapshot, step: number): MemorySnapshot {
  let made = 0
  const change = <Row extends EntryLife & { readonly id: string }>(
    rows: readonly Row[],
    fresh: (id: string) => Row,
  ) => {
    const kept = rows.flatMap((row) => {
      const luck = draws.next()
      return luck < 0.1 ? [] : luck < 0.3 ? [{ ...row, ...life(draws), createdAt: row.createdAt }] : [row]
    })
    for (let more = draws.below(4); more > 0; more--) {
      kept.splice(draws.below(kept.length + 1), 0, fresh(`new-${step}-${(made += 1)}`))
    }
    return draws.next() < 0.2 ? rows : kept
  }
  return {
    workflows: change(memory.workflows, (id) => randomWorkflow(draws, id)),
    edges: memory.edges,
    experiences: change(memory.experiences, (id) => randomExperience(draws, id)),
    skills: change(memory.skills, (id) => randomSkill(draws, id)),
  }
}

const CONTEXTS: readonly SensingContext[] = [
  contextOf([]),
  contextOf(['2020-01-01']),
  contextOf(['2020-01-01', '2020-06-01', '2020-09-01']),
]

export function randomQuery(draws: Draws): RecallQuery {
  return {
    question: `${draws.words(9)} ${draws.next() < 0.3 ? 'xyzzy' : ''}`,
    taskType: draws.of(TASK_TYPES.slice(0, 6)),
    context: draws.of(CONTEXTS),
    retrieved: [...new Set(draws.many(6, () => draws.of([...TOOLS, 'unheard_of'])))],
    admissible: new Set(draws.next() < 0.5 ? TOOLS : draws.many(12, () => draws.of(TOOLS))),
  }
}

/** Vectors of length 1 of about two in three rows, and of the question. */
export function randomVectors(draws: Draws, memory: MemorySnapshot) {
  const vector = () => {
    const values = Float32Array.from({ length: 8 }, () => draws.next() - 0.3)
    const length = Math.hypot(...values)
    return values.map((value) => value / length)
  }
  const known = new Map<string, Float32Array>()
  for (const { id } of [...memory.workflows, ...memory.skills])
    if (draws.next() < 0.66) known.set(id, vector())
  return { query: vector(), vectorOf: (_table: string, id: string) => known.get(id) ?? null }
}
