import type { AgentApi, WorkerLife } from './api.ts'
import type { MemoryApi } from './memory-api.ts'
import type { WorkerHost } from './worker-host.ts'

type Args<Name extends keyof MemoryApi> = Parameters<MemoryApi[Name]>

/** The page's side of workers/memory-service.ts, which runs in the agent worker. */
export class MemoryClient implements MemoryApi {
  constructor(private readonly host: WorkerHost<AgentApi & WorkerLife>) {}

  overview(...args: Args<'overview'>) {
    return this.host.call((api) => api.memory.overview(...args))
  }

  graph(...args: Args<'graph'>) {
    return this.host.call((api) => api.memory.graph(...args))
  }

  transitions(...args: Args<'transitions'>) {
    return this.host.call((api) => api.memory.transitions(...args))
  }

  tool(...args: Args<'tool'>) {
    return this.host.call((api) => api.memory.tool(...args))
  }

  entries(...args: Args<'entries'>) {
    return this.host.call((api) => api.memory.entries(...args))
  }

  history(...args: Args<'history'>) {
    return this.host.call((api) => api.memory.history(...args))
  }

  journal(...args: Args<'journal'>) {
    return this.host.call((api) => api.memory.journal(...args))
  }

  change(...args: Args<'change'>) {
    return this.host.call((api) => api.memory.change(...args))
  }

  changesOfRun(...args: Args<'changesOfRun'>) {
    return this.host.call((api) => api.memory.changesOfRun(...args))
  }

  gateLog(...args: Args<'gateLog'>) {
    return this.host.call((api) => api.memory.gateLog(...args))
  }

  undo(...args: Args<'undo'>) {
    return this.host.call((api) => api.memory.undo(...args))
  }

  undoPlan(...args: Args<'undoPlan'>) {
    return this.host.call((api) => api.memory.undoPlan(...args))
  }

  rollbackPlan(...args: Args<'rollbackPlan'>) {
    return this.host.call((api) => api.memory.rollbackPlan(...args))
  }

  rollback(...args: Args<'rollback'>) {
    return this.host.call((api) => api.memory.rollback(...args))
  }

  erasePlan(...args: Args<'erasePlan'>) {
    return this.host.call((api) => api.memory.erasePlan(...args))
  }

  erase(...args: Args<'erase'>) {
    return this.host.call((api) => api.memory.erase(...args))
  }

  contradictions(...args: Args<'contradictions'>) {
    return this.host.call((api) => api.memory.contradictions(...args))
  }

  approve(...args: Args<'approve'>) {
    return this.host.call((api) => api.memory.approve(...args))
  }

  pin(...args: Args<'pin'>) {
    return this.host.call((api) => api.memory.pin(...args))
  }

  retire(...args: Args<'retire'>) {
    return this.host.call((api) => api.memory.retire(...args))
  }

  edit(...args: Args<'edit'>) {
    return this.host.call((api) => api.memory.edit(...args))
  }

  correct(...args: Args<'correct'>) {
    return this.host.call((api) => api.memory.correct(...args))
  }
}
