import { seedSkills } from '../../../src/memory/index.ts'
import { openDatabase, seedOnce } from '../../../src/store/index.ts'
import type { ToolSpec } from '../../../src/tools/tool.ts'
import { SyntheticMemory, type MemorySize } from '../../lib/synthetic-memory.ts'
import { timeAssembly, type Assembly } from './assembly.ts'
import { fillStore, storeOf } from './fill.ts'
import { timeStore, type Stored } from './stored.ts'

export interface MemoryBenchOptions {
  readonly sizes: readonly MemorySize[]
  readonly specs: readonly ToolSpec[]
  readonly questions: number
  readonly commits: number
  readonly seed: number
}

export interface FillOptions extends Pick<MemoryBenchOptions, 'specs' | 'seed'> {
  readonly size: MemorySize
}

export interface MemoryRun {
  readonly size: MemorySize
  readonly assembly: Assembly
  readonly stored: Stored | null
}

const namesOf = (specs: readonly ToolSpec[]): readonly string[] =>
  specs.filter(({ internal }) => !internal).map(({ name }) => name)

Object.assign(window, {
  /** Fills the app's own database, beginning with the skills that the app would put in at its start. */
  async fill({ size, specs, seed }: FillOptions): Promise<void> {
    const database = await openDatabase()
    const store = storeOf(database)
    const seeds = seedSkills()
    await seedOnce(store, seeds)
    const memory = new SyntheticMemory(namesOf(specs), seed).snapshot(size)
    const skills = memory.skills.filter(({ id }) => !seeds.some((seed) => seed.id === id))
    await fillStore(store, { ...memory, skills })
    database.close()
  },

  async run({ sizes, specs, questions, commits, seed }: MemoryBenchOptions): Promise<MemoryRun[]> {
    const tools = namesOf(specs)
    // The first questions meet code that is not compiled yet: those of a small memory are not counted.
    const warmUp = new SyntheticMemory(tools, seed)
    const small = warmUp.snapshot({ workflows: 300, experiences: 300, skills: 60 })
    timeAssembly(warmUp, small, { questions: 50, specs })
    const runs: MemoryRun[] = []
    for (const size of sizes) {
      const given = new SyntheticMemory(tools, seed)
      const memory = given.snapshot(size)
      const assembly = timeAssembly(given, memory, { questions, specs })
      const stored = commits > 0 ? await timeStore(given, memory, commits) : null
      runs.push({ size, assembly, stored })
    }
    return runs
  },
})
