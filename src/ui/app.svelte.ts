import { createContext } from 'svelte'
import type {
  BackupClient,
  Change,
  GeoForge,
  LedgerView,
  PageKind,
  RasterClient,
  Site,
  WriteState,
} from '../bridge/index.ts'
import type { Layer, LayerId } from '../trace/layer.ts'
import type { RunView } from './chat/run-view.ts'
import { tabDraft } from './chat/draft-shelf.ts'
import { TalkState } from './chat/talk.svelte.ts'
import { DataState } from './layers/data.svelte.ts'
import { browserShelf } from './layers/layer-shelf.ts'
import { mainLayers } from './layers/result-groups.ts'
import { MemoryState } from './memory/memory.svelte.ts'
import { ToolsState } from './memory/tools.svelte.ts'
import { ModelsState } from './models/models.svelte.ts'
import { ThinkingState } from './models/thinking.svelte.ts'
import { messageOf } from './parts/format.ts'
import { whenIdle } from './parts/idle.ts'
import { isNewcomer, routeOf, type Route } from './routes.ts'
import { KeysState } from './settings/keys.svelte.ts'
import { UnitsState } from './settings/units.svelte.ts'
import { ThemeState } from './theme.svelte.ts'

/** Which panel stands beside the map where there is room for one alone. */
export type Panel = 'data' | 'talk'

/** What the whole screen shares. One instance, made by App. */
export class AppState {
  readonly data: DataState
  readonly talk: TalkState
  readonly memory: MemoryState
  readonly backup: BackupClient
  readonly tools: ToolsState
  readonly models: ModelsState
  readonly thinking: ThinkingState
  readonly page: PageKind
  readonly site: Site
  readonly theme = new ThemeState()
  readonly units = new UnitsState()
  readonly keys = new KeysState()
  route = $state<Route>('analyse')
  /** True once a person went from one view to another. */
  moved = $state(false)
  panel = $state<Panel>('data')
  /** On a phone the map takes the place of the panels. */
  mapFirst = $state(false)
  store = $state.raw<WriteState | null>(null)
  /** What this page requested since it opened. */
  ledger = $state.raw<LedgerView>({ since: 0, hosts: [], latest: [] })
  /** Layer that the map should move to; the count tells one wish from the next. */
  target = $state.raw<{ readonly id: LayerId; readonly count: number } | null>(null)
  fault = $state<string | null>(null)
  /** False in a second tab, which looks and does not change. */
  readonly writable = $derived(this.store?.writable ?? true)
  readonly #workers: GeoForge

  constructor(workers: GeoForge) {
    this.#workers = workers
    this.data = new DataState(workers.raster, (added) => this.#lookAt(added), browserShelf)
    this.thinking = new ThinkingState(workers.agent)
    this.talk = new TalkState(
      workers.agent,
      this.thinking,
      {
        units: () => this.units.wishes,
        onLayers: () => this.#guard(this.data.refresh()),
        onEnd: (run) => this.#guard(this.#afterRun(run)),
      },
      tabDraft,
    )
    this.memory = new MemoryState(workers.memory)
    this.backup = workers.backup
    this.tools = new ToolsState(workers.raster)
    this.models = new ModelsState(workers.models, workers.page, this.thinking)
    this.page = workers.page
    this.site = workers.site
  }

  /** Reads what is stored and listens for changes. Gives the function that ends it. */
  start(): () => void {
    this.#followHash()
    const onHash = () => {
      this.moved = true
      this.#followHash()
    }
    window.addEventListener('hashchange', onHash)
    this.ledger = this.#workers.ledger.view
    const stopLedger = this.#workers.ledger.onView((view) => (this.ledger = view))
    const stopListening = this.#workers.onChange((change) => this.#guard(this.#onChange(change)))
    this.#guard(this.#reload().then(() => this.#leaveStart()))
    return () => {
      window.removeEventListener('hashchange', onHash)
      stopListening()
      stopLedger()
    }
  }

  /** What is stored and how firmly, read anew. */
  async readStore(): Promise<void> {
    this.store = await this.#workers.agent.writeState()
  }

  showPanel(panel: Panel): void {
    this.panel = panel
    this.mapFirst = false
  }

  /** Layers drawn by the raster worker, for pictures that leave the page. */
  get raster(): RasterClient {
    return this.#workers.raster
  }

  showLayer(id: LayerId): void {
    this.data.setVisible(id, true)
    this.data.selected = id
    this.#moveMap(id)
    this.mapFirst = true
  }

  showMemory(kind: 'workflow' | 'experience' | 'skill', id: string): void {
    this.memory.show(kind === 'skill' ? 'skills' : kind === 'workflow' ? 'workflows' : 'experiences', id)
    location.hash = 'memory'
  }

  /** Shows the newest of the scenes that were just loaded, whatever else is shown, and moves the map to it. */
  #lookAt(added: readonly Layer[]): void {
    const layer = this.data.stack.find(({ id }) => added.some((entry) => entry.id === id))
    if (!layer) return
    this.data.setVisible(layer.id, true)
    this.#moveMap(layer.id)
  }

  #moveMap(id: LayerId): void {
    this.target = { id, count: (this.target?.count ?? 0) + 1 }
  }

  #followHash(): void {
    const hash = location.hash.slice(1)
    this.route = routeOf(hash, this.#isEmpty())
    // Its worker starts with the first question.
    if (this.route === 'models') this.#guard(this.models.load())
    if (hash.startsWith('run/')) {
      this.talk.goTo(decodeURIComponent(hash.slice(4)))
      this.showPanel('talk')
    }
  }

  /** Until all is read, by what the map showed last. */
  #isEmpty(): boolean {
    return isNewcomer({
      layers: this.data.order.length + this.data.layers.length,
      runs: this.talk.runs.length,
    })
  }

  /** Who has data or runs and named no view comes for those. */
  #leaveStart(): void {
    if (!this.moved) this.route = routeOf(location.hash.slice(1), this.#isEmpty())
  }

  async #onChange(change: Change): Promise<void> {
    if (this.models.overview && this.route === 'models') await this.models.load()
    if (change !== 'models' && change !== 'settings') await this.#reload()
  }

  async #reload(): Promise<void> {
    this.store = await this.#workers.agent.writeState()
    await Promise.all([this.data.refresh(), this.memory.load(), this.tools.load()])
    // A live run is newer than what is stored of it.
    if (!this.talk.live) await this.talk.load()
  }

  /** First what the person looks at, then what lies in other views. */
  async #afterRun(run: RunView | null): Promise<void> {
    if (run) {
      await this.data.refresh()
      this.data.present(mainLayers(run, this.data.layers))
    }
    await whenIdle()
    await this.memory.load()
    this.store = await this.#workers.agent.writeState()
  }

  #guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => (this.fault = messageOf(error)))
  }
}

export const [useApp, provideApp] = createContext<AppState>()
