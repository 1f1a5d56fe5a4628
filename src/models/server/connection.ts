import type { z } from 'zod'
import { isAbort } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { failure } from './replies.ts'

/** As much of a server's own words as is shown. */
const SHOWN = 300

/** How a page gets leave to ask a server: each has its own switch. */
const ALLOW =
  'Ollama: set the environment variable OLLAMA_ORIGINS to the address of this page and start it anew; LM Studio: switch on "Enable CORS" in the settings of its server; llama.cpp allows every page'

/** A server and the way to it. Its errors say what was found and what to do. */
export class Connection {
  constructor(
    /** As serverAddress gives it. */
    readonly root: string,
    private readonly fetch: typeof globalThis.fetch,
  ) {}

  /** Throws read_failed where nobody answers or the server lets this page ask nothing, AbortError. */
  async ask(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
    const request: RequestInit =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    try {
      return await this.fetch(this.root + path, { ...request, ...(signal ? { signal } : {}) })
    } catch (error) {
      if (isAbort(error) || signal?.aborted) throw new DOMException('Stopped', 'AbortError')
      // The page's own refusals stand; that nobody answered is told in more detail here.
      if (error instanceof AppError && error.code !== 'read_failed') throw error
      throw await this.silence(error)
    }
  }

  /** JSON of the given shape. Throws what `ask` throws, and model_failed for every other answer. */
  async json<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal | undefined,
    body?: unknown,
  ): Promise<z.output<Schema>> {
    const response = await this.ask(path, body, signal)
    if (!response.ok) throw await this.refusal(response)
    const text = await response.text()
    const parsed = schema.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    throw new AppError(
      'model_failed',
      `${this.root} answers, but not as a model server (${clean(text, 60)}); check the address and the port`,
    )
  }

  /** What a status other than success means. */
  async refusal(response: Response): Promise<AppError> {
    const text = await response.text().catch(() => '')
    const said = failure.safeParse(parseJson(text))
    const words = clean(said.success ? said.data : text, SHOWN)
    const details = { status: response.status }
    if (/context (size|length|window)|exceed_context|too (long|many tokens)/i.test(words)) {
      return new AppError('context_full', `the model server holds no prompt this long: ${words}`, details)
    }
    if (response.status === 404) {
      return new AppError(
        'model_failed',
        `${this.root} does not have what was asked for: ${words || 'not found'}; fetch the model there (ollama pull …, or LM Studio's search) or choose another`,
        details,
      )
    }
    const todo =
      response.status === 503
        ? 'it is busy or still loading the model; try again in a minute'
        : 'look at the server’s own log, and load the model there again'
    return new AppError(
      'model_failed',
      `the model server refused with status ${response.status}${words === '' ? '' : ` (${words})`}; ${todo}`,
      details,
    )
  }

  /** A browser does not tell a server that is not there from one that does not allow the page, so it is knocked at once more. */
  private async silence(cause: unknown): Promise<AppError> {
    const isThere = await this.fetch(this.root, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    )
    return isThere
      ? new AppError(
          'read_failed',
          `a server answers at ${this.root}, but does not allow this page to read its answers. ${ALLOW}`,
          { reason: 'not-allowed' },
          { cause },
        )
      : new AppError(
          'read_failed',
          `nobody answers at ${this.root}: start the server (ollama serve; LM Studio: Developer, Start server; llama-server), check the port, and let the browser reach this machine where it asks`,
          { reason: 'not-running' },
          { cause },
        )
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Foreign words for people: one line, no control or direction marks, cut to size. */
function clean(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
  return line.length > length ? line.slice(0, length) + '…' : line
}
