import { fitLogistic } from '../../src/memory/flows/logistic.ts'

/** A raw score of an item for a question, and whether the item was a right one for it. */
export interface ScoredItem {
  readonly score: number
  readonly right: boolean
}

/** p = 1 / (1 + e^(−slope · (score − middle))). */
export interface Calibration {
  readonly slope: number
  readonly middle: number
}

/** Holds a slope down that would grow without end where scores part right items from wrong ones wholly. */
const PENALTY = 1e-3

/** The logistic under which what came out right is likeliest; null where all items are alike, which leaves it open. */
export function fitCalibration(items: readonly ScoredItem[]): Calibration | null {
  const rights = items.filter(({ right }) => right).length
  if (rights === 0 || rights === items.length) return null
  const chance = fitLogistic(
    items.map(({ score }) => Float64Array.of(score)),
    items.map(({ right }) => Number(right)),
    PENALTY,
  )
  // Log odds are a straight line of the score: two points of it give slope and middle.
  const odds = (score: number) => {
    const p = chance(Float64Array.of(score))
    return Math.log(p / (1 - p))
  }
  const scores = items.map(({ score }) => score)
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  if (low === high) return null
  const at = (low + high) / 2
  const step = (high - low) / 100
  const slope = (odds(at + step) - odds(at)) / step
  return { slope, middle: at - odds(at) / slope }
}

/** Mean of −ln of what is told of what came out: less is better. */
export function logLoss(items: readonly ScoredItem[], { slope, middle }: Calibration): number {
  const losses = items.map(({ score, right }) => {
    const told = (right ? 1 : -1) * slope * (score - middle)
    // ln(1 + e^−x), which must not overflow.
    return told > 0 ? Math.log1p(Math.exp(-told)) : -told + Math.log1p(Math.exp(told))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}
