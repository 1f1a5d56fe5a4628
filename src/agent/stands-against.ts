import type { Brief, Situation } from './brief.ts'
import { reasonToDecline, scalingQuestion, unservedQuestion } from './decline.ts'
import type { Roles } from './roles.ts'
import type { Question } from './types.ts'
import { whichElevation } from './which-layer.ts'

/** What is known before any step: why the question is declined, or what is asked back; both null where it may be tried. */
export function standsAgainst(
  question: Question,
  given: {
    readonly briefs: readonly Brief[]
    readonly here: Situation
    readonly roles: Roles
    /** What a plan would leave out a model may take into account. */
    readonly byModel: boolean
  },
): { readonly refusal: string | null; readonly back: string | null } {
  const { briefs, here, roles, byModel } = given
  const refusal =
    briefs.map((one) => reasonToDecline(one, here)).find((reason) => reason !== null) ?? roles.refusal
  const which = byModel ? null : whichElevation(question, here.context, here.specs)
  if (which !== null) return { refusal, back: which }
  const back = briefs
    .flatMap((one) => [
      byModel ? null : unservedQuestion(question, one),
      // What the data are like does not hang on what their numbers mean.
      question.direct?.kind === 'data' ? null : scalingQuestion(one, here),
    ])
    .find((reason) => reason !== null)
  return { refusal, back: back ?? null }
}
