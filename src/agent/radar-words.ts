const EARLIER = '(?:earlier|first|before|former|older|previous|pre(?:-event|-flood)?|dry)'
const LATER = '(?:later|second|after|latter|newer|last|latest|post(?:-event|-flood)?|wet)'
/** Up to some words of the same sentence, or none. */
const BETWEEN = '[^.?;]{1,60}?'
/** 'Divide the later image by the earlier one', 'the ratio of after to before', 'later over earlier'. */
const DIVIDED: readonly RegExp[] = [
  `\\b(?:divid(?:e|ed|ing)|quotient of|ratio of|ratio between)\\b${BETWEEN}\\b${LATER}\\b${BETWEEN}\\b(?:by|over|to|and)\\b${BETWEEN}\\b${EARLIER}\\b`,
  `\\b${LATER}\\b${BETWEEN}\\b(?:divided by|over)\\b${BETWEEN}\\b${EARLIER}\\b`,
].map((words) => new RegExp(words, 'i'))
const IN_DECIBEL = /\bd[Bb]\b|\bdecibels?\b|\blog(?:10|arithm\w*)?\b/

const BACKSCATTER =
  /\b(?:VV|VH|HH|HV|backscatter\w*|radar (?:return|echo|signal|intensity)|sigma[- ]?(?:nought|zero|0))\b/i
/** A change of backscatter between two passes, told by how many decibels it is. */
const FALL_IN_DECIBEL =
  /\b(?:lower(?:ed)?|weaker|darker|dimmer|less|fell|fall(?:en|s)?|drop(?:s|ped)?|decreas\w*|declin\w*|los[te]s?|down|sank)\b[^.?;]{0,40}?\d(?:\.\d+)? ?(?:dB|decibels?)\b|\d(?:\.\d+)? ?(?:dB|decibels?)\b(?: or (?:more|greater))? (?:lower|weaker|darker|drop|fall|decrease|decline|loss|down)\b/i

/** What the backscatter fell by is told by the log ratio of the two passes; whoever names water or a flood is understood without. */
export const plainBackscatter = (text: string): string =>
  BACKSCATTER.test(text) &&
  FALL_IN_DECIBEL.test(text) &&
  !/\b(?:log[- ]?ratio|flood\w*|inundat\w*|water|lakes?|rivers?|forests?|burn\w*|oil)\b/i.test(text)
    ? text.replace(BACKSCATTER, (words) => `log ratio of ${words}`)
    : text

/** Later over earlier backscatter in decibels, told in words, is the log ratio. What is divided the other way round is left as it is. */
export function plainRatio(text: string): string {
  if (!IN_DECIBEL.test(text) || /\blog[- ]?ratio\b/i.test(text)) return text
  const found = DIVIDED.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  return found
    ? text.replace(found[0], 'take the log ratio of the later over the earlier').replace(RATIO_IN_DECIBEL, '')
    : text
}

const RATIO_IN_DECIBEL =
  /,? ?\b(?:and )?(?:express|convert|put|turn|give|write|bring)(?:ed|ing)? (?:that|this|the|it)(?: (?:ratio|quotient|result))? (?:in|to|into|as) (?:dB|decibels?)\b/gi
