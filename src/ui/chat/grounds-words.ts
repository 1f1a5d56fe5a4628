import type { RetrievalGrounds, SubTaskSource, TextSignal } from '../../trace/events.ts'
import { counted, percent } from '../parts/format.ts'

const SOURCES: Readonly<Record<SubTaskSource, string>> = {
  model: 'a step that the language model named',
  skill: 'a step of the recalled skill',
  workflow: 'a step of the recalled workflow',
  question: 'a part of the question or what it leaves unsaid',
}

/** How a text speaks for a tool where that is not by its words alone. */
const BY: Readonly<Record<TextSignal, string>> = {
  words: '',
  meaning: ' by its meaning',
  both: ' by words and meaning',
}
const OF: Readonly<Record<TextSignal, string>> = {
  words: 'the words',
  meaning: 'the meaning',
  both: 'words and meaning',
}

/** What brought a tool up, a line each; one line where nothing but the data did. */
export function groundsLines({
  subTask,
  questionRank,
  questionBy = 'words',
  votes,
  transitions,
}: RetrievalGrounds): string[] {
  const lines: string[] = []
  if (subTask) {
    const { rank, text, from, by = 'words' } = subTask
    lines.push(`${ordinal(rank)} for “${text}”${BY[by]}, ${SOURCES[from]}`)
  }
  if (questionRank !== null)
    lines.push(`${ordinal(questionRank)} for ${OF[questionBy]} of the whole question`)
  if (votes.used > 0) {
    const asked = counted(votes.of, 'similar past question', 'similar past questions')
    lines.push(`Used for ${votes.used} of ${asked}, ${percent(votes.share)} of their vote`)
  }
  for (const { tool, side, times } of transitions) {
    lines.push(`Came right ${side} ${tool} ${counted(times, 'time', 'times')} in past runs`)
  }
  return lines.length > 0 ? lines : ['Nothing speaks for it but that it fits the data']
}

function ordinal(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14
  const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')
  return `${rank}${end}`
}
