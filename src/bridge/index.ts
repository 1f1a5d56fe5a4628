import { transfer } from 'comlink'
import { CHANGES_CHANNEL } from '../trace/changes.ts'
import type { StoreChange } from '../trace/changes.ts'
import { AgentClient as AgentCalls } from './agent.ts'
import type { AgentApi, RasterApi, WorkerLife } from './api.ts'
import { BackupClient as BackupCalls } from './backup.ts'
import { makeId } from '../lib/ids.ts'
import { keepErrorsWhole } from './errors.ts'
import { Ledger, ledgerChannel, watchRequests } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import { Listeners } from './listeners.ts'
import { MemoryClient as MemoryCalls } from './memory.ts'
import { ModelsClient as ModelCalls } from './models.ts'
import type { ModelsApi } from './models.ts'
import { Outbound } from './outbound.ts'
import { pageKind } from './page.ts'
import type { PageKind } from './page.ts'
import { RasterClient as RasterCalls } from './raster.ts'
import { Site as SiteCalls } from './site.ts'
import type { SiteOptions } from './site.ts'
import { spawned, WorkerHost } from './worker-host.ts'
import type { Spawned } from './worker-host.ts'
import { WRITER_LOCK, WriterRole } from './writer-role.ts'

export type { DroppedFile, WriteState } from './api.ts'
export type { BackupFacts, ImportAsk } from './backup-api.ts'
export type { ModelState } from './language.ts'
export type { LedgerEntry, LedgerHost, LedgerView } from './ledger.ts'
export type { ErasePlan, MemoryApi, MemoryDone } from './memory-api.ts'
export type { ListedModel, ModelBytes, ModelsOverview, PlanAsk, ServerSetting } from './models.ts'
export type { OutboundRequest } from './outbound.ts'
export { policyHolds } from './ledger.ts'
export { settleHost } from './host.ts'
export type { HostLack } from './host.ts'
export { holdOff, isKeptOffline, keptOffline, offline } from './offline.ts'
export type { Newer } from './offline.ts'
export type { Machine, ResetAsk, SiteUsage } from './site.ts'
export { FORWARDS } from './outbound.ts'
export { pageAddress } from './page.ts'
export type { PageKind } from './page.ts'

/** What the page may ask of the workers; plain interfaces, so that a test can stand in for them. */
export type RasterClient = Pick<RasterCalls, keyof RasterCalls>
export type AgentClient = Pick<AgentCalls, keyof AgentCalls>
export type BackupClient = Pick<BackupCalls, keyof BackupCalls>
export type MemoryClient = Pick<MemoryCalls, keyof MemoryCalls>
export type ModelsClient = Pick<ModelCalls, keyof ModelCalls>
export type Site = Pick<SiteCalls, keyof SiteCalls>

/**
 * What changed, here or in another tab: read again what you show of it. 'role': this tab became a reader or the
 * writer; 'problem': the store closed (`writeState().problem` says why); 'restarted': a worker was started anew.
 */
export type Change = StoreChange | 'role' | 'problem' | 'restarted'

export interface GeoForge {
  readonly raster: RasterClient
  readonly agent: AgentClient
  readonly memory: MemoryClient
  readonly backup: BackupClient
  readonly models: ModelsClient
  readonly site: Site
  /** Which entry page this is. */
  readonly page: PageKind
  /** The page's way to other hosts, with the list of what it asked them. */
  readonly outbound: Pick<Outbound, 'request' | 'requests' | 'onRequest'>
  /** What the page and its workers requested since it opened. */
  readonly ledger: Pick<Ledger, 'view' | 'onView'>
  /** Gives the function that stops listening. */
  onChange(listener: (change: Change) => void): () => void
  /** Ends the workers and lets the next tab write. */
  close(): void
}

export interface StartOptions {
  readonly spawnRaster: () => Spawned
  readonly spawnAgent: () => Spawned
  readonly spawnModels: () => Spawned
  readonly locks: Pick<LockManager, 'request' | 'query'>
  readonly persist: () => Promise<boolean>
  readonly page: PageKind
  /** Address of the page, which those of this site are relative to. */
  readonly base: string
  /** Name of the workers, by which their requests are told to this page and no other. */
  readonly name: string
  /** What the machine has and what the site keeps. */
  readonly site: Pick<SiteOptions, 'machine' | 'usage' | 'erase'>
  /** State of the browser's own model; absent: there is none. */
  readonly browserModel?: () => Promise<'ready' | 'to-fetch' | 'none'>
  /** Answers to a LanguageApi behind the port for the models that only the page can reach; `request` is its way out. */
  readonly serveEngines?: (port: MessagePort, request: typeof fetch) => void
}

