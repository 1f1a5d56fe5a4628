import { AppError } from '../lib/errors.ts'

/**
 * Whether this tab may write, as the page that holds the Web Lock says. Asked before every write; until the page has
 * said anything, writes wait.
 */
export class WriterGate {
  private state: boolean | null = null
  private known: () => void = () => undefined
  private readonly firstWord = new Promise<void>((resolve) => {
    this.known = resolve
  })

  get writable(): boolean {
    return this.state === true
  }

  set(writable: boolean): void {
    this.state = writable
    this.known()
  }

  /** Throws read_only in a tab that is not the writer. */
  async assertWritable(): Promise<void> {
    await this.firstWord
    if (this.state !== true) {
      throw new AppError(
        'read_only',
        'another tab of GeoForge is writing, so this one only reads; close the other tab to go on here',
      )
    }
  }
}
