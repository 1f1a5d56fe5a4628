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
  readonly part: 'workflows' | 'experiences' | 'procedure'
  readonly text: string
  readonly score: number
}

const HEADINGS: Readonly<Record<Item['part'], string>> = {
  workflows: 'Workflows that worked:',
  experiences: 'Learned from mistakes:',
  procedure: 'Procedure:',
}

/**
 * C_q = Trunc[G ‖ E ‖ S ‖ H]: what was remembered for the run and the standing guidance, in at most `limit` characters.
 * Whole items are dropped, the lowest-scored first; the guidance never is, so a limit below its length is exceeded.
 */
export function assembleContext(
  briefs: readonly Pick<Brief, 'recall' | 'sop'>[],
  limit: number,
): { readonly text: string; readonly dropped: number } {
  const items = unique(briefs.flatMap(itemsOf))
  const byScore = [...items].sort((a, b) => a.score - b.score)
  let kept = items
  for (const item of byScore) {
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
  const byScore = [...items].sort((a, b) => a.score - b.score)
  let dropped = Math.min(less, items.length)
  const kept = () => items.filter((item) => !byScore.slice(0, dropped).includes(item))
  while (dropped < items.length && (await count(render(kept()))) > budget) dropped += 1
  return { text: render(kept()), dropped }
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
  const blocks = (['workflows', 'experiences', 'procedure'] as const).flatMap((part) => {
    const texts = items.filter((item) => item.part === part).map(({ text }) => text)
    return texts.length > 0 ? [[HEADINGS[part], ...texts].join('\n')] : []
  })
  return [...blocks, ['Always:', ...GUIDANCE.map((line) => `- ${line}`)].join('\n')].join('\n\n')
}

const unique = (items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.part + item.text, item])).values(),
]
