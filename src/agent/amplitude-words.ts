const FRACTIONS: Readonly<Record<string, number>> = {
  half: 50, third: 100 / 3, quarter: 25, fifth: 20, tenth: 10,
} // prettier-ignore

/** 'Half of the amplitude', '50 % of the NDVI amplitude', 'a fifth of its range', 'a 20 % amplitude threshold'. */
export const AMPLITUDE_SHARE = `(?:(?<![\\d.])\\d{1,2} ?(?:%|percent|per cent)|\\b(?:an? |one )?(?:${Object.keys(FRACTIONS).join('|')}))[- ](?:of )?(?:its |the )?(?:(?:NDVI|EVI|seasonal|annual|yearly)(?:'s)? )*(?:amplitude|range|swing)\\b`

/** The share in percent. */
export function amplitudeShare(words: string): number {
  const number = /\d{1,2}/.exec(words)?.[0]
  if (number !== undefined) return Number(number)
  const name = Object.keys(FRACTIONS).find((each) => words.toLowerCase().includes(each))
  return FRACTIONS[name!]!
}
