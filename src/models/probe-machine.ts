import type { AdapterFacts, MachineFacts } from './hardware.ts'

/** A graphics driver that has not answered by then is of no use. */
const PATIENCE_MS = 4000

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render|software/i

/** Asks this browser what it has; for page and workers. The storage figures and the browser's own model come from the caller. */
export async function probeMachine(
  rest: Pick<MachineFacts, 'usageBytes' | 'quotaBytes' | 'browserModel'>,
): Promise<MachineFacts> {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  return {
    adapter: await probeAdapter(),
    memoryGigabytes: deviceMemory ?? null,
    cores: navigator.hardwareConcurrency,
    isolated: globalThis.crossOriginIsolated,
    ...rest,
  }
}

async function probeAdapter(): Promise<AdapterFacts | null> {
  // In browsers without WebGPU there is no such property, whatever the types say; in others the adapter may be null.
  const gpu = (navigator as { gpu?: GPU }).gpu
  if (!gpu) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  try {
    const adapter = await Promise.race([gpu.requestAdapter({ powerPreference: 'high-performance' }), late])
    if (!adapter) return null
    const { vendor, architecture, description } = adapter.info
    const words = [vendor, architecture, description].filter((word) => word !== '')
    return {
      name: words.slice(0, 2).join(' ') || 'unnamed',
      software: adapter.info.isFallbackAdapter || SOFTWARE.test(words.join(' ')),
      f16: adapter.features.has('shader-f16'),
      workgroupStorageBytes: adapter.limits.maxComputeWorkgroupStorageSize,
      storageBuffers: adapter.limits.maxStorageBuffersPerShaderStage,
    }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
