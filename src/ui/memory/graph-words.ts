import type { Edge } from '../../memory/types.ts'
import type { ToolUse } from '../../memory/view/types.ts'
import { usesOf } from './graph-layout.ts'
import { words } from '../words/words.svelte.ts'

/** The share of runs that went well, in the three classes that are drawn. */
export const TONES = [
  { tone: 'good', atLeast: 0.8 },
  { tone: 'warn', atLeast: 0.5 },
  { tone: 'bad', atLeast: 0 },
] as const

export type Tone = (typeof TONES)[number]['tone']

export function toneOf(edge: Pick<Edge, 'successes' | 'failures'>): Tone {
  const uses = usesOf(edge)
  // One that was never judged has nothing against it, and nothing for it.
  const share = uses === 0 ? 0.5 : edge.successes / uses
  return TONES.find(({ atLeast }) => share >= atLeast)?.tone ?? 'bad'
}

/** Where no transition has more uses than this, the widest line is not drawn. */
const MANY = 10

/** In pixels: by the root of the uses, so that one transition of thousands of uses does not hide the others. */
export const lineWidth = (uses: number, most: number): number =>
  Math.round((1.5 + 4.5 * Math.sqrt(uses / Math.max(most, MANY))) * 10) / 10

/** A tool for a person who does not see the drawing. */
export function nodeLabel(tool: string, use: ToolUse | undefined, edges: readonly Edge[]): string {
  const after = edges.filter(({ from }) => from === tool).map(({ to }) => to)
  const before = edges.filter(({ to }) => to === tool).map(({ from }) => from)
  return [
    tool,
    usedBy(use),
    before.length > 0 ? words.memory.graph.after(before.join(', ')) : '',
    after.length > 0 ? words.memory.graph.before(after.join(', ')) : '',
  ]
    .filter(Boolean)
    .join('; ')
}

function usedBy(use: ToolUse | undefined): string {
  if (!use) return ''
  // Plain digits: these words are heard, not seen, and a number format for each tool would hold up the drawing.
  const parts = (['workflows', 'skills', 'experiences'] as const).flatMap((table) => {
    const { one, many } = words.memory.kinds[table]
    return use[table] > 0 ? [`${use[table]} ${use[table] === 1 ? one : many}`] : []
  })
  return parts.length > 0 ? words.memory.graph.in(parts.join(', ')) : ''
}
