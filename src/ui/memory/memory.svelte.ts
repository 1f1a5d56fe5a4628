import type { MemoryClient, MemoryDone } from '../../bridge/index.ts'
import type { EntryQuery, EntryTable, MemoryOverview } from '../../memory/view/types.ts'
import { messageOf } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

export type MemoryPart = 'overview' | 'graph' | EntryTable | 'tools' | 'journal' | 'gate' | 'backup'

type Filter = Pick<EntryQuery, 'text' | 'state' | 'origin' | 'tool' | 'sort'>

const NO_FILTER: Filter = { text: '', state: null, origin: null, tool: null, sort: 'newest' }

/** What the memory view shows. Lists are read a page at a time by the components that show them. */
export class MemoryState {
  overview = $state.raw<MemoryOverview | null>(null)
  part = $state<MemoryPart>('overview')
  /** Entry that is open or was asked for from elsewhere. */
  shown = $state<string | null>(null)
  /** Change of the journal that was asked for from elsewhere. */
  shownChange = $state<number | null>(null)
  filter = $state.raw<Filter>(NO_FILTER)
  /** Change of the journal after which the memory is looked at; null: as it is. */
  at = $state<number | null>(null)
  /** The last change that was made here, until the person closes the word of it. */
  done = $state.raw<MemoryDone | null>(null)
  fault = $state<string | null>(null)
  busy = $state(false)
  readonly client: MemoryClient
  /** Another object whenever the memory may have changed: what reads through it reads anew. */
  source: { readonly client: MemoryClient }

  constructor(client: MemoryClient) {
    this.client = client
    this.source = $state.raw({ client })
  }

  async load(): Promise<void> {
    this.overview = await this.client.overview(this.at)
    this.source = { client: this.client }
  }

  /** Goes to a part, and to one entry of it whatever was filtered before. */
  show(part: MemoryPart, id: string | null = null): void {
    this.part = part
    this.shown = id
    this.filter = NO_FILTER
  }

  /** Goes to one change of the journal. */
  showChange(seq: number): void {
    this.show('journal')
    this.shownChange = seq
  }

  /** The entries of a kind that fit a filter. */
  list(table: EntryTable, filter: Partial<Filter>): void {
    this.show(table)
    this.filter = { ...NO_FILTER, ...filter }
  }

  async lookAt(at: number | null): Promise<void> {
    this.at = at
    await this.guard(() => this.load())
  }

  /** Makes one change of the memory and says what it was. Gives false, and why as the fault, where it was not made. */
  async act(change: (client: MemoryClient) => Promise<MemoryDone>): Promise<boolean> {
    this.done = null
    return this.guard(async () => this.told(await change(this.client)))
  }

  /** Says what was changed, and reads the memory anew. */
  async told(done: MemoryDone): Promise<void> {
    this.done = done
    await this.load()
  }

  /** Why nothing can be changed now; null where it can. */
  whyClosed(writable: boolean): string | null {
    if (!writable) return words.memory.closed.otherTab
    return this.at === null ? null : words.memory.closed.past
  }

  undo(seq: number, agreed: readonly number[] = []): Promise<boolean> {
    return this.act((client) => client.undo(seq, agreed))
  }

  /** Runs what may fail, with the fault shown at the head of the view. */
  async guard(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    this.fault = null
    try {
      await work()
      return true
    } catch (error) {
      this.fault = messageOf(error)
      return false
    } finally {
      this.busy = false
    }
  }
}
