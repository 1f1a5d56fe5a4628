/**
 * A text cut at the ends of its sentences and lines, so that `fits` holds; the first one stays whatever its length, so that
 * no figure loses its unit.
 */
export async function cutAtSentences(
  text: string,
  fits: (text: string) => Promise<boolean>,
): Promise<string> {
  const sentences = text
    .split(/\n|(?<=[.!?])\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  let kept = sentences.length
  while (kept > 1 && !(await fits(sentences.slice(0, kept).join(' ')))) kept -= 1
  return sentences.slice(0, kept).join(' ')
}
