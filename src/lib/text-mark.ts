const FNV_PRIME = 0x01000193
const SEEDS = [0x811c9dc5, 0x9747b28c] as const

/**
 * A mark by which a text that changed is told from what it was: its length and two 32-bit FNV-1a sums over its code units.
 * Quick, for thousands of texts at once; no protection against somebody who looks for two texts of one mark.
 */
export function textMark(text: string): string {
  const sums = SEEDS.map((seed) => {
    let sum: number = seed
    for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), FNV_PRIME)
    return (sum >>> 0).toString(16).padStart(8, '0')
  })
  return `${text.length}-${sums.join('')}`
}
