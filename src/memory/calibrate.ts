import { config } from '../config.ts'

/**
 * The probability that an item with this raw score is a right one; `text` is what its text was compared by. A threshold
 * on it means the same for all.
 */
export function calibrated(score: number, kind: 'workflow' | 'skill', text: 'lexical' | 'embedding'): number {
  const { slope, middle } = config.calibration[kind][text]
  return 1 / (1 + Math.exp(-slope * (score - middle)))
}
