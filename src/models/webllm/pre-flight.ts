import { AppError } from '../../lib/errors.ts'
import type { GpuFacts } from './gpu-facts.ts'

/** What a compiled model takes. */
export interface ModelNeeds {
  /** Computes with 16-bit numbers: every q4f16 and q0f16 form does. */
  readonly f16: boolean
  /** Size of its largest tensor, which has to lie in one binding. */
  readonly largestTensorBytes: number
  readonly weightBytes: number
}

export interface MachineMemory {
  /** As the browser rounds it; null where it does not tell. */
  readonly gigabytes: number | null
}

/** Limits that web-llm 0.2.86 asks a device for, and what it asks for where an adapter has less than the first. */
export const WORKGROUP_STORAGE_BYTES = 32 << 10
export const STORAGE_BUFFERS = 10
const BUFFER_BYTES = [1 << 30, 1 << 28] as const
const BINDING_BYTES = [1 << 30, 1 << 27] as const

/**
 * Why a model of web-llm cannot run on an adapter, in sentences for people; empty where nothing speaks against it. The
 * library itself finds some of this out late, and some of it only by losing the device.
 */
export function obstacles(needs: ModelNeeds, gpu: GpuFacts | null, memory: MachineMemory): string[] {
  if (!gpu) {
    return [
      'This browser offers no graphics processor to pages (WebGPU has no adapter). Switch on hardware acceleration in its settings, update it and the graphics driver, or take a model that runs on the processor.',
    ]
  }
  const found: string[] = []
  if (needs.f16 && !gpu.f16) {
    found.push(
      `The model computes with 16-bit numbers (shader-f16), which this graphics processor (${gpu.name}) does not offer. Take the 32-bit form of the model, whose name has q4f32 in it.`,
    )
  }
  if (gpu.workgroupStorageBytes < WORKGROUP_STORAGE_BYTES) {
    found.push(
      `This graphics processor (${gpu.name}) gives a workgroup ${gpu.workgroupStorageBytes >> 10} KiB of memory, and ${WORKGROUP_STORAGE_BYTES >> 10} KiB are needed. Take a model that runs on the processor.`,
    )
  }
  if (gpu.storageBuffers < STORAGE_BUFFERS) {
    found.push(
      `This graphics processor (${gpu.name}) takes ${gpu.storageBuffers} buffers at once, and ${STORAGE_BUFFERS} are needed. Take a model that runs on the processor.`,
    )
  }
  const room = Math.min(granted(gpu.bufferBytes, BUFFER_BYTES), granted(gpu.bindingBytes, BINDING_BYTES))
  if (needs.largestTensorBytes > room) {
    found.push(
      `The largest part of the model takes ${megabytes(needs.largestTensorBytes)} in one piece, and this graphics processor (${gpu.name}) gives ${megabytes(room)}. Take a smaller model.`,
    )
  }
  if (memory.gigabytes !== null && needs.weightBytes > memory.gigabytes * 1e9) {
    found.push(
      `The model takes ${megabytes(needs.weightBytes)} for its weights alone; this machine has ${memory.gigabytes} GB of memory as far as the browser tells. Take a smaller model.`,
    )
  }
  return found
}

/** Throws unsupported_machine with the first obstacle, all of them in its details. */
export function preFlight(needs: ModelNeeds, gpu: GpuFacts | null, memory: MachineMemory): void {
  const found = obstacles(needs, gpu, memory)
  if (found.length > 0) throw new AppError('unsupported_machine', found[0]!, { obstacles: found })
}

/** The library asks for the first size, or where the adapter has less for the second, and never for what lies between. */
function granted(has: number, [wanted, fallback]: readonly [number, number]): number {
  return has >= wanted ? wanted : has >= fallback ? fallback : 0
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
