/**
 * sha256 of the <style> element that Observable Plot appends to each chart (its default class name).
 * A browser test holds it against the installed version.
 */
export const PLOT_STYLE_HASH = 'sha256-jSYQUrW7J0b3jPqhZP9C2Xh1PyJKHKXd4s0fpGGKrww='

/** The sealed page: it talks to its own origin alone. Workers take the policy of their own response. */
const SEALED = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'connect-src': "'self'",
  'img-src': "'self' blob: data:",
  'style-src': `'self' '${PLOT_STYLE_HASH}'`,
  'font-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
}

const policy = (directives: Readonly<Record<string, string>>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/**
 * The connected page alone: it may fetch from hosts of the network and from servers on this machine, each after the person
 * allowed it by name. Its workers keep the sealed policy, as that comes with their own scripts.
 */
const CONNECTED = {
  ...SEALED,
  // A policy cannot name an IPv6 address; "localhost" covers it.
  'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
}

/** Name of the one page that may reach other hosts. */
export const CONNECTED_PAGE = 'connected.html'

/** For a page's meta element, where `frame-ancestors` is not heard. `path` is that of the page's file. */
export function metaPolicy(path: string): string {
  return policy(isConnectedPage(path) ? CONNECTED : SEALED)
}

/** Threads need these two; the third keeps other sites from embedding what is served. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** On each response of the production build but the connected page, from our server and from the service worker. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy({ ...SEALED, 'frame-ancestors': "'none'" }),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...ISOLATION,
}

/** The same for the connected page. */
export const CONNECTED_HEADERS: Readonly<Record<string, string>> = {
  ...HEADERS,
  'Content-Security-Policy': policy({ ...CONNECTED, 'frame-ancestors': "'none'" }),
}

/** The headers of a response by the path that was asked for, '/connected.html'. */
export function headersFor(path: string): Readonly<Record<string, string>> {
  return isConnectedPage(path) ? CONNECTED_HEADERS : HEADERS
}

/** The page in the app's own folder only: nothing below it takes the wider policy by its name. */
function isConnectedPage(path: string): boolean {
  return path.replace(/^\//, '') === CONNECTED_PAGE
}
