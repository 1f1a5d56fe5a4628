import type { Edge, MemorySnapshot } from '../types.ts'
import { ENTRY_TABLES, rowsOf, toolsOf } from './entries.ts'
import type { EdgePage, EntryTable, GraphView, ToolUse, ToolView } from './types.ts'

/** What a drawing of the transitions used most shows: those, at most `most`, and the tools at their ends. */
export function graphOf(snapshot: MemorySnapshot, most: number): GraphView {
  const edges = strongest(snapshot.edges).slice(0, most)
  const isWhole = edges.length === snapshot.edges.length
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const uses = [...toolUses(snapshot).values()]
  const tools = uses.filter(({ tool, workflows }) => ends.has(tool) || (isWhole && workflows > 0))
  return { total: snapshot.edges.length, edges, tools: tools.sort((a, b) => (a.tool < b.tool ? -1 : 1)) }
}

/** A page of all transitions, those used most first. */
export function edgePage(
  snapshot: MemorySnapshot,
  { offset, limit }: { offset: number; limit: number },
): EdgePage {
  const edges = strongest(snapshot.edges)
  return { total: edges.length, offset, edges: edges.slice(offset, offset + limit) }
}

/** What uses a tool, and the transitions to and from it, those used most first. */
export function toolView(snapshot: MemorySnapshot, tool: string): ToolView {
  const edges = snapshot.edges.filter(({ from, to }) => from === tool || to === tool)
  return { use: toolUses(snapshot).get(tool) ?? noUse(tool), edges: strongest(edges) }
}

const sorted = new WeakMap<readonly Edge[], readonly Edge[]>()

/** In order of use. */
function strongest(edges: readonly Edge[]): readonly Edge[] {
  let known = sorted.get(edges)
  if (!known) {
    const uses = ({ successes, failures }: Edge) => successes + failures
    known = [...edges].sort((a, b) => uses(b) - uses(a) || (a.id < b.id ? -1 : 1))
    sorted.set(edges, known)
  }
  return known
}

type Use = { tool: string } & Record<EntryTable, number>

const noUse = (tool: string): Use => ({ tool, skills: 0, workflows: 0, experiences: 0 })

const counted = new WeakMap<MemorySnapshot, ReadonlyMap<string, ToolUse>>()

function toolUses(snapshot: MemorySnapshot): ReadonlyMap<string, ToolUse> {
  const known = counted.get(snapshot)
  if (known) return known
  const uses = new Map<string, Use>()
  const useOf = (tool: string) => {
    let use = uses.get(tool)
    if (!use) uses.set(tool, (use = noUse(tool)))
    return use
  }
  for (const { from, to } of snapshot.edges) [from, to].forEach(useOf)
  for (const table of ENTRY_TABLES) {
    for (const row of rowsOf(snapshot, table)) for (const tool of toolsOf(row)) useOf(tool)[table] += 1
  }
  counted.set(snapshot, uses)
  return uses
}
