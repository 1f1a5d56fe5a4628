import { seededRandom } from '../../src/lib/random.ts'
import { tokens } from '../../src/lib/text.ts'
import { seedSkills } from '../../src/memory/seeds/index.ts'
import { TASK_WORDS } from '../../src/memory/task-words.ts'
import type {
  EntryLife,
  Experience,
  MemorySnapshot,
  RecallQuery,
  RowChange,
  Skill,
  Workflow,
} from '../../src/memory/types.ts'
import type { SceneSummary, SensingContext } from '../../src/sensing/context.ts'
import { TASK_TYPES, type TaskType } from '../../src/sensing/task-types.ts'

export interface MemorySize {
  readonly workflows: number
  readonly experiences: number
  readonly skills: number
}

const PLACES =
  `corumba pantanal evora lisbon danube everglades atacama nairobi mekong tundra delta basin valley coast island
  plateau ridge county district reserve`.split(/\s+/)
const ERRORS = ['invalid_input', 'band_missing', 'grid_mismatch', 'scaling_unknown', 'empty_mask']
const ARGUMENTS = ['threshold', 'band', 'layer', 'direction', 'quantile', 'window', 'connectivity', 'unit']
const FOLLOWERS = 6
const SESSION = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

/** A memory as runs would leave it, drawn from the library's tools and the words of the task types; and questions to it. */
export class SyntheticMemory {
  private readonly next: () => number
  private made = 0

  constructor(
    private readonly tools: readonly string[],
    seed: number,
  ) {
    this.next = seededRandom(seed)
  }

  snapshot(size: MemorySize): MemorySnapshot {
    const edges = new Map<string, MemorySnapshot['edges'][number]>()
    const workflows = Array.from({ length: size.workflows }, () => this.workflow())
    for (const { sequence } of workflows) {
      sequence.slice(1).forEach((to, at) => {
        const from = sequence[at]!
        const id = `${from}>${to}`
        edges.set(id, { id, from, to, failures: 0, successes: (edges.get(id)?.successes ?? 0) + 1 })
      })
    }
    return {
      workflows,
      edges: [...edges.values()],
      experiences: Array.from({ length: size.experiences }, () => this.experience()),
      skills: [...seedSkills(), ...Array.from({ length: size.skills }, () => this.skill())].slice(
        0,
        size.skills,
      ),
    }
  }

  /** What one run changes: a flow is used, one is new; three lessons are used, one is new; a skill and two edges are used. */
  runChanges(memory: MemorySnapshot): readonly RowChange[] {
    const workflow = this.workflow()
    const experience = this.experience()
    return [
      ...this.used('workflows', memory.workflows, 1),
      { table: 'workflows', id: workflow.id, before: null, after: workflow },
      ...this.used('experiences', memory.experiences, 3),
      { table: 'experiences', id: experience.id, before: null, after: experience },
      ...this.used('skills', memory.skills, 1),
      ...[this.of(memory.edges), this.of(memory.edges)]
        .filter((edge, at, both) => at === 0 || edge !== both[0])
        .map((edge): RowChange => ({
          table: 'edges',
          id: edge.id,
          before: edge,
          after: { ...edge, successes: edge.successes + 1 },
        })),
    ]
  }

  /** Three dates of a multispectral sensor, half of the library retrieved first, nine in ten tools admissible. */
  query(): RecallQuery {
    const taskType = this.of(TASK_TYPES)
    return {
      question: `What is the ${this.words(taskType, 7).join(' ')} near ${this.of(PLACES)} in ${2000 + this.below(25)}?`,
      taskType,
      context: CONTEXT,
      retrieved: Array.from({ length: 20 }, () => this.of(this.tools)),
      admissible: new Set(this.tools.filter(() => this.next() < 0.9)),
    }
  }

