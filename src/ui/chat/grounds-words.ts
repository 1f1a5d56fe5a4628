import type { RetrievalGrounds } from '../../trace/events.ts'
import { percent } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

/** What brought a tool up, a line each; one line where nothing but the data did. */
export function groundsLines({
  subTask,
  questionRank,
  questionBy = 'words',
  votes,
  transitions,
}: RetrievalGrounds): string[] {
  const said = words.chat.retrieved
  const lines: string[] = []
  if (subTask) {
    const { rank, text, from, by = 'words' } = subTask
    lines.push(said.forPart(rank, text, by === 'words' ? '' : said.by[by], said.sources[from]))
  }
  if (questionRank !== null) lines.push(said.forQuestion(questionRank, said.of[questionBy]))
  if (votes.used > 0) lines.push(said.votes(votes.used, votes.of, percent(votes.share)))
  for (const { tool, side, times } of transitions) lines.push(said[side](tool, times))
  return lines.length > 0 ? lines : [said.nothing]
}
