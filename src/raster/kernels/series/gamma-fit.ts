/** Digamma: recurrence up to 10, then its asymptotic series. */
function digamma(x: number): number {
  let [sum, at] = [0, x]
  while (at < 10) sum -= 1 / at++
  const square = 1 / (at * at)
  return (
    sum + Math.log(at) - 0.5 / at -
    square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
  ) // prettier-ignore
}

function trigamma(x: number): number {
  let [sum, at] = [0, x]
  while (at < 10) sum += 1 / (at * at++)
  const square = 1 / (at * at)
  return (
    sum + 1 / at + square / 2 +
    (square / at) * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - (square * 5) / 66))))
  ) // prettier-ignore
}

export interface GammaFit {
  readonly shape: number
  readonly scale: number
}

/**
 * The gamma distribution (from 0 on) under which these positive values are likeliest, by Newton from Thom's estimate.
 * NaN where all are equal or none is given.
 */
export function gammaFit(values: Float64Array): GammaFit {
  let [sum, logs] = [0, 0]
  for (const value of values) {
    sum += value
    logs += Math.log(value)
  }
  const mean = sum / values.length
  const gap = Math.log(mean) - logs / values.length
  if (!(gap > 1e-12)) return { shape: NaN, scale: NaN }
  let shape = (3 - gap + Math.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
  for (let round = 0; round < 50; round++) {
    const step = (Math.log(shape) - digamma(shape) - gap) / (1 / shape - trigamma(shape))
    shape = step >= shape ? shape / 2 : shape - step
    if (Math.abs(step) < 1e-14 * shape) break
  }
  return { shape, scale: mean / shape }
}
