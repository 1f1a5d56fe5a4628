import { proxy, transfer } from 'comlink'
import type { Remote } from 'comlink'
import { makeId } from '../lib/ids.ts'
import { AppError } from '../lib/errors.ts'
import type { Incoming } from '../models/incoming.ts'
import type { MachineFacts, Verdict } from '../models/hardware.ts'
import type { ModelManifest } from '../models/manifest.ts'
import type { DroppedFile, WorkerLife } from './api.ts'
import type { Outbound } from './outbound.ts'
import { sendStream, type SentStream } from './streams.ts'
import type { WorkerHost } from './worker-host.ts'

/** A model as the view lists it. Title, licence and origin are foreign text. */
export interface ListedModel {
  readonly id: string
  readonly title: string
  readonly kind: ModelManifest['kind']
  readonly engine: ModelManifest['engine']
  /** Exact where `state` is not 'listed'; null where nobody says. */
  readonly totalBytes: number | null
  readonly storedBytes: number
  readonly memoryBytes: number | null
  readonly context: number | null
  readonly licence: string | null
  readonly origin: string
  readonly revision: string | null
  /** 'listed': not here; 'partial': begun; 'stored': whole; 'broken': its record cannot be read. */
  readonly state: 'listed' | 'partial' | 'stored' | 'broken'
  /** This site offers it too. */
  readonly onSite: boolean
  /** Files whose publisher told no hash, so that the first copy was taken as it came. */
  readonly unpublishedHashes: number
  /** It can be fetched, or what is missing of it. */
  readonly fetchable: boolean
  /** Hosts that a download asks. */
  readonly hosts: readonly string[]
  readonly verdict: Verdict
  /** Measured after it was loaded last. */
  readonly writtenTokensPerSecond: number | null
  readonly promptTokensPerSecond: number | null
}

/** A server on this machine, or one that the person names, that speaks the OpenAI form. */
export interface ServerSetting {
  readonly url: string
  readonly model: string
}

export interface ModelsOverview {
  readonly machine: MachineFacts
  readonly models: readonly ListedModel[]
  /** 'planner', 'browser', 'server' or the id of a stored language model. */
  readonly used: string
  /** The language model that suits this machine best; null where the planner does. */
  readonly suggested: string | null
  readonly allowedHosts: readonly string[]
  readonly server: ServerSetting | null
}

/** Where a model is to come from. */
export type PlanAsk =
  { readonly from: 'hub' | 'site'; readonly id: string } | { readonly from: 'address'; readonly url: string }

export interface ModelBytes {
  readonly storedBytes: number
  readonly totalBytes: number | null
  readonly path: string
}

/** What the page does for the worker, which reaches no host itself. */
export interface PageNetwork {
  /** With a body only where `read`; a HEAD request else. */
  open(url: string, from: number, read: boolean): Promise<SentIncoming>
  json(url: string): Promise<unknown>
}

export type SentIncoming = Omit<Incoming, 'body'> & { readonly body: SentStream | null }

/** workers/models.ts: the files of models and what was chosen about them. Throws as StoredModels and Settings do. */
export interface ModelsApi {
  overview(browserModel: MachineFacts['browserModel'], net: PageNetwork): Promise<ModelsOverview>
  /** What would be fetched: files with sizes and published hashes. Nothing is stored. */
  plan(ask: PlanAsk, net: PageNetwork): Promise<ModelManifest>
  /** Fetches what is missing of a model: of the one given, else of the one that is stored in part. */
  download(
    model: ModelManifest | string,
    net: PageNetwork,
    onProgress: (progress: ModelBytes) => void,
    callId: string,
  ): Promise<void>
  /** Gives the id of the model that was recognised. */
  importFiles(
    files: readonly DroppedFile[],
    onProgress: (progress: ModelBytes) => void,
    callId: string,
  ): Promise<string>
  /** Gives the paths of files that are not what they were; `download` fetches those alone. */
  verify(id: string, onProgress: (progress: ModelBytes) => void, callId: string): Promise<readonly string[]>
  remove(id: string): Promise<void>
  cancel(callId: string): Promise<void>
  use(choice: string): Promise<void>
  setHost(host: string, allowed: boolean): Promise<void>
  setServer(server: ServerSetting | null): Promise<void>
  allowedHosts(): Promise<readonly string[]>
}

