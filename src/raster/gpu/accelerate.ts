import type { BlockKernel, KernelRules } from '../expression/compile.ts'
import { buildGraph } from '../expression/graph.ts'
import type { Expression } from '../expression/syntax.ts'
import { createGpuKernel, runOnGpu, type GpuKernel } from './gpu-kernel.ts'
import { Gpu } from './gpu.ts'
import { probeBySpeed, type Probe } from './probe.ts'
import { shaderOf } from './shader.ts'

/** Like a BlockKernel; where a promise comes back, `out` is filled when it is fulfilled. */
export type AsyncBlockKernel = (blocks: readonly Float32Array[], out: Float32Array) => void | Promise<void>

/** Below this the trip to the GPU alone takes longer than the work. */
const LEAST_PIXELS = 1 << 16
/** Drivers take long over longer shaders, and nothing stops them then. */
const MOST_NODES = 200

export interface Formula {
  readonly expression: Expression
  /** In the order of the blocks. */
  readonly bands: readonly string[]
  readonly rules: KernelRules
}

/** A shader on the device, its kernel null until it is compiled, and for which sizes of block it wins. */
interface Shader {
  kernel: GpuKernel | null
  readonly wins: Map<number, boolean>
}

/** What a session knows of the GPU: the device, the shaders, and for which sizes each of them won. */
export class GpuSession {
  private readonly shaders = new Map<string, Shader>()

  constructor(
    private readonly gpu = new Gpu(),
    private readonly probe: Probe = probeBySpeed,
  ) {}

  /**
   * The kernel of an expression on whichever of processor and GPU is faster for the size of block; results agree to
   * TOLERANCE. The processor works until the GPU has been measured, and takes over where the GPU fails in mid-work.
   */
  accelerate(cpu: BlockKernel, { expression, bands, rules }: Formula): AsyncBlockKernel {
    const graph = buildGraph(expression, bands)
    if (graph.nodes.length > MOST_NODES) return cpu
    const code = shaderOf(graph, bands.length, rules)
    return (blocks, out) => {
      const device = out.length < LEAST_PIXELS ? null : this.gpu.ready()
      const shader = device && this.shaderOn(device, code, cpu)
      const sizeClass = Math.floor(Math.log2(out.length))
      const isFaster = shader?.wins.get(sizeClass)
      if (shader?.kernel && isFaster) return this.onGpu(shader.kernel, blocks, out)
      if (shader?.kernel && isFaster === undefined) {
        return this.measured(shader.kernel, { blocks, out }, (wins) => shader.wins.set(sizeClass, wins))
      }
      cpu(blocks, out)
    }
  }

  private shaderOn(device: GPUDevice, code: string, cpu: BlockKernel): Shader {
    const known = this.shaders.get(code)
    if (known) return known
    const shader: Shader = { kernel: null, wins: new Map() }
    this.shaders.set(code, shader)
    createGpuKernel(device, code, cpu).then(
      (kernel) => (shader.kernel = kernel),
      () => undefined,
    )
    return shader
  }

  private async onGpu(kernel: GpuKernel, blocks: readonly Float32Array[], out: Float32Array): Promise<void> {
    try {
      await runOnGpu(kernel, blocks, out)
    } catch {
      this.gpu.drop()
      kernel.cpu(blocks, out)
    }
  }

  /** The processor does the work; then the GPU shows on the same blocks how long it would have taken. */
  private async measured(
    kernel: GpuKernel,
    { blocks, out }: { readonly blocks: readonly Float32Array[]; readonly out: Float32Array },
    tell: (wins: boolean) => void,
  ): Promise<void> {
    tell(false)
    const start = performance.now()
    kernel.cpu(blocks, out)
    try {
      tell(await this.probe(kernel, blocks, performance.now() - start))
    } catch {
      this.gpu.drop()
    }
  }
}

/** The one of this thread. */
export const gpuSession = new GpuSession()
