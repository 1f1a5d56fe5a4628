/** Compass names in full and the letters that stand for them. */
const COMPASS: readonly (readonly [words: RegExp, letters: string])[] = [
  [/\bnorth[\s-]?east(ern|wards?)?\b/g, 'ne'],
  [/\bnorth[\s-]?west(ern|wards?)?\b/g, 'nw'],
  [/\bsouth[\s-]?east(ern|wards?)?\b/g, 'se'],
  [/\bsouth[\s-]?west(ern|wards?)?\b/g, 'sw'],
  [/\bnorth(ern|wards?)?\b/g, 'n'],
  [/\beast(ern|wards?)?\b/g, 'e'],
  [/\bsouth(ern|wards?)?\b/g, 's'],
  [/\bwest(ern|wards?)?\b/g, 'w'],
]

/** Words of an option or a label in one form: lower case, compass names as letters, '_' and '-' as spaces. */
export function optionWords(text: string): readonly string[] {
  const folded = text.normalize('NFKC').toLowerCase()
  const named = COMPASS.reduce((words, [pattern, letters]) => words.replace(pattern, letters), folded)
  return named.split(/[^\p{L}\p{N}.]+/u).filter((word) => word !== '')
}
