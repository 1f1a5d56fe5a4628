import { roomOf, withinRoom, type ContextPart } from '../memory/index.ts'
import type { Brief } from './brief.ts'

/** H_q: what holds for every run, whatever was remembered. */
const GUIDANCE = [
  'Call a tool before answering a question about the data.',
  'Begin with what is loaded: scenes, dates, bands, scaling.',
  'Pass layer ids on as they are.',
  'Check grids and dates before comparing or adding up.',
  'Answer from what the tools measured; what is remembered is only a hint.',
  'Give the unit of every figure.',
  'Where the data cannot answer, say so and say what is missing.',
]

interface Item {
  readonly part: ContextPart
  readonly text: string
  readonly score: number
}

const PARTS = ['workflows', 'experiences', 'procedure'] as const

const HEADINGS: Readonly<Record<ContextPart, string>> = {
  workflows: 'Workflows that worked:',
  experiences: 'Learned from mistakes:',
  procedure: 'Procedure:',
}

/**
 * C_q = Trunc[G ‖ E ‖ S ‖ H]: what was remembered for the run and the standing guidance, in at most `limit` characters.
 * Whole items are dropped, the lowest-scored first, of a kind that takes more than its share and then of all; the guidance
 * never is, so a limit below its length is exceeded.
 */
export function assembleContext(
  briefs: readonly Pick<Brief, 'recall' | 'sop'>[],
  limit: number,
): { readonly text: string; readonly dropped: number } {
  const items = unique(briefs.flatMap(itemsOf))
  const sized = (part: ContextPart) => {
    const own = items.filter((item) => item.part === part)
    return withinRoom(
      own,
      own.map(({ text }) => text.length + 1),
      roomOf(part, limit),
    )
  }
  let kept = PARTS.flatMap(sized)
  for (const item of [...kept].sort(byScore)) {
    if (render(kept).length <= limit) break
    kept = kept.filter((other) => other !== item)
  }
  return { text: render(kept), dropped: items.length - kept.length }
}

/**
 * The same within a budget of tokens, as `count` tells them, in whole items. `less` leaves out that many more of the
 * lowest-scored, for a model whose context turned out too small.
 */
export async function assembleWithin(
  briefs: readonly Pick<Brief, 'recall' | 'sop'>[],
  budget: number,
  count: (text: string) => Promise<number>,
  less = 0,
): Promise<{ readonly text: string; readonly dropped: number }> {
  const items = unique(briefs.flatMap(itemsOf))
  const sized = async (part: ContextPart) => {
    const own = items.filter((item) => item.part === part)
    const room = roomOf(part, budget)
    // One call tells of most that all is well.
    if (own.length === 0 || (await count(own.map(({ text }) => text).join('\n'))) <= room) return own
    return withinRoom(own, await Promise.all(own.map(({ text }) => count(text))), room)
  }
  const fitting = (await Promise.all(PARTS.map(sized))).flat()
  const left = items.length - fitting.length
  const lowest = [...fitting].sort(byScore)
  let dropped = Math.max(0, Math.min(less, items.length) - left)
  const kept = () => fitting.filter((item) => !lowest.slice(0, dropped).includes(item))
  while (dropped < fitting.length && (await count(render(kept()))) > budget) dropped += 1
  return { text: render(kept()), dropped: left + dropped }
}

function itemsOf({ recall, sop }: Pick<Brief, 'recall' | 'sop'>): Item[] {
  const followed = recall.skills.find(({ item }) => item.id === sop?.skill.id)
  return [
    ...recall.workflows.map(({ item, score }): Item => ({
      part: 'workflows',
      text: `- ${item.description}: ${item.sequence.join(' → ')}`,
      score,
    })),
    ...recall.experiences.map(({ item, score }): Item => ({
      part: 'experiences',
      text: `- ${item.trigger}: ${item.correction}`,
      score,
    })),
    ...(sop ? [{ part: 'procedure' as const, text: sop.text, score: followed?.score ?? 1 }] : []),
  ]
}

function render(items: readonly Item[]): string {
  const blocks = PARTS.flatMap((part) => {
    const texts = items.filter((item) => item.part === part).map(({ text }) => text)
    return texts.length > 0 ? [[HEADINGS[part], ...texts].join('\n')] : []
  })
  return [...blocks, ['Always:', ...GUIDANCE.map((line) => `- ${line}`)].join('\n')].join('\n\n')
}

const byScore = (a: Item, b: Item) => a.score - b.score

const unique = (items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.part + item.text, item])).values(),
]
