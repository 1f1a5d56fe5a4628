import { plainForeign } from './foreign.ts'

/** Markup that was made by `html`, or by the page's own drawing. */
export class SafeHtml {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | SafeHtml | readonly Part[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  plainForeign(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)

/** A template whose parts are text, in an element or in a quoted attribute, unless they are markup of this kind themselves. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  return new SafeHtml(
    pieces.map((piece, at) => piece + (at < parts.length ? markupOf(parts[at]!) : '')).join(''),
  )
}

function markupOf(part: Part): string {
  if (part instanceof SafeHtml) return part.markup
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(markupOf).join('')
}

/** Nothing, where a part of a template is left out. */
export const NOTHING = new SafeHtml('')
