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

/** For the page's meta element, where `frame-ancestors` is not heard. */
export const META_POLICY = policy(SEALED)

/** Threads need these two; the third keeps other sites from embedding what is served. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** On each response of the production build, from our server and from the service worker. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy({ ...SEALED, 'frame-ancestors': "'none'" }),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...ISOLATION,
}
