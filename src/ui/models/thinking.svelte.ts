import type { AgentClient, ModelState } from '../../bridge/index.ts'

/** The language model that runs think with: whether it is loaded, being loaded, or why not. */
export class ThinkingState {
  state = $state.raw<ModelState>({ state: 'none' })
  /** While it is loaded: the share that is done, 0 to 1, and what is being done. */
  progress = $state.raw<{ readonly fraction: number; readonly note: string } | null>(null)
  readonly #agent: Pick<AgentClient, 'prepareModel' | 'leaveModel'>

  constructor(agent: Pick<AgentClient, 'prepareModel' | 'leaveModel'>) {
    this.#agent = agent
  }

  /** Loads what the person chose, where it is not loaded yet. One that failed is tried `again` only when asked to. */
  async prepare(again = false): Promise<void> {
    try {
      this.state = await this.#agent.prepareModel(again, (fraction, note) => {
        this.progress = { fraction, note }
      })
    } finally {
      this.progress = null
    }
  }

  /** The planner goes on alone until a model is prepared again. */
  async stop(): Promise<void> {
    await this.#agent.leaveModel()
  }
}
