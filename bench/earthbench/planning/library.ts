import type { FlowTool, Slot } from '../../../src/memory/flows/calls/slots.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import type { Mapping } from '../mapping.ts'
import { TOOL_MAP } from '../tool-map.ts'

/** Families of ours whose tools make one layer from others. */
const MAKING: ReadonlySet<string> = new Set(['indices', 'thermal', 'inversion'])
const SUMMING_UP: ReadonlySet<string> = new Set(['statistics', 'masks'])
const OF_NUMBERS: ReadonlySet<string> = new Set(['series', 'arithmetic'])

const FAMILIES: ReadonlyMap<string, string> = new Map(TOOLS.map(({ name, family }) => [name, family]))

/** Their tools by what they take and give, told from the families of the tools of ours that do the same. */
export function earthbenchTools(): readonly FlowTool[] {
  return [...TOOL_MAP.values()].map((mapping) => ({ name: mapping.theirs, slot: slotOf(mapping) }))
}

function slotOf({ ours, outputs }: Mapping): Slot | null {
  const families = ours.map((name) => FAMILIES.get(name) ?? '')
  if (families.includes('inventory')) return 'inventory'
  if (outputs.length > 0) return families.some((family) => MAKING.has(family)) ? 'maker' : null
  if (families.some((family) => SUMMING_UP.has(family))) return 'summary'
  return families.every((family) => OF_NUMBERS.has(family)) ? 'analysis' : null
}
