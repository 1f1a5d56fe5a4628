import { transfer } from 'comlink'
import { CHANGES_CHANNEL } from '../trace/changes.ts'
import type { StoreChange } from '../trace/changes.ts'
import { AgentClient as AgentCalls } from './agent.ts'
import type { AgentApi, RasterApi, WorkerLife } from './api.ts'
import { keepErrorsWhole } from './errors.ts'
import { Listeners } from './listeners.ts'
import { RasterClient as RasterCalls } from './raster.ts'
import { WorkerHost } from './worker-host.ts'
import type { Spawned } from './worker-host.ts'
import { WriterRole } from './writer-role.ts'

export type { DroppedFile, MemoryView, WriteState } from './api.ts'

/** What the page may ask of the workers; plain interfaces, so that a test can stand in for them. */
export type RasterClient = Pick<RasterCalls, keyof RasterCalls>
export type AgentClient = Pick<AgentCalls, keyof AgentCalls>

/**
 * What changed, here or in another tab: read again what you show of it. 'role': this tab became a reader or the
 * writer; 'problem': the store closed (`writeState().problem` says why); 'restarted': a worker was started anew.
 */
export type Change = StoreChange | 'role' | 'problem' | 'restarted'

export interface GeoForge {
  readonly raster: RasterClient
  readonly agent: AgentClient
  /** Gives the function that stops listening. */
  onChange(listener: (change: Change) => void): () => void
  /** Ends both workers and lets the next tab write. */
  close(): void
}

export interface StartOptions {
  readonly spawnRaster: () => Spawned
  readonly spawnAgent: () => Spawned
  readonly locks: Pick<LockManager, 'request'>
  readonly persist: () => Promise<boolean>
}

/** Starts both workers, joins them by a MessageChannel and asks for the right to write. Returns at once. */
export function startGeoForge(options: StartOptions = browserOptions()): GeoForge {
  keepErrorsWhole()
  const { spawnRaster, spawnAgent, locks, persist } = options
  const listeners = new Listeners<Change>()
  const onProblem = () => listeners.tell('problem')
  const ready = { raster: false, agent: false }

  const rasterHost = new WorkerHost<RasterApi & WorkerLife>({
    label: 'pixel worker',
    spawn: spawnRaster,
    locks,
    onProblem,
    onReady: (restarted) => onReady('raster', restarted),
  })
  const agentHost = new WorkerHost<AgentApi & WorkerLife>({
    label: 'agent worker',
    spawn: spawnAgent,
    locks,
    onProblem,
    onReady: (restarted) => onReady('agent', restarted),
  })

  const role = new WriterRole(locks, () => {
    if (ready.raster) void sendRole(rasterHost)
    if (ready.agent) void sendRole(agentHost)
    listeners.tell('role')
  })
  const sendRole = (host: WorkerHost<RasterApi & WorkerLife> | WorkerHost<AgentApi & WorkerLife>) =>
    role
      .writable()
      .then((writable) => host.call((api) => api.setWritable(writable)))
      .catch(onProblem)

  function onReady(which: 'raster' | 'agent', restarted: boolean): void {
    ready[which] = true
    void sendRole(which === 'raster' ? rasterHost : agentHost)
    if (ready.raster && ready.agent) join()
    if (restarted) listeners.tell('restarted')
  }

  function join(): void {
    const { port1, port2 } = new MessageChannel()
    rasterHost.call((api) => api.connect(transfer(port1, [port1]))).catch(onProblem)
    agentHost.call((api) => api.connect(transfer(port2, [port2]))).catch(onProblem)
  }

  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', ({ data }) => listeners.tell(data as StoreChange))
  rasterHost.start()
  agentHost.start()

  return {
    raster: new RasterCalls(rasterHost),
    agent: new AgentCalls(agentHost, persist),
    onChange: (listener) => listeners.add(listener),
    close() {
      channel.close()
      rasterHost.close()
      agentHost.close()
      role.close()
    },
  }
}

function browserOptions(): StartOptions {
  return {
    spawnRaster: () =>
      spawned(new Worker(new URL('../../workers/raster.ts', import.meta.url), { type: 'module' })),
    spawnAgent: () =>
      spawned(new Worker(new URL('../../workers/agent.ts', import.meta.url), { type: 'module' })),
    locks: navigator.locks,
    persist: () => navigator.storage.persist(),
  }
}

function spawned(worker: Worker): Spawned {
  return {
    endpoint: worker,
    terminate: () => worker.terminate(),
    onError: (listener) =>
      worker.addEventListener('error', (event) =>
        listener(event.message || 'its script could not be loaded'),
      ),
  }
}
