/**
 * The question that an arrow key brings back: `asked` oldest first, each once. Only an empty box or a question that was
 * brought back unchanged moves; null leaves the key to the box.
 */
export function fromHistory(asked: readonly string[], text: string, way: 'back' | 'forth'): string | null {
  const newest = [...new Set([...asked].reverse())]
  const at = text === '' ? -1 : newest.indexOf(text)
  if (text !== '' && at < 0) return null
  const next = way === 'back' ? at + 1 : at - 1
  if (next < 0) return at < 0 ? null : ''
  return newest[next] ?? null
}
