import { registration } from './service-worker.ts'

/**
 * What this page goes without: 'policy' where its workers run without the policy and apart from no other site, because
 * neither the host nor a service worker sends the headers; 'isolation' where only shared memory, so threads, is missing.
 */
export type HostLack = 'policy' | 'isolation'

/** Set while a page loads anew to get under the service worker: once is enough to know whether that helps. */
const RELOADED = 'geoforge-reloaded'

/** A worker that is not active by then is not waited for: the page is better than a blank screen. */
const PATIENCE_MS = 10_000

/**
 * Before any worker is started: a worker has the policy of its own response, which a plain static host does not send and
 * the service worker adds. Where it is needed and does not control the page yet, the page is loaded anew once, and this
 * never resolves.
 */
export async function settleHost(): Promise<HostLack | null> {
  if (!import.meta.env.PROD) return null
  const controlled = Boolean('serviceWorker' in navigator && navigator.serviceWorker.controller)
  if (controlled || (await hostSendsPolicy())) {
    note(null)
    return crossOriginIsolated ? null : 'isolation'
  }
  if (!(await isActive()) || noted()) return 'policy'
  note('once')
  location.reload()
  return new Promise<never>(() => undefined)
}

/** Looked at in the answer for this very script, as the page cannot see the headers that it came with itself. */
async function hostSendsPolicy(): Promise<boolean> {
  if (!crossOriginIsolated) return false
  const answer = await fetch(import.meta.url, { method: 'HEAD' }).catch(() => null)
  return answer?.headers.get('content-security-policy')?.includes("connect-src 'self'") ?? false
}

async function isActive(): Promise<boolean> {
  const active = registration().then(async () => (await navigator.serviceWorker.ready).active !== null)
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false))
  return Promise.race([active, late]).catch(() => false)
}

function note(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(RELOADED)
    else sessionStorage.setItem(RELOADED, value)
  } catch {
    // Where storage is refused, so is a service worker: there is nothing to load anew for.
  }
}

function noted(): boolean {
  try {
    return sessionStorage.getItem(RELOADED) !== null
  } catch {
    return true
  }
}
