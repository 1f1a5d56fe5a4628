import type { ToolSpec } from '../tools/tool.ts'
import { fits, passesOn } from '../trace/fits.ts'
import type { Port } from '../trace/port.ts'

/**
 * Tools in order of calling, each fed by the one before. The tool at `fork` takes two layers of one port: all before it
 * is called twice, once a date; −1 where no tool does.
 */
export interface Chain {
  readonly tools: readonly ToolSpec[]
  readonly fork: number
  /** Names of the layer arguments of each tool: one, or two at the fork. */
  readonly inputs: readonly (readonly string[])[]
}

/** Longer plans than this are left to skills. */
const LONGEST = 5

/**
 * All chains from a scene (or what else `isSupplied`) to a tool that `isEnd`, over the admissible tools, without repeating
 * a tool. `paired` says whether two dates are at hand for a fork.
 */
export function chains(
  specs: readonly ToolSpec[],
  admissible: ReadonlySet<string>,
  isEnd: (tool: ToolSpec) => boolean,
  paired: boolean,
  isSupplied: (need: Port) => boolean = takesScene,
): Chain[] {
  const usable = specs.filter((tool) => admissible.has(tool.name) && !tool.internal)
  const found: Chain[] = []
  const extend = (chain: Chain): void => {
    const first = chain.tools[0]!
    const need = first.needs[chain.inputs[0]![0]!]!
    if (isSupplied(need)) {
      found.push(chain)
      return
    }
    if (chain.tools.length === LONGEST) return
    for (const tool of usable) {
      // A tool that gives what it takes may be left out of any chain.
      if (chain.tools.includes(tool) || !fits(need, tool.gives) || passesOn(tool)) continue
      const next = prepend(tool, chain, paired)
      if (next) extend(next)
    }
  }
  for (const tool of usable) {
    if (!isEnd(tool)) continue
    const start = prepend(tool, { tools: [], fork: -1, inputs: [] }, paired)
    if (start) extend(start)
  }
  return found
}

function prepend(tool: ToolSpec, chain: Chain, paired: boolean): Chain | null {
  const needs = Object.entries(tool.needs)
  const names = needs.map(([name]) => name)
  const fork = chain.fork < 0 ? -1 : chain.fork + 1
  if (needs.length === 1) return { tools: [tool, ...chain.tools], fork, inputs: [names, ...chain.inputs] }
  if (needs.length !== 2 || !paired || fork >= 0) return null
  if (JSON.stringify(needs[0]![1]) !== JSON.stringify(needs[1]![1])) return null
  return { tools: [tool, ...chain.tools], fork: 0, inputs: [names, ...chain.inputs] }
}

/** True where the port is what a dropped scene supplies. */
function takesScene(need: Port): boolean {
  if (need.kind !== 'raster') return false
  const quantities = typeof need.quantity === 'string' ? [need.quantity] : need.quantity
  return need.bands !== undefined && quantities.includes('reflectance')
}
