import { config } from '../config.ts'
import type { RetrievalGrounds, SubTaskSource, TextSignal } from '../trace/events.ts'
import { order } from './fusion.ts'
import type { Ranking } from './ranker.ts'
import type { ToolGraph } from './tool-graph.ts'
import type { ReadText, ToolIndex } from './tool-index.ts'

interface Ranked {
  readonly ranking: Pick<Ranking, 'bestPart' | 'neighbours' | 'leaders'>
  /** The sub-tasks that were ranked for. */
  readonly parts: readonly { readonly text: string; readonly from: SubTaskSource }[]
  readonly ofParts: readonly Heard[]
  readonly ofQuestion: Heard
  /** Names of the tools by position. */
  readonly names: readonly string[]
  readonly history: ToolGraph
}

/** What a text alone says for each tool, by position. */
export interface Heard {
  /** 1 for the first; 0 where nothing of the text is in the tool. */
  readonly ranks: readonly number[]
  readonly by: readonly TextSignal[]
}

/** One of the two signals says it alone where it says this many times as much as the other. */
const ALONE = 2

export function heard(index: ToolIndex, query: ReadText): Heard {
  const { words, meaning } = index.textSignals(query, [])
  const { weights } = config.retrieval
  const scores = words.map((score, tool) => weights.words * score + weights.meaning * meaning[tool]!)
  const said = index.byWords(query)
  const byMeaning = meaning.some((score) => score !== 0)
  const ranks = new Array<number>(scores.length).fill(0)
  order(scores).forEach((tool, rank) => {
    if (byMeaning || said[tool]! > 0) ranks[tool] = rank + 1
  })
  const by = Array.from(words, (score, tool): TextSignal => {
    const [inWords, inMeaning] = [weights.words * score, weights.meaning * meaning[tool]!]
    if (inMeaning * ALONE <= inWords) return 'words'
    return inWords * ALONE <= inMeaning ? 'meaning' : 'both'
  })
  return { ranks, by }
}

/** What brought the tool at a position up. */
export function groundsOf(at: number, given: Ranked): RetrievalGrounds {
  const { ranking, parts, ofParts, ofQuestion, names, history } = given
  const best = ranking.bestPart[at] ?? -1
  const part = parts[best]
  const rank = ofParts[best]?.ranks[at] ?? 0
  const near = new Set(ranking.neighbours.map(({ past }) => past))
  const total = ranking.neighbours.reduce((sum, { weight }) => sum + weight, 0)
  const voting = ranking.neighbours.filter(({ past }) => past.tools.includes(names[at]!))
  const weight = voting.reduce((sum, each) => sum + each.weight, 0)
  return {
    subTask: part && rank > 0 ? { text: part.text, from: part.from, rank, by: ofParts[best]!.by[at]! } : null,
    questionRank: ofQuestion.ranks[at]! || null,
    questionBy: ofQuestion.by[at]!,
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
