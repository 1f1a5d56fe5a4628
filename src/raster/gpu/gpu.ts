/** The one device of a session. Null until it is open, where there is none, and after it was lost. */
export class Gpu {
  private device: GPUDevice | null = null
  private isAsked = false

  constructor(private readonly open: () => Promise<GPUDevice | null> = openDevice) {}

  /** The device if it is open. The first call starts to open it and does not wait. */
  ready(): GPUDevice | null {
    if (!this.isAsked) {
      this.isAsked = true
      this.open().then(
        (device) => this.keep(device),
        () => undefined,
      )
    }
    return this.device
  }

  /** No use is made of the device any more: it was lost, or something went wrong on it. */
  drop(): void {
    this.device?.destroy()
    this.device = null
  }

  private keep(device: GPUDevice | null): void {
    this.device = device
    void device?.lost.then(() => (this.device = null))
  }
}

/**
 * A device of the machine's GPU. `navigator.gpu` may exist where no adapter does. An adapter made of software runs on the
 * same processor as we do: even to measure it would slow the work down.
 */
export async function openDevice(): Promise<GPUDevice | null> {
  const gpu = (globalThis.navigator as Partial<Navigator> | undefined)?.gpu
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' })
  return adapter && !adapter.info.isFallbackAdapter ? adapter.requestDevice() : null
}
