import type { AgentClient, MemoryView } from '../../bridge/index.ts'
import { messageOf } from '../parts/format.ts'

export type MemoryPart = 'skills' | 'workflows' | 'experiences' | 'transitions' | 'journal' | 'tools'

/** What is stored, as the memory view shows it. */
export class MemoryState {
  view = $state.raw<MemoryView | null>(null)
  part = $state<MemoryPart>('skills')
  /** Entry that was asked for from a run. */
  shown = $state<string | null>(null)
  fault = $state<string | null>(null)
  busy = $state(false)
  readonly #agent: AgentClient

  constructor(agent: AgentClient) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    this.view = await this.#agent.memory()
  }

  show(part: MemoryPart, id: string | null = null): void {
    this.part = part
    this.shown = id
  }

  async undo(seq: number): Promise<void> {
    this.busy = true
    this.fault = null
    try {
      this.view = await this.#agent.undo(seq)
    } catch (error) {
      this.fault = messageOf(error)
    } finally {
      this.busy = false
    }
  }
}
