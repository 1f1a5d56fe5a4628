import { Listeners } from './listeners.ts'
import { registration } from './service-worker.ts'

/**
 * A newer version of the app: 'ready' is here whole and waits; 'held' was told to take over and waits for a question that
 * another tab is answering; 'replaced' took over, told by another tab, while this page is still of the version before.
 */
export type Newer = 'ready' | 'held' | 'replaced'

/** In the cache once the whole app is, beside the page; workers/service-worker.ts writes it. */
const WHOLE = './kept-whole'

/** Held, shared, by each tab that answers a question; a newer version takes over in none of them meanwhile. */
const RUN_LOCK = 'geoforge-run'

const ASK_AGAIN_MS = 1000
const LOOK_AGAIN_MS = 3_600_000

/** What the service worker of the production build does for this page: the app without a network, and newer versions. */
class Offline {
  newer: Newer | null = null
  private readonly listeners = new Listeners<Newer | null>()
  private keep: () => void = () => undefined
  readonly kept = new Promise<void>((resolve) => {
    this.keep = resolve
  })

  onNewer(listener: (newer: Newer | null) => void): () => void {
    return this.listeners.add(listener)
  }

  /** Has the app kept and looks for newer versions, now and each hour. Does nothing in development. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD) return
    try {
      const registered = await registration()
      this.watch(registered)
      const { active } = await navigator.serviceWorker.ready
      if (active && (await askToKeep(active))) this.keep()
    } catch (error) {
      console.warn('GeoForge will not open without the network:', error)
    }
  }

  /** The newer version takes the place of this one in all tabs, once none of them answers a question; this one loads anew. */
  async takeOver(): Promise<void> {
    const { waiting } = await registration()
    while (waiting && !(await whileNothingRuns(() => exchange(waiting)))) {
      this.set('held')
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
    location.reload()
  }

  private watch(registered: ServiceWorkerRegistration): void {
    const { serviceWorker } = navigator
    let before = serviceWorker.controller
    serviceWorker.addEventListener('controllerchange', () => {
      // The first to control this page is none that replaced another.
      if (before) this.set('replaced')
      before = serviceWorker.controller
    })
    const look = () => {
      // The first of all waits for a moment too, and is no newer one.
      if (registered.waiting && registered.active && this.newer === null) this.set('ready')
    }
    look()
    registered.addEventListener('updatefound', () => {
      const { installing } = registered
      installing?.addEventListener('statechange', look)
    })
    // Without the network there is nothing to look for.
    const update = () => void registered.update().catch(() => undefined)
    update()
    setInterval(update, LOOK_AGAIN_MS)
  }

  private set(newer: Newer): void {
    if (this.newer === 'replaced') return
    this.newer = newer
    this.listeners.tell(newer)
  }
}

export const offline = new Offline()

/** True once the service worker has kept the whole app, so that it opens without the network. */
export async function isKeptOffline(): Promise<boolean> {
  if (!('caches' in globalThis)) return false
  const found = await caches.match(new URL(WHOLE, document.baseURI)).catch(() => undefined)
  return found !== undefined
}

/** Resolves when the app is kept; never where it cannot be. */
export function keptOffline(): Promise<void> {
  return offline.kept
}

/** While a question is answered here, no newer version takes over in any tab. Gives the function that ends it. */
export function holdOff(): () => void {
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  // Refused with all storage: then there is no newer version either.
  navigator.locks.request(RUN_LOCK, { mode: 'shared' }, () => over).catch(() => undefined)
  return end
}

/** False where something runs. Never waits in the queue of the lock, where it would hold up the next question. */
function whileNothingRuns(work: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(RUN_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

function exchange(waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve()
    })
    waiting.postMessage('take-over')
  })
}

function askToKeep(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data === true)
    }
    worker.postMessage('keep', [port2])
  })
}
