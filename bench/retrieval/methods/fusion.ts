import { weightedSum, zScores } from '../../../src/retrieval/fusion.ts'
import type { BaselineClause, BaselineSet } from '../baseline-set.ts'
import { ReferenceBm25 } from '../reference-bm25.ts'
import { top, type Method } from './method.ts'

const LEXICAL_WEIGHT = 0.5

/**
 * z-scored 0.5 · BM25 + dense of the question, and with `clauses` the best clause's of the same on top. Of no paper:
 * the columns "z-fusion" and "with clauses" of the sets' README, whose figures these rows can be held against.
 */
export function fusion(set: BaselineSet, { clauses }: { readonly clauses: boolean }): Method {
  const index = new ReferenceBm25(set.reference)
  const text = (query: BaselineClause) =>
    weightedSum(
      [
        { scores: zScores(index.scores(query.reference)), weight: LEXICAL_WEIGHT },
        { scores: zScores(set.dense!.of(query.vector!)), weight: 1 },
      ],
      set.tools.length,
    )
  return {
    readsTools: true,
    rank(task) {
      const whole = text(task)
      if (!clauses) return top(whole)
      const parts = task.parts.map(text)
      return top(
        whole.map(
          (score, tool) => score + parts.reduce((most, part) => Math.max(most, part[tool]!), -Infinity),
        ),
      )
    },
  }
}
