import type { AdapterFacts } from '../hardware.ts'

/** What web-llm asks of a WebGPU adapter, and what it sets its limits by. */
export interface GpuFacts extends AdapterFacts {
  readonly bufferBytes: number
  readonly bindingBytes: number
}

/** The adapter that web-llm will take; null where there is none, though `navigator.gpu` may exist. */
export async function gpuFacts(): Promise<GpuFacts | null> {
  const { gpu } = navigator as Partial<Navigator>
  const adapter = (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null
  if (!adapter) return null
  const { features, info, limits } = adapter
  return {
    name: [info.vendor, info.architecture].filter(Boolean).join(' ') || info.description || 'unnamed',
    software:
      info.isFallbackAdapter ||
      /swiftshader|llvmpipe|software/i.test(`${info.architecture} ${info.description}`),
    f16: features.has('shader-f16'),
    workgroupStorageBytes: limits.maxComputeWorkgroupStorageSize,
    storageBuffers: limits.maxStorageBuffersPerShaderStage,
    bufferBytes: limits.maxBufferSize,
    bindingBytes: limits.maxStorageBufferBindingSize,
  }
}
