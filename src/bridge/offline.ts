/**
 * Registers the service worker of the production build, which answers when the network is off. Resolves to true once
 * the whole app is kept; to false where it cannot be: in development, on an insecure origin, without storage.
 */
export async function registerOffline(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  try {
    const registration = await navigator.serviceWorker.register('./service-worker.js')
    // A rebuilt app is kept in the background; without the network there is nothing to look for.
    registration.update().catch(() => undefined)
    await navigator.serviceWorker.ready
    return true
  } catch (error) {
    console.warn('GeoForge will not open without the network:', error)
    return false
  }
}
