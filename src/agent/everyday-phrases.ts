import type { ToolSpec } from '../tools/tool.ts'

/** Turns of speech that tell what the readings know by another name, or that bear on no figure. */
const PHRASES: readonly (readonly [pattern: RegExp, form: string])[] = [
  // What burns.
  [/\b(?:go|goes|going|went|gone) up in (?:flames|smoke)\b/gi, 'burned'],
  [/\b(?:fall|falls|fell|fallen) (?:prey|victim) to (?:the |a )?(?:flames|fire|blaze)\b/gi, 'burned'],
  [
    /\b(?:perish(?:ed)?|(?:(?:was|were|been|got) )?(?:lost|consumed|devoured|destroyed|ravaged|razed|gutted)|(?:was|were|been) (?:taken|eaten)) (?:in|by|to) (?:the |a )?(?:flames|fire|blaze)\b/gi,
    'burned',
  ],
  [
    /\bhow (?:bad|fierce|intense) (?:was|is) (?:the |this |that )?(?:\w+ )?(?:fire|blaze|burn|wildfire)\b|\bhow badly did (?:it|the \w+) burn\b/gi,
    'how severe was the burn, by class',
  ],
  // Clouds that hide a part of the ground are a circumstance.
  [
    /,? ?\b(?:wherever|where|as far as|so far as|insofar as|as much as|to the extent(?: that)?) (?:the |any )?clouds? (?:covers? )?(?:lets? (?:us|one|me|you) see|allows?(?: (?:us|one|it)(?: to see)?)?|permits?(?: (?:us|one|it)(?: to see)?)?|(?:do|does) not (?:hide|cover|block|hinder|obscure)(?: (?:it|the \w+))?)\b/gi,
    '',
  ],
  [/,? ?\bclouds? permitting\b|,? ?\b(?:seen|visible) (?:between|through) the clouds\b/gi, ''],
  // The numbers of the days of a year limit nothing.
  [/(\bdays? of (?:the )?year),? ?\(?\b(?:from )?1 ?(?:to|–|-|through) ?36[56]\b\)?/gi, '$1'],
  // Pixels that touch at a corner make one part: that is how parts are told apart.
  [
    /,? ?\b(?:(?:count|take|treat|regard)(?:ing)? )?(?:pixels?|cells?|those|what) (?:that |which )?(?:meet|touch|join|connect|are joined|are connected)(?:ing|s)?(?: only| just)? (?:at|by|in|over) (?:a |their |the )?(?:corners?|diagonals?)(?: (?:only|alone))? (?:(?:are |as )?(?:belong(?:ing)?|join(?:ed|ing)?|connect(?:ed)?|tak(?:en|ing)|count(?:ed|ing)?)(?: as)?(?: (?:together|one|connected))?|as (?:one|connected|joined))\b/gi,
    '',
  ],
  [/,? ?\b\(?(?:8|eight)[- ](?:connect(?:ed|ivity)|neighbou?r(?:s|hood)?)\b\)?/gi, ''],
  // A number that tells which reviewer or table is meant is no figure of the question.
  [
    /\b(reviewer|referee|table|fig(?:ure)?\.?|section|chapter|appendix|annex|exercise|homework|assignment|paragraph|article|question|query|request|ticket|group|team) (?:no\. ?|number |#)?\d{1,3}(?![\d.]*\d)(?!\s*(?:%|ha\b|km|m\b|°|pixels?|dates?))/gi,
    '$1',
  ],
  // The state that others are compared with.
  [
    /\b(?:as|is|was|being) (?:the |our |an? )?(?:unburn(?:ed|t)|undisturbed|intact) (state|reference|baseline|situation|condition|date|image|scene)\b/gi,
    'as the first $1',
  ],
]

/** Formulas that say again what the index beside them is. */
const GLOSSES: readonly RegExp[] = [
  /(?<=\b(?:relativi[sz]ed burn ratio|RBR)\b)(?: \(RBR\))?,? ?[(=]? ?dNBR ?(?:\/|÷|divided by|over) ?\(?[^.;?,]*?\+ ?1\.001\)*,?/gi,
  /(?<=\b[A-Z]{2,}\w*),? \(?(?:that is,? |the |a )+normali[sz]ed difference(?: (?:index|ratio))?(?: (?:of|between) (?:the )?[\w ]+? and (?:the )?[\w ]+?)?\)?(?=[,;.?:])/g,
]

const DROP =
  '(?:leav(?:e|ing) (?:out|aside)|drop(?:ping)?|discard(?:ing)?|exclud(?:e|ing)|disregard(?:ing)?|ignor(?:e|ing)|throw(?:ing)? (?:out|away)|remov(?:e|ing)|reject(?:ing)?|skip(?:ping)?|omit(?:ting)?|filter(?:ing)? out|mask(?:ing)? out|strik(?:e|ing) out|weed(?:ing)? out)'
/** Sides of a limit and what is left where that side is dropped. Longer phrases first. */
const LEFT: readonly (readonly [words: string, rest: string])[] = [
  ['at or (?:below|under)|at most|(?:no|not) (?:more|higher|greater) than|up to|≤|<=', 'above'],
  ['at or (?:above|over)|at least|(?:no|not) (?:less|lower) than|≥|>=', 'below'],
  ['below|under|beneath|less than|lower than|smaller than|short of|<', 'at least'],
  ['above|over|beyond|more than|higher than|greater than|larger than|exceeding|>', 'at most'],
]
/** 'Leave out every pixel whose dNBR stays under 0.27': what is left lies at 0.27 or above. */
const DROPPED = LEFT.map(
  ([words, rest]) =>
    [
      new RegExp(
        `(?<!\\b(?:an?|the|any|its|their|this|that|no) )\\b${DROP} ((?:every|all|any|each|the|those|whatever|everything|what|pixels?|cells?|values?|ground|land)\\b ?[^.;,?\\d]{0,50}?)(?:${words}) ?([-−]?\\d+(?:\\.\\d+)?)(?![\\d.]*\\d)(?! ?(?:%|percent|per cent|pixels?|px\\b|cells?|ha\\b|hectares?|km|m\\b|m2|m²|dates?))`,
        'gi',
      ),
      rest,
    ] as const,
)

/** An index that is named only to be set aside: 'EVI instead of NDVI', 'not with dNBR'. */
const SET_ASIDE = (names: string) =>
  new RegExp(
    `,? ?(?:\\b(?:and |but )?(?:rather than|instead of|in place of|in lieu of|not(?: with| from| in| by| on| the)*)) (?:the )?d?(?:${names})\\b(?! ?(?:is|are|of|at|above|below|over|under|[<>≤≥=]|-?\\d))`,
    'gi',
  )
const PREFERS = (names: string) =>
  new RegExp(
    `\\b(?:prefer(?:s|red)?|(?:insists?|insisted|rel(?:y|ies)) on|(?:switch(?:ed)?|chang(?:e|ed)) to|(?:we|I|they) (?:go|went|work) (?:for|with)) (?:the |to (?:use|take) )?(${names})\\b`,
    'i',
  )

/** The text in words that the readings know. */
export function plainPhrases(said: string, specs: readonly ToolSpec[]): string {
  const text = GLOSSES.reduce(
    (words, gloss) => words.replace(gloss, ''),
    PHRASES.reduce((words, [pattern, form]) => words.replace(pattern, form), said),
  )
  return withoutSetAside(keptSide(text), specs)
}

function keptSide(text: string): string {
  for (const [pattern, rest] of DROPPED) {
    const kept = text.replace(pattern, (_, what: string, number: string) => `keep ${what}${rest} ${number}`)
    if (kept !== text) return kept
  }
  return text
}

/** The text without an index that another is preferred to; all of it where no other is named. */
function withoutSetAside(text: string, specs: readonly ToolSpec[]): string {
  const known = new Set(specs.filter(({ family }) => family === 'indices').map(({ name }) => name))
  for (const name of ['rbr', 'rdnbr']) known.add(name)
  const said = [...new Set(text.match(/\bd?[A-Z][A-Za-z]*[A-Z]\w*\b/g) ?? [])].filter(
    (word) => known.has(word.toLowerCase()) || known.has(word.slice(1).toLowerCase()),
  )
  if (said.length < 2) return text
  const names = said.map((word) => word.replace(/^d(?=[A-Z])/, '')).join('|')
  const rest = text.replace(SET_ASIDE(names), '')
  if (rest !== text && said.some((word) => new RegExp(`\\b${word}\\b`).test(rest))) return rest
  const preferred = PREFERS(names).exec(text)
  if (!preferred) return text
  const [before, after] = [text.slice(0, preferred.index), text.slice(preferred.index)]
  // A limit on the other one is a condition.
  if (/[<>≤≥]|\d\.\d/.test(before)) return text
  const others = said.filter((word) => word !== preferred[1])
  if (others.some((word) => new RegExp(`\\b${word}\\b`).test(after))) return text
  return others.reduce((words, word) => words.replace(new RegExp(`\\b${word}\\b`, 'g'), 'it'), before) + after
}
