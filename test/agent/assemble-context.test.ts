import { describe, expect, it } from 'vitest'
import { assembleContext } from '../../src/agent/assemble-context.ts'
import { adaptSkill, recall, seedSkills } from '../../src/memory/index.ts'
import type { Experience, MemorySnapshot, Workflow } from '../../src/memory/types.ts'
import type { SensingContext } from '../../src/sensing/context.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const NAMES = new Set(SPECS.map(({ name }) => name))
const CONTEXT: SensingContext = {
  modalities: ['multispectral'],
  sensors: ['landsat-8'],
  scenes: ['2019-08-09', '2019-08-25'].map((date, at) => ({
    id: `scene-${at + 1}`,
    sensor: 'landsat-8',
    level: 'L1TP',
    quantity: 'reflectance',
    scaled: true,
    date,
    bands: ['red', 'nir', 'swir2'],
    crs: 'EPSG:32621',
    pixelSizeMetres: 30,
    width: 10,
    height: 10,
  })),
  products: [],
  dates: ['2019-08-09', '2019-08-25'],
  overlap: true,
}
const entry = {
  origin: 'learned',
  activation: null,
  pinned: false,
  provenance: [],
  state: 'active',
  usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  createdAt: 0,
} as const
const workflow: Workflow = {
  ...entry,
  id: 'w',
  taskType: 'burned-area',
  description: 'burned area from two dates',
  sequence: ['nbr', 'difference', 'threshold_mask', 'mask_area'],
  parameters: [],
  cautions: [],
  signature: { modalities: ['multispectral'], dates: 'two' },
  questionTokens: [['burn', 'hectar']],
  successes: 3,
  failures: 0,
}
const experience: Experience = {
  ...entry,
  id: 'e',
  kind: 'argument',
  equivalence: 'e',
  taskType: 'burned-area',
  tool: 'threshold_mask',
  trigger: 'burned hectares by a threshold',
  correction: 'take the value 0.27',
  operations: [],
  count: 1,
}

function briefs() {
  const snapshot: MemorySnapshot = {
    workflows: [workflow],
    experiences: [experience],
    edges: [],
    skills: seedSkills(),
  }
  const query = {
    question: 'How many hectares burned?',
    taskType: 'burned-area',
    context: CONTEXT,
    retrieved: ['nbr', 'difference'],
    admissible: NAMES,
  } as const
  const found = recall(query, snapshot)
  return [
    { recall: found, sop: adaptSkill({ recall: found, context: CONTEXT, specs: SPECS, admissible: NAMES }) },
  ]
}

describe('assembleContext', () => {
  it('puts workflows, experiences, procedure and guidance together in this order', () => {
    const { text, dropped } = assembleContext(briefs(), 10_000)
    const at = [
      'nbr → difference → threshold_mask',
      'take the value 0.27',
      'Procedure:',
      'Give the unit',
    ].map((part) => text.indexOf(part))
    expect(at.every((place) => place >= 0)).toBe(true)
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(dropped).toBe(0)
  })

  it('drops whole items, the lowest-scored first, and never the guidance', () => {
    const whole = assembleContext(briefs(), 10_000).text
    const cut = assembleContext(briefs(), whole.length - 1)
    expect(cut.dropped).toBe(1)
    expect(cut.text.length).toBeLessThan(whole.length)
    const scores = briefs()[0]!.recall
    const lowest =
      scores.workflows[0]!.score < scores.experiences[0]!.score ? 'nbr → difference' : 'take the value 0.27'
    expect(cut.text).not.toContain(lowest)
    const bare = assembleContext(briefs(), 0)
    expect(bare.text).toMatch(/^Always:/)
    expect(bare.text).toContain('say what is missing')
    expect(bare.dropped).toBe(3)
  })
})
