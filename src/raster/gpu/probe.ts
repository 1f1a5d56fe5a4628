import { runOnGpu, type GpuKernel } from './gpu-kernel.ts'

/** All of one probe, in milliseconds. */
const PROBE_BUDGET = 50
/** The GPU has to win clearly, or a moment's load of the machine decides. */
const CLEARLY = 0.8

/** Says whether the GPU is clearly faster than `cpuMilliseconds` for these blocks, upload and reading back included. */
export type Probe = (
  kernel: GpuKernel,
  blocks: readonly Float32Array[],
  cpuMilliseconds: number,
) => Promise<boolean>

/** Two runs on the GPU, the first to warm up; not faster where they take longer than the budget. */
export async function probeBySpeed(
  kernel: GpuKernel,
  blocks: readonly Float32Array[],
  cpuMilliseconds: number,
): Promise<boolean> {
  const out = new Float32Array(blocks[0]!.length)
  const runs = async () => {
    await runOnGpu(kernel, blocks, out)
    const from = performance.now()
    await runOnGpu(kernel, blocks, out)
    return performance.now() - from
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(Infinity), PROBE_BUDGET)
  })
  const taken = await Promise.race([runs(), late]).finally(() => clearTimeout(timer))
  return taken < CLEARLY * cpuMilliseconds
}
