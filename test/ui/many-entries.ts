import type {
  Edge,
  EntryLife,
  Experience,
  JournalRow,
  RowChange,
  Skill,
  Workflow,
} from '../../src/memory/types.ts'
import { skill, type FakeMemory } from './fake-memory.ts'

const TOOLS = [
  'nbr',
  'ndvi',
  'ndwi',
  'difference',
  'threshold_mask',
  'mask_area',
  'components',
  'zonal_statistics',
  'burn_severity',
  'trend',
  'slope',
  'statistics',
] as const

const TASKS = ['burned-area', 'water-change', 'vegetation-trend'] as const
const STATES = ['active', 'candidate', 'candidate', 'quarantined'] as const
const start = Date.parse('2026-11-01T08:00:00Z')

const pick = <Value>(values: readonly Value[], place: number): Value => values[place % values.length]!

function lifeOf(place: number): EntryLife {
  const state = pick(STATES, place)
  const createdAt = start + place * 60_000
  return {
    origin: state === 'quarantined' ? 'imported' : place % 9 === 0 ? 'hand' : 'learned',
    state,
    activation: state === 'active' ? { by: 'approval', at: createdAt, runs: [] } : null,
    pinned: place % 17 === 0,
    provenance: [`run-${place}`],
    usage: { uses: place % 23, helped: place % 7, hurt: place % 5, lastUsed: createdAt },
    createdAt,
  }
}

/** A memory of so many workflows and experiences each, and a tenth as many skills; the same each time. */
export function manyEntries(count: number): FakeMemory {
  const places = Array.from({ length: count }, (_, place) => place)
  const workflows = places.map((place): Workflow => {
    const sequence = [0, 1, 2, 3]
      .slice(0, 2 + (place % 3))
      .map((step) => pick(TOOLS, place + step * (1 + (place % 4))))
    return {
      id: `flow-${place}`,
      taskType: pick(TASKS, place),
      description: `Area above a threshold, kind ${place}.`,
      sequence,
      parameters: ['threshold 0.27'],
      cautions: [],
      signature: { modalities: ['multispectral'], dates: 'two' },
      questionTokens: [],
      successes: place % 11,
      failures: place % 3,
      ...lifeOf(place),
    }
  })
  const experiences = places.map((place): Experience => ({
    id: `lesson-${place}`,
    kind: 'argument',
    equivalence: `lesson-${place}`,
    taskType: pick(TASKS, place),
    tool: pick(TOOLS, place),
    trigger: `the argument number ${place} was refused`,
    correction: 'Give the threshold in the unit of the layer.',
    operations: [],
    count: 1 + (place % 4),
    ...lifeOf(place),
  }))
  const skills = places
    .filter((place) => place % 10 === 0)
    .map((place): Skill => ({
      ...skill,
      id: `skill-${place}`,
      title: `Burned area, way ${place}`,
      ...lifeOf(place),
    }))
  const snapshot = { workflows, experiences, skills, edges: edgesOf(workflows) }
  return { snapshot, journal: journalOf(workflows) }
}

function edgesOf(workflows: readonly Workflow[]): readonly Edge[] {
  const edges = new Map<string, Edge>()
  for (const { sequence, successes, failures } of workflows) {
    sequence.slice(1).forEach((to, place) => {
      const from = sequence[place]!
      const id = `${from}>${to}`
      const known = edges.get(id) ?? { id, from, to, successes: 0, failures: 0 }
      edges.set(id, {
        ...known,
        successes: known.successes + successes,
        failures: known.failures + failures * (to.length % 5),
      })
    })
  }
  return [...edges.values()]
}

function journalOf(workflows: readonly Workflow[]): readonly JournalRow[] {
  return workflows.slice(0, 60).map((after, place) => ({
    seq: place + 1,
    at: after.createdAt,
    cause: 'run',
    runId: `run-${place}`,
    summary: `Kept the workflow ${after.sequence.join(' → ')}.`,
    changes: [{ table: 'workflows', id: after.id, before: null, after } satisfies RowChange],
    hash: `hash-${place}`,
    payloadHash: '',
    previous: '',
  }))
}
