/** The service worker of the built app, registered once; rejects where the browser has none or refuses it. */
let registering: Promise<ServiceWorkerRegistration> | null = null

export function registration(): Promise<ServiceWorkerRegistration> {
  registering ??=
    'serviceWorker' in navigator
      ? navigator.serviceWorker.register('./service-worker.js')
      : Promise.reject(new Error('this browser offers no service worker here'))
  return registering
}
