import { config } from '../../config.ts'
import type { Option } from '../../models/chat-model.ts'
import type { Edge } from '../../memory/types.ts'

/** What was known of an action before the model is asked. */
export interface Known {
  readonly name: string
  /** 0 to 1: how retrieval ranks it, votes of past questions among it. */
  readonly retrieved: number
  /** Probability that a recalled skill or workflow that goes on with it is a right one; 0 where none does. */
  readonly procedure: number
  /** True where it takes what the last call made. */
  readonly takesLast: boolean
  /** True where it was called for one date and is left for another that the words mean. */
  readonly isOfOtherDate: boolean
  /** True where it, or another tool that gives the like, was called on these layers before. */
  readonly isRepeated: boolean
}

export interface Ends {
  /** Null where nothing measured so far could be the answer. */
  readonly answer: {
    /** True where a figure is just what the words ask for. */
    readonly suits: boolean
    /** Probability of the recalled procedure that still has steps to make; 0 where none has. */
    readonly unfinished: number
  } | null
}

/** Probabilities of this turn's actions, likeliest first. Tools beyond `inView` are left out; answer and ask_user are not. */
export function actionPrior(
  known: readonly Known[],
  { answer }: Ends,
  grounds: { readonly last: string | null; readonly edges: readonly Edge[]; readonly inView: number },
): readonly Option[] {
  const { nats } = config.model
  const shares = transitions(grounds.last, grounds.edges)
  const scored = known
    .map((each) => ({
      name: each.name,
      score:
        nats.retrieval * each.retrieved +
        nats.procedure * each.procedure +
        nats.transition * (shares.get(each.name) ?? 0) +
        (each.takesLast ? nats.takesLast : 0) +
        (each.isOfOtherDate ? nats.otherDate : 0) +
        (each.isRepeated && each.procedure === 0 ? nats.repeated : 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, grounds.inView)
  const ends = [
    ...(answer ? [{ name: 'answer', score: answerScore(answer) }] : []),
    { name: 'ask_user', score: nats.ask },
  ]
  return softmax([...scored, ...ends])
}

function answerScore({ suits, unfinished }: NonNullable<Ends['answer']>): number {
  const { nats } = config.model
  return (suits ? nats.answered * (1 - unfinished) : 0) + nats.unfinished * unfinished
}

/** Share of the successful transitions from a tool that led to each other tool. */
function transitions(last: string | null, edges: readonly Edge[]): ReadonlyMap<string, number> {
  const from = edges.filter((edge) => edge.from === last && edge.successes > 0)
  const total = from.reduce((sum, { successes }) => sum + successes, 0)
  return new Map(from.map(({ to, successes }) => [to, successes / total]))
}

/** Scores in nats as probabilities, likeliest first. */
export function softmax(
  scored: readonly { readonly name: string; readonly score: number }[],
): readonly Option[] {
  const highest = Math.max(...scored.map(({ score }) => score))
  const weights = scored.map(({ score }) => Math.exp(score - highest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return scored
    .map(({ name }, at) => ({ name, prior: weights[at]! / total }))
    .sort((a, b) => b.prior - a.prior)
}
