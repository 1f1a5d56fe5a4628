import { isAbort } from '../lib/abort.ts'
import { AppError, isAppError } from '../lib/errors.ts'
import { Listeners } from './listeners.ts'
import type { PageKind } from './page.ts'

/** One request that this page made to another host, or wanted to. */
export interface OutboundRequest {
  readonly at: number
  readonly method: string
  readonly url: string
  /** Host that answered in the end, where the first one forwarded; null while there is no answer. */
  readonly answeredBy: string | null
  readonly status: number | null
  /** Why it was not sent or not read, for people; null where all went well. */
  readonly refused: string | null
}

export interface OutboundOptions {
  readonly page: PageKind
  /** Hosts that the person allowed, with their port where it is not the usual one. */
  readonly allowedHosts: () => Promise<readonly string[]>
  /** What addresses of this site are relative to. */
  readonly base: string
  readonly fetch?: typeof fetch
}

/** Who hosts large files for whom: allowed with the first, as the first forwards to them. Said where the host is allowed. */
export const FORWARDS: Readonly<Record<string, readonly string[]>> = {
  'huggingface.co': ['.huggingface.co', '.hf.co'],
}

/** What the connected page's policy can name; [::1] it cannot. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/

/** Enough for a ledger; older ones are dropped. */
const KEPT_REQUESTS = 500

/**
 * The one way from this app to another host. The page alone has it: workers keep the sealed policy and are handed what
 * arrives. Throws host_not_allowed on the sealed page and for hosts that the person has not allowed, before anything
 * is sent; read_failed where no answer comes.
 */
export class Outbound {
  private list: readonly OutboundRequest[] = []
  private readonly listeners = new Listeners<readonly OutboundRequest[]>()

  constructor(private readonly options: OutboundOptions) {}

  /** Requests to other hosts, oldest first. */
  get requests(): readonly OutboundRequest[] {
    return this.list
  }

  onRequest(listener: (requests: readonly OutboundRequest[]) => void): () => void {
    return this.listeners.add(listener)
  }

  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = this.parse(address)
    const send = this.options.fetch ?? fetch.bind(globalThis)
    // No cookie, no sign-in and no address of this page goes along.
    const plain: RequestInit = {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // 'no-cors' gives nothing to read, but tells whether somebody is there.
      mode: init.mode === 'no-cors' ? 'no-cors' : 'cors',
    }
    if (url.origin === new URL(this.options.base).origin) return this.answer(send(url, plain), url)
    const note = this.begin(init.method ?? 'GET', url)
    try {
      await this.assertAllowed(url)
      const response = await this.answer(send(url, { ...plain, cache: 'no-store' }), url)
      const answered = response.url === '' ? url : new URL(response.url)
      note({ answeredBy: answered.host, status: response.status })
      if (!this.isAllowed(answered.host, await this.options.allowedHosts())) {
        await response.body?.cancel()
        throw notAllowed(answered, `${url.host} forwards to ${answered.host}, which you have not allowed`)
      }
      return response
    } catch (error) {
      note({ refused: isAppError(error) ? error.message : 'stopped' })
      throw error
    }
  }

  private parse(address: string): URL {
    let url: URL
    try {
      url = new URL(address, this.options.base)
    } catch (cause) {
      throw new AppError('invalid_input', 'this is no web address; it begins with https://', {}, { cause })
    }
    if (url.username !== '' || url.password !== '') {
      throw new AppError(
        'invalid_input',
        'an address with a name and password in it is not used; take them out',
      )
    }
    return url
  }

  private async assertAllowed(url: URL): Promise<void> {
    if (this.options.page === 'sealed') {
      throw notAllowed(
        url,
        `this page is sealed: it asks no other host for anything. Open the connected page to reach ${url.host}`,
      )
    }
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) {
      throw new AppError(
        'invalid_input',
        `${url.host} would be reached without encryption; give an address that begins with https://, or http://localhost for this machine`,
      )
    }
    if (!this.isAllowed(url.host, await this.options.allowedHosts())) {
      throw notAllowed(url, `you have not allowed ${url.host}; allow it to go on`)
    }
  }

  private isAllowed(host: string, allowed: readonly string[]): boolean {
    return allowed.some(
      (each) => each === host || (FORWARDS[each] ?? []).some((suffix) => host.endsWith(suffix)),
    )
  }

  private async answer(sent: Promise<Response>, url: URL): Promise<Response> {
    try {
      return await sent
    } catch (cause) {
      if (isAbort(cause)) throw cause
      throw new AppError(
        'read_failed',
        `${url.host} did not answer: there is no connection, or the host lets no page of another site read it; try again, or import from a file`,
        { host: url.host },
        { cause },
      )
    }
  }

  /** Puts a request on the list; the function it gives changes what is known of it. */
  private begin(method: string, url: URL): (change: Partial<OutboundRequest>) => void {
    let current: OutboundRequest = {
      at: Date.now(),
      method,
      url: url.href,
      answeredBy: null,
      status: null,
      refused: null,
    }
    this.put([...this.list, current].slice(-KEPT_REQUESTS))
    return (change) => {
      const next = { ...current, ...change }
      this.put(this.list.map((each) => (each === current ? next : each)))
      current = next
    }
  }

  private put(list: readonly OutboundRequest[]): void {
    this.list = list
    this.listeners.tell(list)
  }
}

function notAllowed(url: URL, message: string): AppError {
  return new AppError('host_not_allowed', message, { host: url.host })
}
