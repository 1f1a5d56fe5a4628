/** What GeoForge is built on and browsers give to secure pages alone. */
export type Part = 'serviceWorker' | 'files' | 'isolation' | 'gpu' | 'locks'

export function partsHere(): Record<Part, boolean> {
  // The DOM types know nothing of pages that go without them.
  const { storage, gpu, locks } = navigator as Partial<Pick<Navigator, 'storage' | 'gpu' | 'locks'>>
  return {
    serviceWorker: 'serviceWorker' in navigator,
    files: storage !== undefined && 'getDirectory' in storage,
    isolation: crossOriginIsolated,
    gpu: gpu !== undefined,
    locks: locks !== undefined,
  }
}
