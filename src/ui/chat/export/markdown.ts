import { plainForeign } from './foreign.ts'

/**
 * Text that Markdown, GitHub's with its tables and links of bare addresses included, shows as it stands: in a line, a
 * heading, a list or a cell. Line breaks become spaces, as a line of its own could begin a block.
 */
export const escapeMarkdown = (text: string): string => asLine(escapeWithin(text))

/** The same of a piece within a line: white space at its ends belongs to the sentence and stays. */
export function escapeWithin(text: string): string {
  return plainForeign(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#|~!$]/g, (sign) => `\\${sign}`)
    .replaceAll(/\b(https?|ftp|mailto|javascript|data|www)([:.])/gi, (_, scheme: string, sign: string) =>
      sign === ':' ? `${scheme}&#58;` : `${scheme}&#46;`,
    )
    .replaceAll('@', '&#64;')
}

/** A line of escaped pieces that begins no list and no heading. */
export const asLine = (escaped: string): string =>
  escaped
    .trim()
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')

export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(columns), `| ${columns.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n')
}
