import { AppError } from '../../lib/errors.ts'
import { buildGraph, type Graph } from './graph.ts'
import { evaluate, finite } from './operations.ts'
import { bandsOf } from './parser.ts'
import type { Expression } from './syntax.ts'
import { wasmKernel } from './wasm-kernel.ts'

/** Fills `out` from one block a band, all row-major and of one length; NaN is nodata, in and out. */
export type BlockKernel = (blocks: readonly Float32Array[], out: Float32Array) => void

export interface KernelRules {
  /** True: a pixel where any band is not above zero has no value either. */
  readonly positiveBands: boolean
}

/**
 * Makes a kernel of an expression; blocks come in the order of `bands`, which must hold every band of the expression.
 * All intermediate values are float64 and the result is rounded once to float32. What is not finite is NaN,
 * in a band as in the result.
 * Throws band_missing.
 */
export function compileExpression(
  expression: Expression,
  bands: readonly string[] = bandsOf(expression),
  rules: KernelRules = { positiveBands: false },
): BlockKernel {
  requireBands(expression, bands)
  const graph = buildGraph(expression, bands)
  try {
    return wasmKernel(graph, bands.length, rules)
  } catch {
    // Hardened or old browsers have no WebAssembly with vectors.
    return steppingKernel(graph, rules)
  }
}

/** Throws band_missing, naming what is missing and what is there, where a band of the expression is not there. */
export function requireBands(expression: Expression, there: readonly string[]): void {
  const missing = bandsOf(expression).filter((name) => !there.includes(name))
  if (missing.length === 0) return
  const known = there.length > 0 ? `there are ${there.join(', ')}` : 'there are no bands'
  throw new AppError('band_missing', `the expression needs ${missing.join(', ')}, but ${known}`, { missing })
}

/** The same pixel by pixel, node by node: far slower, for where WebAssembly is missing. */
export function steppingKernel({ nodes, root }: Graph, { positiveBands }: KernelRules): BlockKernel {
  const values = new Float64Array(nodes.length)
  return (blocks, out) => {
    for (let index = 0; index < out.length; index++) {
      for (const [at, node] of nodes.entries()) {
        if (node.kind === 'number') values[at] = node.value
        else if (node.kind === 'band') values[at] = finite(blocks[node.band]![index]!)
        else
          values[at] = evaluate(
            node.operator,
            node.operands.map((each) => values[each]!),
          )
      }
      const value = Math.fround(values[root]!)
      const isKept = Number.isFinite(value) && (!positiveBands || blocks.every((block) => block[index]! > 0))
      out[index] = isKept ? value : NaN
    }
  }
}
