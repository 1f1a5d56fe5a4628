import { z } from 'zod'
import { TASK_TYPES } from '../sensing/task-types.ts'
import { BAND_NAMES, DIMENSIONS, RASTER_QUANTITIES } from '../trace/port.ts'
import { DATE_COUNTS, MODALITIES } from './signature.ts'

/** The shapes of memory rows as they come from outside; the types are those of types.ts. */
const literal = z.union([z.string(), z.number(), z.boolean()])
const role = z.enum(['only', 'pre', 'middle', 'post', 'all', 'zones', 'product'])
const state = z.enum(['quarantined', 'candidate', 'active'])
const texts = z.array(z.string())
const usage = z.object({
  uses: z.number(),
  helped: z.number(),
  hurt: z.number(),
  lastUsed: z.number().nullable(),
})

const life = {
  origin: z.enum(['seed', 'learned', 'imported', 'hand']),
  state,
  activation: z
    .object({ by: z.enum(['seed', 'approval', 'thumb-up', 'proven']), at: z.number(), runs: texts })
    .nullable(),
  pinned: z.boolean(),
  provenance: texts,
  usage,
  createdAt: z.number(),
}

const binding = z.discriminatedUnion('from', [
  z.object({ from: z.literal('role'), role }),
  z.object({ from: z.literal('step'), step: z.string() }),
  z.object({ from: z.literal('steps'), steps: texts }),
  z.object({ from: z.literal('slot'), slot: z.string(), default: literal.optional() }),
  z.object({ from: z.literal('value'), value: literal }),
  z.object({ from: z.literal('figure'), step: z.string(), figure: z.string() }),
])

const quantity = z.enum(RASTER_QUANTITIES)
const rasterPort = z.object({
  kind: z.literal('raster'),
  quantity: z.union([quantity, z.array(quantity)]),
  bands: z.array(z.enum(BAND_NAMES)).optional(),
  meaning: z.string().optional(),
})
const port = z.union([
  rasterPort,
  z.object({ kind: z.literal('rasters'), of: rasterPort }),
  z.object({ kind: z.enum(['vector', 'table', 'figures', 'place', 'file', 'data']) }),
])

const skill = z.object({
  id: z.string(),
  version: z.number(),
  taskType: z.enum(TASK_TYPES),
  title: z.string(),
  description: z.string(),
  steps: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      args: z.record(z.string(), binding),
      purpose: z.string(),
      when: z.union([z.object({ band: z.enum(BAND_NAMES) }), z.object({ minDates: z.number() })]).optional(),
    }),
  ),
  answer: z.array(
    z.object({ step: z.string(), figure: z.string().optional(), label: z.string().optional() }),
  ),
  gives: z.enum(DIMENSIONS),
  change: z.enum(['loss', 'gain', 'change']).optional(),
  requires: z.array(z.object({ role, port })),
  minDates: z.number(),
  notes: texts,
  rules: texts,
  ...life,
  replaces: z.string().optional(),
})

const workflow = z.object({
  id: z.string(),
  taskType: z.enum(TASK_TYPES),
  description: z.string(),
  sequence: texts,
  parameters: texts,
  cautions: texts,
  signature: z.object({ modalities: z.array(z.enum(MODALITIES)), dates: z.enum(DATE_COUNTS) }),
  questionTokens: z.array(texts),
  successes: z.number(),
  failures: z.number(),
  ...life,
})

const edge = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  successes: z.number(),
  failures: z.number(),
})

const experience = z.object({
  id: z.string(),
  kind: z.enum(['argument', 'retry', 'check', 'setting', 'gate', 'correction']),
  equivalence: z.string(),
  taskType: z.enum(TASK_TYPES),
  tool: z.string(),
  trigger: z.string(),
  correction: z.string(),
  operations: texts,
  count: z.number(),
  setting: z
    .object({ argument: z.string(), from: literal.nullable(), to: literal, because: z.string() })
    .optional(),
  ...life,
})

export const snapshotShape = z.object({
  workflows: z.array(workflow),
  edges: z.array(edge),
  experiences: z.array(experience),
  skills: z.array(skill),
})

const change = <Table extends string, Row extends z.ZodType>(table: Table, row: Row) =>
  z.object({
    table: z.literal(table),
    id: z.string(),
    before: row.nullable(),
    after: row.nullable(),
  })

export const rowChange = z.discriminatedUnion('table', [
  change('workflows', workflow),
  change('edges', edge),
  change('experiences', experience),
  change('skills', skill),
])

export const commitCause = z.enum([
  'run',
  'verdict',
  'undo',
  'seed',
  'approve',
  'erase',
  'import',
  'edit',
  'pin',
  'retire',
  'correction',
  'rollback',
  'repair',
  'restore',
])
