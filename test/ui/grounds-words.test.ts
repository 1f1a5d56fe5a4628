import { describe, expect, it } from 'vitest'
import type { RetrievalGrounds } from '../../src/trace/events.ts'
import { groundsLines } from '../../src/ui/chat/grounds-words.ts'

const NOTHING: RetrievalGrounds = {
  subTask: null,
  questionRank: null,
  votes: { used: 0, of: 0, share: 0 },
  transitions: [],
}

describe('groundsLines', () => {
  it('says what brought a tool up, a line each', () => {
    expect(
      groundsLines({
        subTask: { text: 'area of a mask', from: 'workflow', rank: 1 },
        questionRank: 22,
        votes: { used: 1, of: 1, share: 1 },
        transitions: [
          { tool: 'threshold_mask', side: 'after', times: 9 },
          { tool: 'components', side: 'before', times: 1 },
        ],
      }),
    ).toEqual([
      '1st for “area of a mask”, a step of the recalled workflow',
      '22nd for the words of the whole question',
      'Used for 1 of 1 similar past question, 100 % of their vote',
      'Came right after threshold_mask 9 times in past runs',
      'Came right before components 1 time in past runs',
    ])
  })

  it('tells meaning from words, and says where both speak', () => {
    const linesOf = (by: 'words' | 'meaning' | 'both') =>
      groundsLines({
        ...NOTHING,
        subTask: { text: 'burned land', from: 'question', rank: 2, by },
        questionRank: 3,
        questionBy: by,
      })
    const from = 'a part of the question or what it leaves unsaid'
    expect(linesOf('words')).toEqual([
      `2nd for “burned land”, ${from}`,
      '3rd for the words of the whole question',
    ])
    expect(linesOf('meaning')).toEqual([
      `2nd for “burned land” by its meaning, ${from}`,
      '3rd for the meaning of the whole question',
    ])
    expect(linesOf('both')).toEqual([
      `2nd for “burned land” by words and meaning, ${from}`,
      '3rd for words and meaning of the whole question',
    ])
  })

  it('counts as people do', () => {
    const rankOf = (questionRank: number) => groundsLines({ ...NOTHING, questionRank })[0]!.split(' ')[0]
    expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 101, 111, 112].map(rankOf)).toEqual(
      ['1st', '2nd', '3rd', '4th', '10th', '11th', '12th', '13th', '21st', '101st', '111th', '112th'],
    ) // prettier-ignore
  })

  it('does not leave a tool without a word', () => {
    expect(groundsLines(NOTHING)).toEqual(['Nothing speaks for it but that it fits the data'])
  })
})
