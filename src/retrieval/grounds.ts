import type { RetrievalGrounds, SubTaskSource } from '../trace/events.ts'
import { order } from './fusion.ts'
import type { Ranking } from './ranker.ts'
import type { ToolGraph } from './tool-graph.ts'
import type { ReadText, ToolIndex } from './tool-index.ts'

interface Ranked {
  readonly ranking: Pick<Ranking, 'bestPart' | 'neighbours' | 'leaders'>
  /** The sub-tasks that were ranked for. */
  readonly parts: readonly { readonly text: string; readonly from: SubTaskSource }[]
  /** `ranksOf` each sub-task, and of the question. */
  readonly partRanks: readonly (readonly number[])[]
  readonly questionRanks: readonly number[]
  /** Names of the tools by position. */
  readonly names: readonly string[]
  readonly history: ToolGraph
}

/** Each tool's rank for one text alone, 1 for the first; 0 where nothing of the text is in it. */
export function ranksOf(index: ToolIndex, query: ReadText): readonly number[] {
  const scores = index.text(query)
  const words = index.byWords(query)
  const byMeaning = index.byMeaning(query) !== null
  const ranks = new Array<number>(scores.length).fill(0)
  order(scores).forEach((tool, rank) => {
    if (byMeaning || words[tool]! > 0) ranks[tool] = rank + 1
  })
  return ranks
}

/** What brought the tool at a position up. */
export function groundsOf(at: number, given: Ranked): RetrievalGrounds {
  const { ranking, parts, partRanks, questionRanks, names, history } = given
  const best = ranking.bestPart[at] ?? -1
  const part = parts[best]
  const rank = partRanks[best]?.[at] ?? 0
  const near = new Set(ranking.neighbours.map(({ past }) => past))
  const total = ranking.neighbours.reduce((sum, { weight }) => sum + weight, 0)
  const voting = ranking.neighbours.filter(({ past }) => past.tools.includes(names[at]!))
  const weight = voting.reduce((sum, each) => sum + each.weight, 0)
  return {
    subTask: part && rank > 0 ? { text: part.text, from: part.from, rank } : null,
    questionRank: questionRanks[at]! || null,
    votes: {
      used: new Set(voting.map(({ past }) => past)).size,
      of: near.size,
      share: total > 0 ? weight / total : 0,
    },
    transitions: ranking.leaders
      .filter((leader) => leader !== at)
      .flatMap((leader) => [
        { tool: names[leader]!, side: 'after' as const, times: history.count(leader, at) },
        { tool: names[leader]!, side: 'before' as const, times: history.count(at, leader) },
      ])
      .filter(({ times }) => times > 0),
  }
}
