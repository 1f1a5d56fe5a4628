const EARLY =
  '(?:earlier|earliest|first|before|pre(?:-\\w+)?|old(?:er|est)?|former|previous|prior|initial|date one)'
const LATE =
  '(?:later|latest|second|after|post(?:-\\w+)?|new(?:er|est)?|latter|last|final|more recent|date two)'
/** Some words of the same clause, or none. */
const SOME = '[^.?;,]{0,30}?'
const minus = (first: string, second: string) =>
  new RegExp(
    `\\b${first}\\b${SOME}\\b(?:minus|less(?! than)|reduced by)\\b${SOME}\\b${second}\\b|` +
      `\\b(?:subtract(?:ed|ing)?|tak(?:e|en|ing)|deduct(?:ed|ing)?)\\b${SOME}\\b${second}\\b${SOME}\\b(?:away )?from\\b${SOME}\\b${first}\\b|` +
      `\\b${second}\\b${SOME}\\b(?:is |are |was |be )?subtracted from\\b${SOME}\\b${first}\\b`,
    'i',
  )
const [FALL, RISE] = [minus(EARLY, LATE), minus(LATE, EARLY)]

/** Which date is taken from which, where the words tell it: 'earlier minus later' is positive where the values fell. */
export function orderOfDates(text: string): 'earlier_minus_later' | 'later_minus_earlier' | null {
  const [fall, rise] = [FALL.test(text), RISE.test(text)]
  if (fall === rise) return null
  return fall ? 'earlier_minus_later' : 'later_minus_earlier'
}
