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

/** Pixels of the first runs, which warm up and tell early where the GPU is far behind. */
const WARM_UP_PIXELS = 1 << 15

/** Measures one run on the GPU after two small ones. It has lost where all of them take longer than the budget. */
export async function probeBySpeed(
  kernel: GpuKernel,
  blocks: readonly Float32Array[],
  cpuMilliseconds: number,
): Promise<boolean> {
  const limit = CLEARLY * cpuMilliseconds
  const isFaster = async () => {
    const warmUp = blocks.map((block) => block.subarray(0, WARM_UP_PIXELS))
    await timedRun(kernel, warmUp)
    return (await timedRun(kernel, warmUp)) < limit && (await timedRun(kernel, blocks)) < limit
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_BUDGET)
  })
  return Promise.race([isFaster(), isLate]).finally(() => clearTimeout(timer))
}

async function timedRun(kernel: GpuKernel, blocks: readonly Float32Array[]): Promise<number> {
  const out = new Float32Array(blocks[0]!.length)
  const start = performance.now()
  await runOnGpu(kernel, blocks, out)
  return performance.now() - start
}
