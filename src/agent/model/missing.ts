import type { SensingContext } from '../../sensing/context.ts'
import type { Option } from '../../models/chat-model.ts'
import type { Ask } from '../types.ts'
import { softmax } from './prior.ts'

/** Kinds of things that a person can be asked for. The question is put by a template: a model's own words are not trusted. */
const KINDS = ['what to measure', 'which date', 'which layer', 'which threshold', 'more data'] as const
export type MissingKind = (typeof KINDS)[number]

/** What is likely missing, from what the words name and the data hold. */
export function missingPrior(
  { target, indices, named, dimension }: Ask,
  context: SensingContext,
): readonly Option[] {
  const isVague = target === null && indices.length === 0 && named.length === 0
  const scores: Readonly<Record<MissingKind, number>> = {
    'what to measure': isVague ? 2 : 0,
    'which date': context.dates.length > 1 ? 0.5 : -1,
    'which layer': context.scenes.length + context.products.length > 1 ? 0.5 : -1,
    'which threshold': target !== null || dimension === 'area' ? 0 : -1,
    'more data': context.scenes.length === 0 ? 2 : 0,
  }
  return softmax(KINDS.map((name) => ({ name, score: scores[name] })))
}

export const isMissingKind = (name: string): name is MissingKind =>
  (KINDS as readonly string[]).includes(name)

/** The question to the person. */
export function missingQuestion(kind: MissingKind, context: SensingContext): string {
  const ids = [...context.scenes, ...context.products].map(({ id }) => id).join(', ')
  switch (kind) {
    case 'what to measure':
      return 'What is to be measured? Name a thing such as water or burned ground, or an index, and the kind of figure: an area, a share, a mean.'
    case 'which date':
      return `Which date is meant? Dates at hand: ${context.dates.join(', ')}.`
    case 'which layer':
      return `Which layer is meant? Loaded: ${ids}. Ask again with its name.`
    case 'which threshold':
      return 'From which value on does it count? Ask again with a threshold, such as “above 0.3”.'
    case 'more data':
      return `The loaded data do not seem to be enough (${ids || 'nothing is loaded'}). Which other scenes could be added?`
  }
}
