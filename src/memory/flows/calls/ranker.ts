import { inverse } from '../kernel-ridge.ts'

/** Candidates of one question: what is known of each, and how good it would have been. */
export interface RankedGroup {
  readonly features: readonly Float64Array[]
  readonly values: readonly number[]
}

/**
 * Ridge regression of how good a candidate is beside the others of its question; both are taken less their mean over the question, features
 * are scaled to deviation 1. `penalty` counts a question. Gives the score of a candidate; only differences within a question mean anything.
 */
export function fitRanker(
  groups: readonly RankedGroup[],
  penalty: number,
): (features: Float64Array) => number {
  const rows: Float64Array[] = []
  const wanted: number[] = []
  for (const { features, values } of groups) {
    const centre = meanRow(features)
    const middle = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
    features.forEach((row, at) => {
      rows.push(row.map((value, column) => value - centre[column]!))
      wanted.push(values[at]! - middle)
    })
  }
  const width = rows[0]?.length ?? 0
  const scale = new Float64Array(width)
  for (const row of rows) for (let at = 0; at < width; at++) scale[at]! += row[at]! ** 2 / rows.length
  for (let at = 0; at < width; at++) scale[at] = scale[at]! > 1e-18 ? 1 / Math.sqrt(scale[at]!) : 0
  const products = Array.from({ length: width }, (_, at) => {
    const row = new Float64Array(width)
    row[at] = Math.max(penalty * groups.length, 1e-9)
    return row
  })
  const right = new Float64Array(width)
  rows.forEach((row, item) => {
    for (let i = 0; i < width; i++) {
      const value = row[i]! * scale[i]!
      right[i]! += value * wanted[item]!
      for (let j = 0; j < width; j++) products[i]![j]! += value * row[j]! * scale[j]!
    }
  })
  const weights = inverse(products).map((row, at) => scale[at]! * product(row, right))
  return (features) => features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
}

function meanRow(rows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0)
  for (const row of rows) for (let at = 0; at < mean.length; at++) mean[at]! += row[at]! / rows.length
  return mean
}

function product(first: Float64Array, second: Float64Array): number {
  return first.reduce((sum, value, at) => sum + value * second[at]!, 0)
}
