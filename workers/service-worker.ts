/**
 * Keeps the built app, sample scenes included, for when the network is off. It holds the list of the build's own files
 * and nothing else: what people drop never passes here, and requests to other hosts are not touched.
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

interface Fetch extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** The part of ServiceWorkerGlobalScope used here; its own types would replace those of the page in the whole project. */
interface Scope {
  readonly registration: { readonly scope: string }
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void
}

const scope = self as unknown as Scope
const { version, files, onDemand, headers, pageHeaders } = __OFFLINE_MANIFEST__

const PREFIX = 'geoforge-app-'
const CACHE = PREFIX + version
/** Longer than this and a page is answered from the cache, though the network may still come. */
const PATIENCE_MS = 3000

const address = (file: string) => new URL(file, scope.registration.scope).href
const kept = new Set(files.map(address))
const keptOnDemand = new Set(onDemand.map(address))
const ofPages = new Map(Object.entries(pageHeaders).map(([file, own]) => [address(file), own]))

/** File names under assets/ carry a hash of their content: the same name is the same bytes. */
const isHashed = (url: string) => url.startsWith(address('assets/'))

scope.addEventListener('install', (event) => event.waitUntil(keepAll()))

// A newer version waits until no page of the older one is open, then sweeps up after it.
scope.addEventListener('activate', (event) => event.waitUntil(sweep().then(() => scope.clients.claim())))

scope.addEventListener('fetch', (event) => {
  const url = plainAddress(event.request.url)
  if (event.request.method !== 'GET' || !(kept.has(url) || keptOnDemand.has(url))) return
  event.respondWith(isHashed(url) ? cacheFirst(event.request, url) : networkFirst(event.request, url))
})

/** All or nothing: a file that cannot be had fails the installation, and the older version stays. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const url of kept) {
    const old = isHashed(url) ? await caches.match(url) : undefined
    const response = old ?? (await fetch(url, { cache: 'no-cache' }))
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
    await cache.put(url, response)
  }
  for (const url of keptOnDemand) {
    const old = await caches.match(url)
    if (old) await cache.put(url, old)
  }
}

async function sweep(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
}

/** Without query and fragment; a folder is its index.html. */
function plainAddress(href: string): string {
  const url = new URL(href)
  if (url.pathname.endsWith('/')) url.pathname += 'index.html'
  return url.origin + url.pathname
}

async function cacheFirst(request: Request, url: string): Promise<Response> {
  const cached = await fromCache(url)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && keptOnDemand.has(url)) {
    const cache = await caches.open(CACHE)
    // Not waited for, and without room the engine runs all the same, while there is a network.
    void cache.put(url, response.clone()).catch(() => undefined)
  }
  return dressed(response, url)
}

/** The server's newest while it answers, else what is kept. A page so always fits the scripts that it asks for. */
async function networkFirst(request: Request, url: string): Promise<Response> {
  const cached = await fromCache(url)
  if (!cached) return dressed(await fetch(request), url)
  const network = fetch(request).then(
    (response) => (response.ok ? dressed(response, url) : cached),
    () => cached,
  )
  return request.mode === 'navigate' ? Promise.race([network, afterPatience(cached)]) : network
}

function afterPatience(cached: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, cached))
}

async function fromCache(url: string): Promise<Response | null> {
  // Not by open, which would make an empty cache anew where a newer version has swept this one away.
  const response = await caches.match(url, { cacheName: CACHE })
  return response ? dressed(response, url) : null
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
