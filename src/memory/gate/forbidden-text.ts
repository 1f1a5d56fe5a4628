/** Why a piece of template text may not be kept; null where it may. Checks form alone, whatever the words mean. */
export function forbiddenForm(text: string): string | null {
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    return 'control, direction or zero-width characters'
  const plain = text.normalize('NFKC').replace(/\p{M}/gu, '').toLowerCase()
  if (URL_LIKE.test(plain)) return 'an address'
  if (/[\\/]/.test(plain) || FILE_LIKE.test(plain)) return 'a file name or path'
  if (COORDINATES.some((pattern) => pattern.test(plain))) return 'raw coordinates'
  const letters = plain.replace(/[^\p{L}\p{N}:<>|[\]#]+/gu, ' ')
  if (ROLE_TAGS.test(plain) || COMMANDS.test(letters)) return 'instructions to the model'
  return null
}

const URL_LIKE = /\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(mailto|javascript|data|file|blob):\S/

/** A dot between a word and a short ending, such as 'scene.tif' or 'example.org'. */
const FILE_LIKE = /[\p{L}\d_-]\.\p{L}[\p{L}\d]{1,4}(?![\p{L}\d])/u

const COORDINATES: readonly RegExp[] = [
  /\d\.\d{4,}/,
  /\d{5,}/,
  /-?\d{1,3}\.\d+\s*[,;]\s*-?\d{1,3}\.\d+/,
  /\d\s*[°º˚′″]/,
  /\b\d{1,3}(\.\d+)?\s*[nsew]\b/,
  /\b(point|polygon|linestring)\s*\(/,
]

const ROLE_TAGS =
  /<[^\s=]|\[\/?inst\]|#{2,}|\b(system|assistant|user|developer|human|tool|function)\s*[:>\]]|```/

/** Imperatives to an assistant. Template text of ours speaks of data and tools and never to a reader as "you". */
const COMMANDS = new RegExp(
  [
    '\\b(ignore|disregard|forget|bypass|override|overrule|reveal|obey|pretend|repeat after)\\b',
    '\\b(you|your|yourself|assistant|chatbot|ai|llm|gpt|prompt|jailbreak|instructions?)\\b',
    '\\b(act|behave) as\\b',
    '\\b(respond|reply|say|answer|output|print) (only )?(with|that|the following|exactly|always)\\b',
    '\\b(always|never) (answer|say|respond|reply|choose|pick|select)\\b',
    '\\bthe (right |correct |final )?answer is\\b',
    '\\bfrom now on\\b',
  ].join('|'),
)
