import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream: boolean
  readonly max_tokens: number
  readonly response_format?: { readonly json_schema: { readonly schema: Readonly<Record<string, unknown>> } }
  readonly reasoning_effort?: string
}

export interface ModelServerOptions {
  /** Answers a chat; may write as slowly and in as many pieces as it likes. */
  readonly chat?: (request: ChatRequest, response: ServerResponse, ended: AbortSignal) => Promise<void> | void
  readonly models?: readonly string[]
  /** As llama.cpp: context size, and one token a word. */
  readonly llama?: { readonly context: number }
  /** In place of all. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void
}

/** A small server of the test's own that speaks as model servers do, on a free port. */
export async function modelServer(options: ModelServerOptions = {}) {
  const chats: ChatRequest[] = []
  const server = createServer((request, response) => {
    if (options.answer) {
      options.answer(request, response)
      return
    }
    void handle(request, response)
  })
  const json = (response: ServerResponse, value: unknown, status = 200) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as unknown) : null
    if (request.url === '/v1/models') {
      json(response, { object: 'list', data: (options.models ?? ['tiny']).map((id) => ({ id })) })
      return
    }
    if (request.url === '/props' && options.llama) {
      json(response, { default_generation_settings: { n_ctx: options.llama.context } })
      return
    }
    if (request.url === '/tokenize' && options.llama) {
      json(response, { tokens: (body as { content: string }).content.split(/\s+/).map((_, at) => at) })
      return
    }
    if (request.url !== '/v1/chat/completions') {
      json(response, { error: { message: 'not found' } }, 404)
      return
    }
    const ended = new AbortController()
    response.on('close', () => ended.abort())
    chats.push(body as ChatRequest)
    await options.chat?.(body as ChatRequest, response, ended.signal)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    chats,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const delta = (content: string) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })

/** The events of an answer, as one text. */
export function eventsOf(
  pieces: readonly string[],
  { finish = 'stop', usage }: { finish?: string; usage?: unknown } = {},
): string {
  const end = event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  return pieces.map(delta).join('') + end + (usage ? event({ choices: [], usage }) : '') + 'data: [DONE]\n\n'
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
}