  private workflow(): Workflow {
    const taskType = this.of(TASK_TYPES)
    const sequence = [this.of(this.tools)]
    for (let more = 1 + this.below(6); more > 0; more--) sequence.push(this.follower(sequence.at(-1)!))
    return {
      ...this.life(),
      id: this.id('workflow'),
      taskType,
      description: `${taskType.replaceAll('-', ' ')} by ${sequence.join(', ')}`,
      sequence,
      parameters: [`threshold ${this.below(100) / 100}`],
      cautions: [],
      signature: { modalities: ['multispectral'], dates: this.of(['one', 'two', 'many'] as const) },
      questionTokens: Array.from({ length: 1 + this.below(3) }, () =>
        tokens([...this.words(taskType, 6), this.of(PLACES), String(2000 + this.below(25))].join(' ')),
      ),
      successes: this.below(9),
      failures: this.below(3),
    }
  }

  /** Few tools follow on each, so that the edges are as many as a library of this size has, not as many as there are pairs. */
  private follower(tool: string): string {
    const at = this.tools.indexOf(tool) * FOLLOWERS + this.below(FOLLOWERS)
    return this.tools[(at * 7 + 1) % this.tools.length]!
  }

  private experience(): Experience {
    const [tool, error, argument] = [this.of(this.tools), this.of(ERRORS), this.of(ARGUMENTS)]
    const correction = `give ${argument} as ${this.of(PLACES).length} of the ${this.of(ARGUMENTS)}`
    return {
      ...this.life(),
      id: this.id('experience'),
      kind: 'argument',
      equivalence: `${tool}|${error}|${argument}|${correction}|${this.made}`,
      taskType: this.of(TASK_TYPES),
      tool,
      trigger: `${tool} refused the argument ${argument} (${error.replaceAll('_', ' ')})`,
      correction,
      operations: Array.from({ length: this.below(4) }, () => this.of(this.tools)),
      count: 1 + this.below(5),
    }
  }

  private skill(): Skill {
    const seed = this.of(seedSkills())
    const taskType = this.of(TASK_TYPES)
    const words = this.words(taskType, 8).join(' ')
    return {
      ...seed,
      ...this.life(),
      id: this.id('skill'),
      taskType,
      title: `${taskType.replaceAll('-', ' ')} of ${this.of(PLACES)}`,
      description: words,
      steps: seed.steps.map((step) => (this.next() < 0.3 ? { ...step, tool: this.of(this.tools) } : step)),
    }
  }

  private life(): EntryLife {
    const helped = this.below(5)
    const createdAt = SESSION - this.below(400) * DAY_MS
    return {
      origin: 'learned',
      state: this.of(['active', 'candidate'] as const),
      activation: null,
      pinned: false,
      provenance: [`run-${this.below(99_999)}`, `data:${this.below(999)}`],
      usage: { uses: helped, helped, hurt: 0, lastUsed: helped > 0 ? createdAt + DAY_MS : null },
      createdAt,
    }
  }

  private used<Table extends 'workflows' | 'experiences' | 'skills'>(
    table: Table,
    rows: MemorySnapshot[Table],
    count: number,
  ): RowChange[] {
    const chosen = new Set(Array.from({ length: count }, () => this.of<MemorySnapshot[Table][number]>(rows)))
    return [...chosen].map((before) => {
      const usage = { ...before.usage, uses: before.usage.uses + 1, lastUsed: SESSION }
      return { table, id: before.id, before, after: { ...before, usage } } as RowChange
    })
  }

  private words(taskType: TaskType, count: number): readonly string[] {
    const { core, near } = TASK_WORDS[taskType]
    const known = `${core} ${near}`.split(' ')
    return Array.from({ length: count }, () => this.of(known))
  }

  private id(kind: string): string {
    this.made += 1
    return `${kind}-${this.made.toString(36).padStart(6, '0')}`
  }

  private below(end: number): number {
    return Math.floor(this.next() * end)
  }

  private of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }
}

const scene = (date: string, at: number): SceneSummary => ({
  id: `scene-${at + 1}`,
  sensor: 'sentinel-2',
  level: 'L2A',
  quantity: 'reflectance',
  date,
  bands: ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'],
  scaled: true,
  crs: 'EPSG:32721',
  pixelSizeMetres: 20,
  width: 1000,
  height: 1000,
})

const DATES = ['2020-01-01', '2020-06-01', '2020-09-01']
const CONTEXT: SensingContext = {
  modalities: ['multispectral'],
  sensors: ['sentinel-2'],
  scenes: DATES.map(scene),
  products: [],
  dates: DATES,
  overlap: true,
}
