import { hasStatistic, sizeAsked, statisticIn } from './asked-sizes.ts'
import { isOfPart } from './class-ask.ts'
import { NOTHING_ELSE, type DirectReading } from './direct.ts'
import { percentileIn, withoutPercentile } from './percentiles.ts'
import { PLACE_OF_TARGET } from './question-words.ts'
import { readFormula, type Formula } from './read-formula.ts'
import { readLimits } from './read-limits.ts'
import type { Ask, Known } from './types.ts'

/** Arithmetic on bands, and what is asked of its result; null where the words tell none. */
export function readFormulaAsk(text: string, { sensors = [] }: Known): DirectReading | null {
  // The log ratio of two dates is no formula over the bands of one.
  const formula = /\blog[- ]?ratio\b/i.test(text) ? null : readFormula(text, sensors)
  if (!formula) return null
  const limited = limitedFormula(formula)
  if (limited === null) return null
  const { expression, isTrueOrFalse, left } = limited
  // A part of the scene is another figure.
  if (PLACE_OF_TARGET.test(left) || isOfPart(left) || MORE_ARITHMETIC.test(left)) return null
  const percentile = isTrueOrFalse ? null : percentileIn(left)
  if (percentile)
    return {
      direct: { kind: 'formula', expression, isTrueOrFalse, statistic: 'mean', percentile: percentile.value },
      ask: {
        ...NOTHING_ELSE,
        dimension: 'value',
        unit: null,
        figures: ['percentile_value'],
        named: ['percentile_of_raster'],
      },
      slots: [],
      left: withoutPercentile(left, percentile),
    }
  const statistic = statisticIn(left) ?? 'mean'
  const ask: Partial<Ask> = isTrueOrFalse
    ? (sizeAsked(left) ?? { dimension: 'share', unit: null, figures: ['share'] })
    : { dimension: 'value', unit: null, figures: [statistic] }
  return {
    direct: { kind: 'formula', expression, isTrueOrFalse, statistic },
    ask: { ...NOTHING_ELSE, ...ask, named: ['band_maths'] },
    slots: [],
    left,
  }
}

/** Arithmetic in words that no sign here stands for: the formula alone would be another one. */
const MORE_ARITHMETIC =
  /\b(roots?|squared?|cubed?|logarithms?|exponent\w*|absolute|twice|double[ds]?|halved|half of|times|divid\w*|sum|multipl\w*|subtract\w*|minus|plus|inverse|reciprocal)\b/i

const SIGN_OF = { above: '>', at_or_above: '>=', below: '<', at_or_below: '<=' } as const

/** 'nir - swir1 is more than 0.1' is a comparison; null where the words limit a formula in a way that none can tell. */
function limitedFormula(formula: Formula): Formula | null {
  const limits = formula.isTrueOrFalse ? null : readLimits(formula.left)
  if (limits === null) return formula
  const { low, high, unit, left } = limits
  const limit = low ?? high
  if (limit === null || (low !== null && high !== null) || unit !== null || hasStatistic(left)) return null
  if (readLimits(left) !== null) return null
  return {
    expression: `${formula.expression} ${SIGN_OF[limit.side]} ${limit.value}`,
    isTrueOrFalse: true,
    left,
  }
}
