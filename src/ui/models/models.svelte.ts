import type {
  DroppedFile,
  ListedModel,
  ModelBytes,
  ModelsClient,
  ModelsOverview,
  PageKind,
  PlanAsk,
  ServerSetting,
} from '../../bridge/index.ts'
import { isAbort } from '../../lib/abort.ts'
import { isAppError } from '../../lib/errors.ts'
import type { ModelManifest } from '../../models/manifest.ts'
import { messageOf } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import type { ThinkingState } from './thinking.svelte.ts'
import { hostOf } from './words.ts'

/** What is being done with one model. */
export interface Work {
  readonly what: 'fetching' | 'checking' | 'importing'
  readonly progress: ModelBytes | null
  readonly stop: () => void
}

/** What a person has to say yes to before anything goes on. */
export type Question =
  | { readonly kind: 'leave-sealed' }
  | { readonly kind: 'allow'; readonly hosts: readonly string[]; readonly then: () => Promise<void> }
  | { readonly kind: 'plan'; readonly plan: ModelManifest }
  | { readonly kind: 'remove'; readonly model: ListedModel }

/** Work that belongs to no listed model yet. */
export const IMPORT = 'import'

/** The view of the models. Errors are told, not thrown. */
export class ModelsState {
  overview = $state.raw<ModelsOverview | null>(null)
  question = $state.raw<Question | null>(null)
  /** By model id, or IMPORT. */
  work = $state.raw<Readonly<Record<string, Work>>>({})
  fault = $state<string | null>(null)
  /** What just went well. */
  told = $state<string | null>(null)
  /** A listing is being read. */
  planning = $state(false)
  readonly page: PageKind
  readonly #client: ModelsClient
  readonly #thinking: ThinkingState

  constructor(client: ModelsClient, page: PageKind, thinking: ThinkingState) {
    this.#client = client
    this.#thinking = thinking
    this.page = page
  }

  async load(): Promise<void> {
    this.overview = await this.#client.overview()
  }

  /** Reads the list of files first; a person sees it before the first byte of a model is asked for. */
  fetch(model: ListedModel): Promise<void> {
    if (model.onSite) return this.#plan({ from: 'site', id: model.id }, [])
    return this.#plan({ from: 'hub', id: model.id }, model.hosts)
  }

  fetchFrom(url: string): Promise<void> {
    return this.#plan(
      { from: 'address', url },
      [hostOf(url)].filter((host) => host !== ''),
    )
  }

  startPlanned(plan: ModelManifest): Promise<void> {
    this.question = null
    return this.#download(plan.id, plan, plan.title)
  }

  resume(model: ListedModel): Promise<void> {
    return this.#allowed(model.hosts, () => this.#download(model.id, model.id, model.title))
  }

  stop(id: string): void {
    this.work[id]?.stop()
  }

  importFiles(files: readonly DroppedFile[]): Promise<void> {
    return this.#during(IMPORT, 'importing', async (running) => {
      const id = await this.#client.importFiles(files, running)
      await this.load()
      const title = this.overview?.models.find((model) => model.id === id)?.title ?? id
      return words.models.told.imported(title)
    })
  }

  verify(model: ListedModel): Promise<void> {
    return this.#during(model.id, 'checking', async (running) => {
      const wrong = await this.#client.verify(model.id, running)
      if (wrong.length === 0) return words.models.told.whole(model.title)
      const { damaged } = words.models.told
      this.fault = damaged(model.title, wrong.join(', '), wrong.length === 1, model.fetchable)
      return null
    })
  }

  remove(model: ListedModel): Promise<void> {
    this.question = null
    return this.#try(async () => {
      await this.#client.remove(model.id)
      await this.load()
      this.told = words.models.told.deleted(model.title)
    })
  }

  /** Loads it at once, so that a person sees whether it works here. */
  use(choice: string): Promise<void> {
    return this.#try(async () => {
      await this.#client.use(choice)
      await this.load()
      await this.#thinking.prepare(true)
      await this.load()
    })
  }

  allow(hosts: readonly string[], then: () => Promise<void>): Promise<void> {
    this.question = null
    return this.#try(async () => {
      for (const host of hosts) await this.#client.setHost(host, true)
      await this.load()
      await then()
    })
  }

  forbid(host: string): Promise<void> {
    return this.#try(async () => {
      await this.#client.setHost(host, false)
      await this.load()
    })
  }

  setServer(server: ServerSetting | null): Promise<void> {
    const store = () =>
      this.#try(async () => {
        await this.#client.setServer(server)
        await this.load()
      })
    return server ? this.#allowed([hostOf(server.url)], store) : store()
  }

  #plan(ask: PlanAsk, hosts: readonly string[]): Promise<void> {
    return this.#allowed(hosts, () =>
      this.#try(
        async () => {
          this.planning = true
          try {
            this.question = { kind: 'plan', plan: await this.#client.plan(ask) }
          } finally {
            this.planning = false
          }
        },
        () => this.#plan(ask, hosts),
      ),
    )
  }

  /** Goes on at once where every host is allowed, else asks. Models of this site ask no host. */
  async #allowed(hosts: readonly string[], then: () => Promise<void>): Promise<void> {
    if (hosts.length > 0 && this.page === 'sealed') {
      this.question = { kind: 'leave-sealed' }
      return
    }
    const missing = hosts.filter((host) => !this.overview?.allowedHosts.includes(host))
    if (missing.length > 0) this.question = { kind: 'allow', hosts: missing, then }
    else await then()
  }

  #download(id: string, model: ModelManifest | string, title: string): Promise<void> {
    return this.#during(
      id,
      'fetching',
      async (running) => {
        await this.#client.download(model, running)
        return words.models.told.fetched(title)
      },
      () => this.#download(id, id, title),
    )
  }

  /** Shows what is under way with a model until it ends. `act` gives what to say where it went well. */
  async #during(
    id: string,
    what: Work['what'],
    act: (running: {
      onProgress: (progress: ModelBytes) => void
      signal: AbortSignal
    }) => Promise<string | null>,
    again?: () => Promise<void>,
  ): Promise<void> {
    if (this.work[id]) return
    const controller = new AbortController()
    const show = (progress: ModelBytes | null) => {
      this.work = { ...this.work, [id]: { what, progress, stop: () => controller.abort() } }
    }
    show(null)
    await this.#try(async () => {
      try {
        this.told = await act({ onProgress: show, signal: controller.signal })
      } finally {
        this.work = Object.fromEntries(Object.entries(this.work).filter(([each]) => each !== id))
        await this.load()
      }
    }, again)
  }

  async #try(act: () => Promise<void>, again?: () => Promise<void>): Promise<void> {
    this.fault = null
    this.told = null
    try {
      await act()
    } catch (error) {
      if (isAbort(error)) return
      const host = isAppError(error) && error.code === 'host_not_allowed' ? error.details['host'] : null
      // A host that forwards to another one: the person is asked about that one too.
      if (typeof host === 'string' && again && this.page === 'connected') {
        this.question = { kind: 'allow', hosts: [host], then: again }
        return
      }
      this.fault = messageOf(error)
    }
  }
}
