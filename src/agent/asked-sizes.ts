import { COUNT_WORDS, STATISTIC_WORDS, UNIT_WORDS } from './question-words.ts'
import type { Ask } from './types.ts'

/** The statistic that the words name; null where they name none. */
export const statisticIn = (text: string) =>
  STATISTIC_WORDS.find(([pattern]) => pattern.test(text))?.[1][0] ?? null

/** Area, share or pixels of a mask, by the unit or the words. */
export function sizeAsked(text: string): Partial<Ask> | null {
  const unit = UNIT_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
  if (unit === 'ha' || unit === 'km2' || unit === 'm2') return { dimension: 'area', unit, figures: ['area'] }
  if (unit === '%' || /\b(share|fraction|proportion|what part)\b/i.test(text))
    return { dimension: 'share', unit, figures: ['share'] }
  if (COUNT_WORDS.test(text) && /\b(pixels?|cells?)\b/i.test(text))
    return { dimension: 'count', unit: null, figures: ['pixels'] }
  return /\b(area|how (much|large|big)|extent|size)\b/i.test(text)
    ? { dimension: 'area', unit: null, figures: ['area'] }
    : null
}

export const hasStatistic = (text: string) =>
  /\b(mean|average|median|standard deviation|maximum|minimum)\b/i.test(text)
