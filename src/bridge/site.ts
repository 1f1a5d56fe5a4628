import type { MachineFacts } from '../models/hardware.ts'

/** What this browser on this machine has, as the page itself finds it. */
export type Machine = Omit<MachineFacts, 'usageBytes' | 'quotaBytes' | 'browserModel'>

/** Bytes by what they are kept for. */
export interface SiteUsage {
  readonly files: number
  readonly results: number
  readonly models: number
  /** Vectors by which tools are found. */
  readonly toolIndex: number
  /** Memory, runs, records; null where the browser does not tell. */
  readonly records: number | null
  /** The app itself, kept for when there is no network; null where the browser does not tell. */
  readonly app: number | null
}

export interface ResetAsk {
  /** Also the key by which this browser knows its own backups. */
  readonly forgetKey: boolean
}

export interface SiteOptions {
  readonly machine: () => Promise<Machine>
  readonly usage: () => Promise<SiteUsage>
  /** Erases all that the site keeps; what it begins is ended at the next start where it is cut off. */
  readonly erase: (ask: ResetAsk) => Promise<void>
  readonly persist: () => Promise<boolean>
  readonly locks: Pick<LockManager, 'query'>
}

/** The site as a whole: what the machine has, what is kept, and how all of it goes. */
export class Site {
  private facts: Promise<Machine> | null = null

  constructor(
    private readonly options: SiteOptions,
    private readonly parts: {
      /** Name of the lock that the writing tab holds and others wait for. */
      readonly writerLock: string
      /** Ends the workers; the right to write stays here, so that no other tab begins to. */
      readonly endWorkers: () => void
    },
  ) {}

  machine(): Promise<Machine> {
    return (this.facts ??= this.options.machine())
  }

  usage(): Promise<SiteUsage> {
    return this.options.usage()
  }

  /** True where the browser promises not to clear what is stored by itself. It may ask the person first. */
  persist(): Promise<boolean> {
    return this.options.persist()
  }

  /** True where another tab of the site is open: it waits for the right to write. */
  async otherTab(): Promise<boolean> {
    const { pending = [] } = await this.options.locks.query()
    return pending.some(({ name }) => name === this.parts.writerLock)
  }

  /** Erases everything. The page can do nothing afterwards but be loaded anew. */
  async reset(ask: ResetAsk): Promise<void> {
    this.parts.endWorkers()
    await this.options.erase(ask)
  }
}
