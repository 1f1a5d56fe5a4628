import { plainForeign } from './foreign.ts'

/**
 * Text that Markdown, GitHub's with its tables and links of bare addresses included, shows as it stands: in a line, a
 * heading, a list or a cell. Line breaks become spaces, as a line of its own could begin a block.
 */
export function escapeMarkdown(text: string): string {
  return plainForeign(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#|~!$]/g, (sign) => `\\${sign}`)
    .replaceAll(/\b(https?|ftp|mailto|javascript|data|www)([:.])/gi, (_, scheme: string, sign: string) =>
      sign === ':' ? `${scheme}&#58;` : `${scheme}&#46;`,
    )
    .replaceAll('@', '&#64;')
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
}

export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(columns), `| ${columns.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n')
}
