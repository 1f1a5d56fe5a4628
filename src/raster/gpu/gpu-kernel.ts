import type { BlockKernel } from '../expression/compile.ts'
import { UNSURE_BITS, WORKGROUP } from './shader.ts'

/** Flags of buffers (https://www.w3.org/TR/webgpu/#buffer-usage); the compiler's DOM types have no such values. */
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [0x01, 0x04, 0x08, 0x80]
const FOR_READING = 0x01

/** A compiled shader of `shaderOf`, ready to run on one device. */
export interface GpuKernel {
  readonly device: GPUDevice
  readonly pipeline: GPUComputePipeline
  /** Works out the pixels that the shader leaves open. */
  readonly cpu: BlockKernel
}

/** Throws where the device refuses the shader. */
export async function createGpuKernel(device: GPUDevice, code: string, cpu: BlockKernel): Promise<GpuKernel> {
  const module = device.createShaderModule({ code })
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } })
  return { device, pipeline, cpu }
}

type Limits = Pick<GPUSupportedLimits, 'maxStorageBufferBindingSize' | 'maxComputeWorkgroupsPerDimension'>

/**
 * Fills `out` like the processor's kernel, to TOLERANCE, in as many parts as the limits ask for. Throws where the device
 * is lost or has no memory; `out` is then half done.
 */
export async function runOnGpu(
  kernel: GpuKernel,
  blocks: readonly Float32Array[],
  out: Float32Array,
  limits: Limits = kernel.device.limits,
): Promise<void> {
  const most = Math.floor(limits.maxStorageBufferBindingSize / 4 / Math.max(1, blocks.length))
  for (let from = 0; from < out.length; from += most) {
    const to = Math.min(from + most, out.length)
    const part = out.subarray(from, to)
    const bands = blocks.map((block) => block.subarray(from, to))
    await runPart(kernel, bands, part, limits.maxComputeWorkgroupsPerDimension)
    decideUnsure(kernel.cpu, bands, part)
  }
}

async function runPart(
  { device, pipeline }: GpuKernel,
  blocks: readonly Float32Array[],
  out: Float32Array,
  mostGroups: number,
): Promise<void> {
  const size = out.byteLength
  const make = (bytes: number, usage: number) => device.createBuffer({ size: bytes, usage })
  device.pushErrorScope('out-of-memory')
  device.pushErrorScope('validation')
  const input = make(size * Math.max(1, blocks.length), STORAGE | COPY_DST)
  const result = make(size, STORAGE | COPY_SRC)
  const reading = make(size, MAP_READ | COPY_DST)
  try {
    blocks.forEach((block, band) => device.queue.writeBuffer(input, band * size, block))
    const encoder = device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    const entries = [input, result].map((buffer, binding) => ({ binding, resource: { buffer } }))
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }))
    const groups = Math.ceil(out.length / WORKGROUP)
    const columns = Math.min(groups, mostGroups)
    pass.dispatchWorkgroups(columns, Math.ceil(groups / columns))
    pass.end()
    encoder.copyBufferToBuffer(result, 0, reading, 0, size)
    device.queue.submit([encoder.finish()])
    const [invalid, noMemory] = await Promise.all([
      device.popErrorScope(),
      device.popErrorScope(),
      reading.mapAsync(FOR_READING),
    ])
    const problem = invalid ?? noMemory
    if (problem) throw new Error(problem.message)
    // As bits: a copy of floats may change what a NaN carries.
    bitsOf(out).set(new Uint32Array(reading.getMappedRange()))
  } finally {
    for (const buffer of [input, result, reading]) buffer.destroy()
  }
}

const bitsOf = (values: Float32Array) => new Uint32Array(values.buffer, values.byteOffset, values.length)

function decideUnsure(cpu: BlockKernel, blocks: readonly Float32Array[], out: Float32Array): void {
  const open: number[] = []
  const bits = bitsOf(out)
  for (let index = 0; index < bits.length; index++) if (bits[index] === UNSURE_BITS) open.push(index)
  if (open.length === 0) return
  const values = new Float32Array(open.length)
  cpu(
    blocks.map((block) => Float32Array.from(open, (index) => block[index]!)),
    values,
  )
  open.forEach((index, place) => (out[index] = values[place]!))
}
