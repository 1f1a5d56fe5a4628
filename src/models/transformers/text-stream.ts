/** What a decoder writes for bytes that are no whole character yet. */
const UNFINISHED = '�'

/** Tokens become text as they come: a piece is given once its last character is whole. */
export class TextStream {
  private readonly tokens: number[] = []
  private given = ''

  constructor(
    private readonly decode: (tokens: readonly number[]) => string,
    private readonly onText?: (piece: string) => void,
  ) {}

  add(token: number): void {
    this.tokens.push(token)
    if (!this.onText) return
    const text = this.decode(this.tokens)
    if (!text.endsWith(UNFINISHED)) this.give(text)
  }

  /** The whole text. */
  end(): string {
    const text = this.decode(this.tokens)
    this.give(text)
    return text
  }

  private give(text: string): void {
    const piece = text.slice(this.given.length)
    this.given = text
    if (piece !== '') this.onText?.(piece)
  }
}
