import { INDEX_TOOL } from '../../src/memory/index.ts'
import type { Skill, Workflow } from '../../src/memory/types.ts'
import { chainNames } from '../fieldbench/chains.ts'
import type { Chain } from '../fieldbench/task.ts'

/** True where who follows the item goes one of the right ways. */
export function isRightItem(item: Skill | Workflow, chains: readonly Chain[]): boolean {
  const ways =
    'sequence' in item
      ? [item.sequence]
      : [item.steps, item.steps.filter(({ when }) => when === undefined)].map((steps) =>
          steps.map(({ tool }) => tool),
        )
  return chains.some((chain) => ways.some((way) => goes(way, chain)))
}

/** The tools of a chain in its order, repeats in a row once. */
function goes(way: readonly string[], chain: Chain): boolean {
  return withIndex(way, chain).some((tools) => {
    const made = compressed(tools)
    return compressed(chainNames(chain, made)).join() === made.join()
  })
}

/** A skill for any index goes the chain's way with that chain's index. */
function withIndex(way: readonly string[], chain: Chain): readonly (readonly string[])[] {
  if (!way.includes(INDEX_TOOL)) return [way]
  const names = chain.flat().flatMap((call) => (typeof call === 'string' ? call : call.tool).split('|'))
  return [...new Set(names)].map((name) => way.map((tool) => (tool === INDEX_TOOL ? name : tool)))
}

const compressed = (tools: readonly string[]) => tools.filter((tool, at) => tool !== tools[at - 1])
