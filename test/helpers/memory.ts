import type { SceneSummary, SensingContext } from '../../src/sensing/context.ts'
import type { BandName } from '../../src/trace/port.ts'
import type { Experience, MemorySnapshot, Usage, Workflow } from '../../src/memory/types.ts'

const ALL_BANDS: readonly BandName[] = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2']

/** χ(d) of one Sentinel-2-like scene a date. */
export function contextOf(
  dates: readonly string[],
  bands: readonly BandName[] = ALL_BANDS,
  products: SensingContext['products'] = [],
): SensingContext {
  const scenes = dates.map((date, index): SceneSummary => ({
    id: `scene-${index + 1}`,
    sensor: 'sentinel-2',
    level: 'L2A',
    quantity: 'reflectance',
    date,
    bands,
    scaled: true,
    crs: 'EPSG:32721',
    pixelSizeMetres: 20,
    width: 100,
    height: 100,
  }))
  return { modalities: ['multispectral'], sensors: ['sentinel-2'], scenes, products, dates, overlap: true }
}

export const NO_USE: Usage = { uses: 0, helped: 0, hurt: 0, lastUsed: null }

export function snapshotOf(rows: Partial<MemorySnapshot> = {}): MemorySnapshot {
  return { workflows: [], edges: [], experiences: [], skills: [], ...rows }
}

export function workflowOf(change: Partial<Workflow> = {}): Workflow {
  return {
    id: 'workflow-1',
    taskType: 'burned-area',
    description: 'burned area by threshold of dnbr',
    sequence: ['nbr', 'difference', 'threshold_mask', 'mask_area'],
    parameters: [],
    cautions: [],
    signature: { modalities: ['multispectral'], dates: 'two' },
    origin: 'learned',
    activation: null,
    pinned: false,
    provenance: ['run-0'],
    questionTokens: [],
    successes: 1,
    failures: 0,
    state: 'active',
    usage: NO_USE,
    createdAt: 1,
    ...change,
  }
}

export function experienceOf(change: Partial<Experience> = {}): Experience {
  return {
    id: 'experience-1',
    kind: 'argument',
    origin: 'learned',
    activation: null,
    equivalence: 'threshold_mask|invalid_input|value|value is a number',
    taskType: 'burned-area',
    tool: 'threshold_mask',
    trigger: 'threshold_mask refused the argument value',
    correction: 'give value as a number',
    operations: ['threshold_mask'],
    provenance: ['run-0'],
    count: 1,
    state: 'active',
    pinned: false,
    usage: NO_USE,
    createdAt: 1,
    ...change,
  }
}
