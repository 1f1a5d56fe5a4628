/** A text of which parts are read and taken out, so that what is left shows what nobody understood. */
export class TextReader {
  #rest: string

  constructor(text: string) {
    this.#rest = normalNumbers(text)
  }

  get rest(): string {
    return this.#rest
  }

  /** The first match, taken out of the text; null where there is none. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(this.#rest)
    if (match) {
      const end = match.index + match[0].length
      this.#rest = this.#rest.slice(0, match.index) + ' · ' + this.#rest.slice(end)
    }
    return match
  }

  takeAll(pattern: RegExp): RegExpExecArray[] {
    const found: RegExpExecArray[] = []
    for (let match = this.take(pattern); match; match = this.take(pattern)) found.push(match)
    return found
  }
}

/** '10,000' → '10000', '0,27' → '0.27', '−' → '-': one notation for all numbers. */
function normalNumbers(text: string): string {
  return text
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d),(\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/−(?=\d)/g, '-')
}
