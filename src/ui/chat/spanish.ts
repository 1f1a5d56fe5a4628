/** Small words that hold a Spanish sentence together, and the words that questions begin with. */
const SPANISH =
  /^(?:el|la|los|las|un|una|de|del|al|en|con|por|para|que|qué|se|es|son|fue|hay|ha|y|o|su|lo|más|menos|entre|desde|hasta|d[oó]nde|cu[aá]nt[oa]s?|cu[aá]l(?:es)?|c[oó]mo|está|este|esta)$/
const ENGLISH =
  /^(?:the|how|what|where|which|is|are|was|were|did|does|do|of|in|on|at|by|from|to|and|or|with|has|have|much|many|show)$/

/** Whether a question is written in Spanish. Names of places alone (“Rio de la Plata”) do not make it so. */
export function looksSpanish(text: string): boolean {
  if (/[¿¡]/.test(text)) return true
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return found.filter((word) => SPANISH.test(word)).length >= 2 && !found.some((word) => ENGLISH.test(word))
}
