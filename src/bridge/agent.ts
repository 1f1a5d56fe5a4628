import { proxy } from 'comlink'
import type { AgentApi, WorkerLife } from './api.ts'
import type { WorkerHost } from './worker-host.ts'
import type { MemoryMode, RunEvent, RunRecord } from '../trace/events.ts'
import type { UnitWishes } from '../trace/units.ts'
import type { ModelState } from './language.ts'

/** The page's side of workers/agent.ts. worker_lost where the worker died; the store keeps what was committed. */
export class AgentClient implements Omit<AgentApi, 'connect' | 'connectPage' | 'memory' | 'backup'> {
  constructor(
    private readonly host: WorkerHost<AgentApi & WorkerLife>,
    /** Asks the browser not to clear what is stored; workers cannot. */
    private readonly persist: () => Promise<boolean>,
  ) {}

  /** One question at a time. After `stop()` it resolves with the record of a stopped run. */
  ask(
    question: string,
    onEvent: (event: RunEvent) => void,
    memory: MemoryMode = 'on',
    units: UnitWishes = {},
  ) {
    const report = proxy(onEvent)
    return this.#learn(this.host.call((api) => api.ask(question, report, memory, units)))
  }

  resume(runId: string, onEvent: (event: RunEvent) => void, units: UnitWishes = {}) {
    const report = proxy(onEvent)
    return this.#learn(this.host.call((api) => api.resume(runId, report, units)))
  }

  async #learn(run: Promise<RunRecord>): Promise<RunRecord> {
    const record = await run
    // From the first thing that was learned there is something to lose.
    if (record.events.some((event) => event.type === 'memory-change')) {
      // Not waited for: some browsers ask the person first.
      this.persist().catch(() => false)
    }
    return record
  }

  stop() {
    return this.host.call((api) => api.stop())
  }

  prepareModel(again: boolean, onProgress: (fraction: number, note: string) => void) {
    const report = proxy(onProgress)
    return this.host.call<ModelState>((api) => api.prepareModel(again, report))
  }

  leaveModel() {
    return this.host.call((api) => api.leaveModel())
  }

  modelState() {
    return this.host.call<ModelState>((api) => api.modelState())
  }

  verdict(runId: string, verdict: 'up' | 'down') {
    return this.host.call((api) => api.verdict(runId, verdict))
  }

  runs() {
    return this.host.call((api) => api.runs())
  }

  run(runId: string) {
    return this.host.call<RunRecord | null>((api) => api.run(runId))
  }

  suggestions(lastRunId: string | null, memory: MemoryMode) {
    return this.host.call((api) => api.suggestions(lastRunId, memory))
  }

  writeState() {
    return this.host.call((api) => api.writeState())
  }
}
