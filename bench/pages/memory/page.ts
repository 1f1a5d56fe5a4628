import type { ToolSpec } from '../../../src/tools/tool.ts'
import { SyntheticMemory, type MemorySize } from '../../lib/synthetic-memory.ts'
import { timeAssembly, type Assembly } from './assembly.ts'
import { timeStore, type Stored } from './stored.ts'

export interface MemoryBenchOptions {
  readonly sizes: readonly MemorySize[]
  readonly specs: readonly ToolSpec[]
  readonly questions: number
  readonly commits: number
  readonly seed: number
}

export interface MemoryRun {
  readonly size: MemorySize
  readonly assembly: Assembly
  readonly stored: Stored | null
}

Object.assign(window, {
  async run({ sizes, specs, questions, commits, seed }: MemoryBenchOptions): Promise<MemoryRun[]> {
    const tools = specs.filter(({ internal }) => !internal).map(({ name }) => name)
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
