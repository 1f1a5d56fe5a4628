/**
 * Keeps the built app, sample scenes included, for when the network is off. It holds the list of the build's own files
 * and nothing else: what people drop never passes here, and requests to other hosts are not touched. Once the app is
 * kept whole, all tabs get it from here, so that they are of one version; a newer one waits until a tab tells it to take over.
 */
/** What the build tells: `version` changes with any byte of any file; `files` are paths below the worker's scope. */
export interface OfflineManifest {
  readonly version: string
  readonly files: readonly string[]
  /** Kept once they were asked for: engines of models, which most people never load. Names carry a hash. */
  readonly onDemand: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** In place of `headers`, for pages with a policy of their own, by their paths. */
  readonly pageHeaders: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Written in by the build. */
declare const __OFFLINE_MANIFEST__: OfflineManifest

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Message extends Extendable {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
  readonly source: { readonly id: string } | null
}

interface Fetch extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** The part of ServiceWorkerGlobalScope used here; its own types would replace those of the page in the whole project. */
interface Scope {
  readonly registration: {
    readonly scope: string
    readonly active: unknown
    readonly waiting: unknown
    readonly installing: unknown
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: true
    }): Promise<readonly { readonly id: string }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'message', listener: (event: Message) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void
}

const scope = self as unknown as Scope
const { version, files, onDemand, headers, pageHeaders } = __OFFLINE_MANIFEST__

/** Of this site alone: an origin may hold several under different paths, and one must not sweep up after another. */
const PREFIX = `geoforge-app-${new URL(scope.registration.scope).pathname}-`
const CACHE = PREFIX + version

const address = (file: string) => new URL(file, scope.registration.scope).href
const kept = new Set(files.map(address))
const keptOnDemand = new Set(onDemand.map(address))
const ofPages = new Map(Object.entries(pageHeaders).map(([file, own]) => [address(file), own]))

/** In the cache once all files are: no file of the build has such a name. src/bridge/offline.ts looks for it too. */
const WHOLE = address('kept-whole')
let whole = false

/** File names under assets/ carry a hash of their content: the same name is the same bytes, whichever version they came with. */
const isHashed = (url: string) => url.startsWith(address('assets/'))

/**
 * A newer version is kept whole before it may take over. The first one begins at once: on a host that sends no headers of
 * ours the page waits for it, and what it will need offline is fetched when a page asks for that.
 */
scope.addEventListener('install', (event) => {
  if (scope.registration.active) event.waitUntil(keepAll())
})

scope.addEventListener('activate', (event) => event.waitUntil(sweep(null).then(() => scope.clients.claim())))

scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(scope.skipWaiting())
  if (event.data !== 'keep') return
  const answer = keepAll()
    .then(() => sweep(event.source?.id ?? null))
    .then(
      () => true,
      () => false,
    )
  event.waitUntil(answer.then((done) => event.ports[0]?.postMessage(done)))
})

scope.addEventListener('fetch', (event) => {
  const url = plainAddress(event.request.url)
  if (event.request.method !== 'GET') return
  if (isHashed(url)) event.respondWith(hashed(event.request, url))
  else if (kept.has(url)) event.respondWith(ofThisVersion(event.request, url))
})

/** All or nothing: a file that cannot be had fails the installation, and the older version stays. */
async function keepAll(): Promise<void> {
  if (await isWhole()) return
  const cache = await caches.open(CACHE)
  for (const url of kept) {
    const old = isHashed(url) ? await fromAny(url) : undefined
    const response = old ?? (await fetch(url, { cache: 'no-cache' }))
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
    await cache.put(url, response)
  }
  for (const url of keptOnDemand) {
    const old = await fromAny(url)
    if (old) await cache.put(url, old)
  }
  await cache.put(WHOLE, new Response(version))
}

async function isWhole(): Promise<boolean> {
  whole ||= (await caches.match(WHOLE, { cacheName: CACHE })) !== undefined
  return whole
}

/**
 * Removes what older versions kept, unless another page than the given one is open: it may be of an older version still,
 * and fetch a part of it that no server has any more.
 */
async function sweep(page: string | null): Promise<void> {
  // A newer one has a cache too, and is not this one's to remove.
  if (scope.registration.waiting ?? scope.registration.installing) return
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.some(({ id }) => id !== page)) return
  const old = (await ourCaches()).filter((name) => name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Without query and fragment; a folder is its index.html. */
function plainAddress(href: string): string {
  const url = new URL(href)
  if (url.pathname.endsWith('/')) url.pathname += 'index.html'
  return url.origin + url.pathname
}

async function hashed(request: Request, url: string): Promise<Response> {
  const cached = await fromAny(url)
  if (cached) return dressed(cached, url)
  const response = await fetch(request)
  if (response.ok && keptOnDemand.has(url)) {
    const cache = await caches.open(CACHE)
    // Not waited for, and without room the engine runs all the same, while there is a network.
    void cache.put(url, response.clone()).catch(() => undefined)
  }
  return dressed(response, url)
}

/** What is kept, once all of it is: a page and the scripts that it asks for are then of one version. Until then the server's. */
async function ofThisVersion(request: Request, url: string): Promise<Response> {
  const cached = await caches.match(url, { cacheName: CACHE })
  if (cached && (await isWhole())) return dressed(cached, url)
  const response = await fetch(request).catch((error: unknown) => {
    if (cached) return cached
    throw error
  })
  return dressed(response, url)
}

/** This version's first. Not by open, which would make an empty cache anew where a newer version has swept this one away. */
async function fromAny(url: string): Promise<Response | undefined> {
  for (const cacheName of [CACHE, ...(await ourCaches())]) {
    const found = await caches.match(url, { cacheName })
    if (found) return found
  }
  return undefined
}

async function ourCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

/** The same answer with our policy and isolation, which a static host or the cache may lack. */
function dressed(response: Response, url: string): Response {
  const all = new Headers(response.headers)
  for (const [name, value] of Object.entries(ofPages.get(url) ?? headers)) all.set(name, value)
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: all,
  })
}
