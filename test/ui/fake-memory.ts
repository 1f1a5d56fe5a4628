import type { BackupClient, MemoryClient, MemoryDone } from '../../src/bridge/index.ts'
import { newProfileKey } from '../../src/memory/backup/index.ts'
import { MEMORY_VERSION } from '../../src/memory/memory-file.ts'
import { baseOf } from '../../src/memory/journal/index.ts'
import { memoryStore } from '../../src/memory/store-in-memory.ts'
import type { JournalRow, MemorySnapshot, Skill, Workflow } from '../../src/memory/types.ts'
import type { JournalReader } from '../../src/memory/view/index.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { BackupService } from '../../workers/backup-service.ts'
import { MemoryService } from '../../workers/memory-service.ts'

const createdAt = Date.parse('2026-11-30T09:12:00Z')
const usage = { uses: 3, helped: 2, hurt: 0, lastUsed: createdAt }

export const skill: Skill = {
  id: 'skill-burned',
  version: 1,
  taskType: 'burned-area',
  title: 'Burned area from dNBR',
  description: 'Burned area in hectares from two dates with near and short-wave infrared.',
  steps: [
    { id: 'a', tool: 'nbr', args: {}, purpose: 'burn ratio before the fire' },
    { id: 'b', tool: 'nbr', args: {}, purpose: 'burn ratio after the fire' },
    { id: 'c', tool: 'difference', args: {}, purpose: 'what the fire changed' },
  ],
  answer: [],
  gives: 'area',
  requires: [],
  minDates: 2,
  notes: ['dNBR needs reflectance or ratio-safe raw numbers.'],
  rules: ['Where the dates are one, stop and say so.'],
  origin: 'seed',
  state: 'active',
  activation: { by: 'seed', at: 0, runs: [] },
  pinned: false,
  provenance: ['run-1'],
  usage,
  createdAt,
}

const workflow: Workflow = {
  id: 'flow-2',
  taskType: 'burned-area',
  description: 'Area above a threshold of a difference of two dates.',
  sequence: ['nbr', 'difference', 'threshold_mask', 'mask_area'],
  parameters: ['threshold 0.27'],
  cautions: [],
  signature: { modalities: ['multispectral'], dates: 'two' },
  origin: 'learned',
  activation: null,
  pinned: false,
  provenance: ['run-1'],
  questionTokens: [],
  successes: 2,
  failures: 0,
  state: 'candidate',
  usage,
  createdAt,
}

const edges = [
  { id: 'nbr>difference', from: 'nbr', to: 'difference', successes: 4, failures: 0 },
  { id: 'difference>threshold_mask', from: 'difference', to: 'threshold_mask', successes: 2, failures: 1 },
]

export interface FakeMemory {
  readonly snapshot: MemorySnapshot
  readonly journal: readonly JournalRow[]
}

export const NO_MEMORY: FakeMemory = {
  snapshot: { workflows: [], edges: [], experiences: [], skills: [] },
  journal: [],
}

const WRITES = ['undo', 'rollback', 'erase', 'approve', 'pin', 'retire', 'edit', 'correct'] as const

/** Reads parts of a journal that lies in memory. */
export function readerOf(journal: () => Promise<readonly JournalRow[]>): JournalReader {
  const read = async (wanted: (row: JournalRow) => boolean) => (await journal()).filter(wanted)
  return {
    lastChange: async () => (await journal()).at(-1)?.seq ?? 0,
    journalBetween: (from, to = Infinity) => read(({ seq }) => seq >= from && seq <= to),
    journalOfRun: (id) => read(({ runId }) => runId === id),
  }
}

/** The memory as the agent worker serves it, over a store of this page; `note` hears of what is written. */
export function servedMemory(
  { snapshot, journal }: FakeMemory,
  runs: readonly RunRecord[],
  note: (call: string) => unknown,
): { readonly memory: MemoryClient; readonly backup: BackupClient } {
  const store = memoryStore({
    version: MEMORY_VERSION,
    salt: 'salt',
    base: baseOf(snapshot, journal),
    snapshot,
    journal,
    runs,
  })
  const whole = Object.assign(
    store,
    readerOf(() => store.journal()),
  )
  const service = new MemoryService(() => Promise.resolve(whole))
  for (const name of WRITES) {
    const write = service[name].bind(service) as (...args: unknown[]) => Promise<MemoryDone>
    Object.assign(service, {
      [name]: (...args: unknown[]) => {
        note([name, ...args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))].join(' '))
        return write(...args)
      },
    })
  }
  const key = newProfileKey()
  const backup = new BackupService({
    store: () =>
      Promise.resolve(Object.assign(store, { erasedAmong: () => Promise.resolve(new Set<string>()) })),
    specs: () => Promise.resolve([]),
    key: () => key,
  })
  return { memory: service, backup }
}

export const memory: FakeMemory = {
  snapshot: {
    skills: [
      skill,
      {
        ...skill,
        id: 'skill-learned',
        title: 'Turbid water share',
        origin: 'learned',
        state: 'candidate',
        activation: null,
        taskType: 'turbidity',
      },
    ],
    workflows: [workflow],
    edges,
    experiences: [],
  },
  journal: [
    {
      seq: 1,
      at: createdAt,
      cause: 'seed',
      runId: null,
      summary: 'Skills that GeoForge starts with.',
      changes: [],
      hash: 'a',
      payloadHash: '',
      previous: '',
    },
    {
      seq: 2,
      at: createdAt,
      cause: 'run',
      runId: 'run-1',
      summary: 'Kept the workflow nbr → difference → mask_area and credited the skill.',
      changes: [
        { table: 'workflows', id: 'flow-2', before: null, after: workflow },
        {
          table: 'skills',
          id: 'skill-burned',
          before: skill,
          after: { ...skill, usage: { ...usage, uses: 4 } },
        },
      ],
      hash: 'b',
      payloadHash: '',
      previous: 'a',
    },
  ],
}
