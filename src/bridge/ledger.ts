import { Listeners } from './listeners.ts'

/** One request of this page or of a worker below it, as the browser noted it. */
export interface LedgerEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Who asked, for people: 'page', 'pixel worker'. */
  readonly by: string
  readonly url: string
  /** Bytes that came over the network; 0 from a copy that is kept here, null where the browser does not tell. */
  readonly bytes: number | null
  /** The page's policy kept it from being sent. */
  readonly refused: boolean
}

/** All requests to one host since the page opened. */
export interface LedgerHost {
  readonly host: string
  /** The site that the page came from. */
  readonly own: boolean
  readonly sent: number
  readonly refused: number
  readonly bytes: number
}

export interface LedgerView {
  readonly since: number
  /** The own site first, then the others by name; all requests, also those that `latest` has lost. */
  readonly hosts: readonly LedgerHost[]
  /** Newest first. */
  readonly latest: readonly LedgerEntry[]
}

const KEPT_ENTRIES = 500
const NETWORK = /^(https?|wss?):/

/** Which workers are below which page: their names, as two open pages of one site share all else. */
export const ledgerChannel = (name: string) => `geoforge-ledger ${name}`

/**
 * What this page has requested since it opened. The entries are the browser's own (Resource Timing and reports of
 * Content-Security-Policy), those of workers come over a channel. Nothing is stored.
 */
export class Ledger {
  private readonly hosts = new Map<string, LedgerHost>()
  private latest: readonly LedgerEntry[] = []
  private readonly listeners = new Listeners<LedgerView>()
  private readonly since = performance.timeOrigin

  /** `base` is the address of the page. */
  constructor(private readonly base: string) {}

  get view(): LedgerView {
    const byName = (a: LedgerHost, b: LedgerHost) =>
      Number(b.own) - Number(a.own) || (a.host < b.host ? -1 : 1)
    return { since: this.since, hosts: [...this.hosts.values()].sort(byName), latest: this.latest }
  }

  onView(listener: (view: LedgerView) => void): () => void {
    return this.listeners.add(listener)
  }

  add(entries: readonly LedgerEntry[]): void {
    for (const { url, bytes, refused } of entries) {
      const { host } = new URL(url)
      const known = this.hosts.get(host) ?? {
        ...{ host, own: host === new URL(this.base).host },
        ...{ sent: 0, refused: 0, bytes: 0 },
      }
      this.hosts.set(host, {
        ...known,
        sent: known.sent + (refused ? 0 : 1),
        refused: known.refused + (refused ? 1 : 0),
        bytes: known.bytes + (bytes ?? 0),
      })
    }
    this.latest = [...entries, ...this.latest].sort((a, b) => b.at - a.at).slice(0, KEPT_ENTRIES)
    this.listeners.tell(this.view)
  }
}

/** Tells every request of the page or worker that it is called in, those made before it too. Gives the function that ends it. */
export function watchRequests(by: string, tell: (entries: readonly LedgerEntry[]) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    const entries = (list.getEntries() as PerformanceResourceTiming[])
      // What a file, a picture made here or a worker's script is read from is no network.
      .filter(({ name }) => NETWORK.test(name))
      .map(({ name, startTime, transferSize, responseStatus }): LedgerEntry => ({
        ...{ at: performance.timeOrigin + startTime, by, url: name, refused: false },
        // Another site that does not allow its timing to be read has neither size nor status.
        bytes: responseStatus === 0 && transferSize === 0 ? null : transferSize,
      }))
    if (entries.length > 0) tell(entries)
  })
  observer.observe({ type: 'resource', buffered: true })
  const counted = oncePerRequest()
  const target: EventTarget = 'document' in globalThis ? document : globalThis
  const onRefused = (event: Event) => {
    const { blockedURI, originalPolicy } = event as SecurityPolicyViolationEvent
    if (!NETWORK.test(blockedURI) || !counted(blockedURI, originalPolicy)) return
    tell([{ at: Date.now(), by, url: blockedURI, bytes: null, refused: true }])
  }
  target.addEventListener('securitypolicyviolation', onRefused)
  return () => {
    observer.disconnect()
    target.removeEventListener('securitypolicyviolation', onRefused)
  }
}

/**
 * A page whose policy stands in a header and in its source reports each refusal once for either: it is one request. True
 * for the first report of it.
 */
export function oncePerRequest(): (url: string, policy: string) => boolean {
  const reports = new Map<string, number>()
  const requests = new Map<string, number>()
  return (url, policy) => {
    const key = `${policy} ${url}`
    const count = (reports.get(key) ?? 0) + 1
    reports.set(key, count)
    if (count <= (requests.get(url) ?? 0)) return false
    requests.set(url, count)
    return true
  }
}

/** A name that RFC 2606 keeps from ever being given to anybody: where no policy holds, still nobody is reached. */
const NOBODY = 'https://geoforge-policy-test.invalid'

/** Tries to break the policy. True: the browser refused the request before it was sent. */
export async function policyHolds(): Promise<boolean> {
  const done = new AbortController()
  const refused = new Promise<boolean>((resolve) => {
    const onRefused = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (blockedURI.startsWith(NOBODY)) resolve(true)
    }
    document.addEventListener('securitypolicyviolation', onRefused, { signal: done.signal })
  })
  const sent = fetch(NOBODY, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(
    () => false,
    // Without a network it fails too: only a report says that it was the policy, and that may come a little later.
    () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500)),
  )
  try {
    return await Promise.race([refused, sent])
  } finally {
    done.abort()
  }
}
