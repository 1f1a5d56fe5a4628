import type { MachineFacts } from './hardware.ts'
import { gpuFacts, type GpuFacts } from './webllm/gpu-facts.ts'

/** A graphics driver that has not answered by then is of no use. */
const PATIENCE_MS = 4000

/** Asks this browser what it has; for page and workers. */
export async function probeMachine(): Promise<
  Omit<MachineFacts, 'usageBytes' | 'quotaBytes' | 'browserModel'>
> {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  return {
    adapter: await probeAdapter(),
    memoryGigabytes: deviceMemory ?? null,
    cores: navigator.hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
  }
}

/** Null also where the driver fails or keeps silent: a model cannot use it then. */
async function probeAdapter(): Promise<GpuFacts | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  try {
    return await Promise.race([gpuFacts(), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