interface Running {
  readonly onProgress: (progress: ModelBytes) => void
  readonly signal?: AbortSignal | undefined
}

/** Hashing a piece of a large file is the longest that the worker does not listen. */
const PATIENCE_MS = 15_000

/** A listing of files is far smaller. */
const LARGEST_JSON = 16 << 20

/** The page's side of workers/models.ts. Stopped calls reject with AbortError; what was stored stays. */
export class ModelsClient {
  private readonly net: PageNetwork

  constructor(
    private readonly host: WorkerHost<ModelsApi & WorkerLife>,
    private readonly options: {
      readonly outbound: Outbound
      readonly persist: () => Promise<boolean>
      /** The browser's own model, which pages alone can reach. */
      readonly browserModel: () => Promise<MachineFacts['browserModel']>
    },
  ) {
    this.net = pageNetwork(options.outbound)
  }

  async overview(): Promise<ModelsOverview> {
    const state = await this.options.browserModel()
    return this.host.call((api) => api.overview(state, proxy(this.net)))
  }

  plan(ask: PlanAsk): Promise<ModelManifest> {
    return this.host.call((api) => api.plan(ask, proxy(this.net)))
  }

  async download(model: ModelManifest | string, running: Running): Promise<void> {
    await this.run(running, (api, callId, report) => api.download(model, proxy(this.net), report, callId))
    this.keep()
  }

  async importFiles(files: readonly DroppedFile[], running: Running): Promise<string> {
    const id = await this.run(running, (api, callId, report) => api.importFiles([...files], report, callId))
    this.keep()
    return id
  }

  verify(id: string, running: Running): Promise<readonly string[]> {
    return this.run(running, (api, callId, report) => api.verify(id, report, callId))
  }

  remove(id: string): Promise<void> {
    return this.host.call((api) => api.remove(id))
  }

  use(choice: string): Promise<void> {
    return this.host.call((api) => api.use(choice))
  }

  setHost(host: string, allowed: boolean): Promise<void> {
    return this.host.call((api) => api.setHost(host, allowed))
  }

  setServer(server: ServerSetting | null): Promise<void> {
    return this.host.call((api) => api.setServer(server))
  }

  private run<Result>(
    { onProgress, signal }: Running,
    use: (api: Remote<ModelsApi>, callId: string, report: (progress: ModelBytes) => void) => Promise<Result>,
  ): Promise<Result> {
    const callId = makeId('call')
    const report = proxy(onProgress)
    return this.host.call<Result>((api) => use(api, callId, report), {
      signal,
      cancel: (api) => api.cancel(callId),
      patienceMs: PATIENCE_MS,
    })
  }

  /** Not waited for: some browsers ask the person first. */
  private keep(): void {
    this.options.persist().catch(() => false)
  }
}

function pageNetwork(outbound: Outbound): PageNetwork {
  return {
    async open(url, from, read) {
      const response = await outbound.request(url, {
        method: read ? 'GET' : 'HEAD',
        ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
      })
      const body = response.body && sendStream(response.body)
      const sent: SentIncoming = { ...headOf(response), body }
      return body ? transfer(sent, [body as unknown as Transferable]) : sent
    },
    async json(url) {
      const response = await outbound.request(url)
      const text = response.ok ? await response.text() : ''
      try {
        if (response.ok && text.length <= LARGEST_JSON) return JSON.parse(text) as unknown
      } catch {
        // Said below.
      }
      const found = response.ok ? 'no list of files that can be read' : `the answer ${response.status}`
      const host = new URL(response.url).host
      throw new AppError('model_file', `${host} gave ${found} for this model; try again later`, { host })
    },
  }
}

/** What another origin's answer lets a page read; sizes of compressed answers are not those of the file. */
function headOf({ status, headers }: Response): Omit<SentIncoming, 'body'> {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '')
  const length = headers.get('Content-Length')
  const plain = length !== null && !headers.get('Content-Encoding')
  return {
    status,
    contentType: headers.get('Content-Type'),
    start: range ? Number(range[1]) : null,
    total: range
      ? range[2] === '*'
        ? null
        : Number(range[2])
      : status === 200 && plain
        ? Number(length)
        : null,
  }
}
