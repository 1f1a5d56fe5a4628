/** What may be said of a part before its noun without naming another thing. */
const SUCH =
  '(?:(?:single|connected|contiguous|continuous|coherent|unbroken|joined|individual|separate|whole|burn(?:ed|t)?|fire|scorched|charred|cohesive|compact) ){0,3}'
const PART = '(?:scar|patch|component|piece|cluster|blob|clump|group|burn|burn(?:ed|t) area)'
const PARTS = '(?:scars|patches|components|pieces|clusters|blobs|clumps|groups|burns|burn(?:ed|t) areas)'

/** 'The biggest connected scar', 'the largest of all burned patches': one part of a mask and not the whole of it, nor several. */
export const LARGEST_PART = new RegExp(
  `\\b(?:largest|biggest|main|greatest|most extensive) (?:${SUCH}${PART}|(?:one )?(?:of|among) (?:all |the |these |those |its ){0,2}${SUCH}${PARTS})\\b`,
  'i',
)
