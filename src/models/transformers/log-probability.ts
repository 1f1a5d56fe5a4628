/** Natural logarithm of the sum of exp(logits), without overflow. */
export function logSumExp(logits: Iterable<number>): number {
  let largest = -Infinity
  for (const value of logits) if (value > largest) largest = value
  if (largest === -Infinity) return -Infinity
  let sum = 0
  for (const value of logits) sum += Math.exp(value - largest)
  return largest + Math.log(sum)
}

/** Log-probability, in nats, of any of the tokens coming next; `logits` are over the whole vocabulary. */
export function logProbability(logits: Float32Array, tokens: readonly number[]): number {
  return logSumExp(tokens.map((id) => logits[id]!)) - logSumExp(logits)
}

/**
 * Log-probability of a sequence: `rows[0]` are the logits of its first token, and so on; the last row is of what follows
 * it, one of `ends`.
 */
export function sequenceLogProbability(
  rows: readonly Float32Array[],
  ids: readonly number[],
  ends: readonly number[],
): number {
  const all = [...ids.map((id) => [id]), ends]
  return all.reduce((sum, tokens, at) => sum + logProbability(rows[at]!, tokens), 0)
}

export function argmax(logits: Float32Array): number {
  let best = 0
  for (let id = 1; id < logits.length; id++) if (logits[id]! > logits[best]!) best = id
  return best
}
