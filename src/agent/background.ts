import { UNIT_WORDS } from './question-words.ts'
import { targetsIn } from './targets.ts'

/** A sentence with a word of these sets a condition, defines a term or asks in a roundabout way: it is no mere background. */
const SAYS_SOMETHING =
  /[<>≥≤=%]|\d\.\d|\b(at least|at most|(?:more|less|greater|higher|lower|larger|smaller|hotter|warmer|colder|cooler|brighter|darker) than|exceed\w*|surpass\w*|above|below|over|under|threshold|counts?|means?|minimum|maximum|cut-?off|limit|criterion|criteria|(?:is|are|be|being|was|were) (?:wherever|where|whatever|taken|counted|treated|defined|read)|dB|NTU|FNU|or (?:more|less|higher|lower|greater|above|below|over|under)|only|except|not|never|without|exclud\w*|zenith|horizon|(?:sun|solar) (?:elevation|height|altitude)|knows?|wants?|needs?|asks?|wonders?|how|which|what|whether|clouds?|pixels?|class(es)?|d?NDVI|d?EVI|d?NDMI|d?NBR|M?NDWI|NDSI|SAVI|gives?|yields?|minus|plus)\b/i
const COMMAND =
  /^\W*(first|then|next|now|finally|please|give|tell|compute|calculate|make|map|mark|take|find|count|average|show|report|express|determine|estimate|measure|use|treat|let|assume|answer|state|name|list|draw|export|save|run|fit|keep|leave|ignore|mask|compare|subtract|cut|delineate|derive|identify|select|reduce|put|lay|collapse|condense|stack|feed|arrange|throw|strike|weed|reject|set|screen|remove|drop|apply|pick|regress|isolate|extract|detect|form|build|derive|difference|threshold|classify|reclassify|sum|add|divide|multiply|follow|combine|restrict|limit|convert|sort|rank|overlay|intersect|look|consider|go|do|start|begin|end|try|plot|produce|prepare|create|generate|obtain|retrieve|quantify|estimate|evaluate|assess|check|label|flag|discard|exclude|filter|retain|sample|work out|let us|let's|sum|total|add|flag|label|tag|convert|turn|translate|sort|rank|order|restrict|limit|delimit|outline|divide|multiply|ratio|split|share|classify|group|retain|discard|exclude|quantify|evaluate|assess|extract|retrieve|load|open|look|threshold|tabulate|summari[sz]e|round|deduct|tell|provide|indicate|specify|return|deliver|quote|cite|print|output|inform|confirm|check|say|go|do)\b/i
/** A question that points back at the sentence before it cannot do without. */
const POINTS_BACK =
  /\b(that|this|those|these|there|then|it|them|they)\b\s*(?:[,?.!]|$|is\b|was\b|are\b|were\b|did\b|happen)|\b(?:its|their) scars?\b|\b(?:this|that|these|those|the (?:same|resulting|fitted)) (?:line|curve|slope|fit|series|mask|layer|map|difference|ratio|result|points?|values?)s?\b|\b(?:of|for|in|on) each(?: one)?\s*(?:[,?.!]|$)/i

/**
 * The text without statements that tell a situation and ask for nothing ('The concession allows 40 ha a year. …'): their
 * numbers and words are no conditions of the question. All of it where the rest would not say what is asked about.
 */
export function withoutBackground(text: string, isAbout: (rest: string) => boolean): string {
  const sentences = text.split(/(?<=[.?!])\s+(?=[A-Z“"'])/)
  const kept = sentences.filter((sentence) => !isBackground(sentence))
  if (kept.length === sentences.length || kept.length === 0) return text
  const rest = kept.join(' ')
  if (POINTS_BACK.test(rest)) return text
  return isAbout(rest) || targetsIn(rest).length > 0 ? rest : text
}

const isBackground = (sentence: string): boolean =>
  /\.\s*$/.test(sentence) &&
  !COMMAND.test(sentence) &&
  !SAYS_SOMETHING.test(sentence) &&
  !isUnitOfAnswer(sentence)

/** 'Hectares.' and 'In square kilometres, please.' say how the answer is to be given. */
const isUnitOfAnswer = (sentence: string): boolean =>
  sentence.split(/\s+/).length < 8 &&
  !/\d/.test(sentence) &&
  UNIT_WORDS.some(([pattern]) => pattern.test(sentence))