/**
 * Starts the workers, joins two of them by a MessageChannel and asks for the right to write. Returns at once. The models'
 * worker starts when it is first asked for something.
 */
export function startGeoForge(options: StartOptions): GeoForge {
  keepErrorsWhole()
  const { spawnRaster, spawnAgent, spawnModels, locks, persist, page, base, name } = options
  const { serveEngines, browserModel } = options
  const listeners = new Listeners<Change>()
  const onProblem = () => listeners.tell('problem')
  const ready = { raster: false, agent: false, models: false }

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
  const modelsHost = new WorkerHost<ModelsApi & WorkerLife>({
    label: 'models worker',
    spawn: spawnModels,
    locks,
    onProblem,
    onReady: (restarted) => onReady('models', restarted),
  })
  const outbound = new Outbound({
    page,
    base,
    allowedHosts: () => modelsHost.call((api) => api.allowedHosts()),
  })

  const role = new WriterRole(locks, () => {
    if (ready.raster) void sendRole(rasterHost)
    if (ready.agent) void sendRole(agentHost)
    if (ready.models) void sendRole(modelsHost)
    listeners.tell('role')
  })
  const sendRole = (host: Pick<WorkerHost<WorkerLife>, 'call'>) =>
    role
      .writable()
      .then((writable) => host.call((api) => api.setWritable(writable)))
      .catch(onProblem)

  function onReady(which: keyof typeof ready, restarted: boolean): void {
    ready[which] = true
    void sendRole({ raster: rasterHost, agent: agentHost, models: modelsHost }[which])
    if (which !== 'models' && ready.raster && ready.agent) join()
    if (which === 'agent' && serveEngines) offerPage(serveEngines)
    if (restarted) listeners.tell('restarted')
  }

  function join(): void {
    const { port1, port2 } = new MessageChannel()
    rasterHost.call((api) => api.connect(transfer(port1, [port1]))).catch(onProblem)
    agentHost.call((api) => api.connect(transfer(port2, [port2]))).catch(onProblem)
  }

  function offerPage(serve: NonNullable<StartOptions['serveEngines']>): void {
    const { port1, port2 } = new MessageChannel()
    serve(port1, (address, init) => outbound.request(new Request(address).url, init))
    agentHost.call((api) => api.connectPage(transfer(port2, [port2]))).catch(onProblem)
  }

  const ledger = new Ledger(base)
  const unwatch = watchRequests('page', (entries) => ledger.add(entries))
  const requests = new BroadcastChannel(ledgerChannel(name))
  requests.addEventListener('message', ({ data }) => ledger.add(data as LedgerEntry[]))

  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', ({ data }) => listeners.tell(data as StoreChange))
  rasterHost.start()
  agentHost.start()
  const endWorkers = () => {
    for (const host of [rasterHost, agentHost, modelsHost]) host.close()
  }

  return {
    raster: new RasterCalls(rasterHost),
    agent: new AgentCalls(agentHost, persist),
    memory: new MemoryCalls(agentHost),
    backup: new BackupCalls(agentHost),
    models: new ModelCalls(modelsHost, {
      outbound,
      persist,
      browserModel: browserModel ?? (() => Promise.resolve('none')),
    }),
    site: new SiteCalls({ ...options.site, persist, locks }, { writerLock: WRITER_LOCK, endWorkers }),
    page,
    outbound,
    ledger,
    onChange: (listener) => listeners.add(listener),
    close() {
      channel.close()
      requests.close()
      unwatch()
      endWorkers()
      role.close()
    },
  }
}

/** The real workers of a page. */
export function browserOptions(): Omit<StartOptions, 'site'> {
  const name = makeId('page')
  return {
    spawnRaster: () =>
      spawned(new Worker(new URL('../../workers/raster.ts', import.meta.url), { type: 'module', name })),
    spawnAgent: () =>
      spawned(new Worker(new URL('../../workers/agent.ts', import.meta.url), { type: 'module', name })),
    spawnModels: () =>
      spawned(new Worker(new URL('../../workers/models.ts', import.meta.url), { type: 'module', name })),
    name,
    locks: navigator.locks,
    persist: () => navigator.storage.persist(),
    page: pageKind(),
    base: document.baseURI,
  }
}
