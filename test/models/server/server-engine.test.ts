import { afterEach, describe, expect, it } from 'vitest'
import type { Prompt } from '../../../src/models/prompt.ts'
import { connectServer } from '../../../src/models/server/index.ts'
import { eventsOf, modelServer, startStream, type ModelServerOptions } from '../../helpers/model-server.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

async function serve(options: ModelServerOptions = {}) {
  const server = await modelServer(options)
  open.push(server)
  return server
}

const answering =
  (...pieces: string[]): NonNullable<ModelServerOptions['chat']> =>
  (_request, response) => {
    startStream(response)
    response.end(
      eventsOf(pieces, {
        usage: { prompt_tokens: 20, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 12 } },
      }),
    )
  }

const ask = (text: string): Prompt => ({ system: 'You work with maps.', turns: [{ role: 'user', text }] })
/** The first event of an answer, with which it is not over. */
const firstOf = (events: string) => events.slice(0, events.indexOf('\n\n') + 2)
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('connectServer', () => {
  it('lists the models, and streams an answer with what it took', async () => {
    const { url, chats } = await serve({ models: ['a', 'tiny'], chat: answering('Burned', ': 12 ha') })
    await expect(connectServer({ url: `${url}/v1/`, model: 'b' })).rejects.toThrow(/offers a, tiny/)
    const engine = await connectServer({ url, model: 'tiny' })
    const pieces: string[] = []
    const done = await engine.complete(ask('How much?'), {
      maxTokens: 50,
      onText: (piece) => pieces.push(piece),
    })
    expect(pieces).toEqual(['Burned', ': 12 ha'])
    expect(done).toMatchObject({ text: 'Burned: 12 ha', finish: 'stop' })
    expect(done.usage).toMatchObject({ promptTokens: 20, reusedTokens: 12, writtenTokens: 4 })
    expect(chats[0]).toMatchObject({
      model: 'tiny',
      stream: true,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'You work with maps.' },
        { role: 'user', content: 'How much?' },
      ],
    })
    expect(chats[0]).not.toHaveProperty('reasoning_effort')
  })

  it('reads a stream that is cut anywhere, in the middle of a character too', async () => {
    const bytes = Buffer.from(
      ': a comment\r\n\r\n' + eventsOf(['Fläche ', '火: ', '3 km²']).replaceAll('\n', '\r\n'),
    )
    const { url } = await serve({
      async chat(_request, response) {
        startStream(response)
        for (const byte of bytes) {
          response.write(Buffer.from([byte]))
          if (byte === 10) await wait(1)
        }
        response.end()
      },
    })
    const engine = await connectServer({ url, model: 'tiny' })
    expect(await engine.complete(ask('?'), { maxTokens: 9 })).toMatchObject({
      text: 'Fläche 火: 3 km²',
      finish: 'stop',
    })
  })

  it('holds a choice and JSON to a schema', async () => {
    const { url, chats } = await serve({ models: ['qwen3:4b'], chat: answering('{"choice": ', '"nbr"}') })
    const engine = await connectServer({ url, model: 'qwen3:4b' })
    expect(engine.logProbs).toBeNull()
    expect(await engine.pick(ask('which?'), ['ndvi', 'nbr'])).toMatchObject({ option: 1 })
    expect(chats[0]!.response_format!.json_schema.schema).toEqual({
      type: 'object',
      properties: { choice: { enum: ['ndvi', 'nbr'] } },
      required: ['choice'],
      additionalProperties: false,
    })
    expect(chats[0]!.reasoning_effort).toBe('none')
  })

  it.each(['ndwi', '{"choice":"ndwi"}', '{"choice":'])(
    'says so where the choice is answered with %j',
    async (text) => {
      const { url } = await serve({ chat: answering(text) })
      const engine = await connectServer({ url, model: 'tiny' })
      await expect(engine.pick(ask('which?'), ['ndvi', 'nbr'])).rejects.toMatchObject({
        code: 'model_output',
      })
    },
  )

  it('tells an answer that was cut off from one that ended', async () => {
    const { url } = await serve({
      chat(_request, response) {
        startStream(response)
        response.end(eventsOf(['abc'], { finish: 'length' }))
      },
    })
    const engine = await connectServer({ url, model: 'tiny' })
    const done = await engine.complete(ask('?'), { maxTokens: 1 })
    // Without figures of the server those of the texts' lengths.
    expect(done).toMatchObject({ finish: 'length', usage: { writtenTokens: 1, reusedTokens: 0 } })
    expect(done.usage.promptTokens).toBeGreaterThan(5)
  })

  it('stops at once, and the server hears of it', async () => {
    let heard: Promise<void> | undefined
    const { url } = await serve({
      async chat(_request, response, ended) {
        heard = new Promise((resolve) => ended.addEventListener('abort', () => resolve()))
        startStream(response)
        for (let at = 0; at < 1000 && !ended.aborted; at++) {
          response.write(firstOf(eventsOf(['x'])))
          await wait(5)
        }
      },
    })
    const engine = await connectServer({ url, model: 'tiny' })
    const stop = new AbortController()
    let told = 0
    const answer = engine.complete(
      ask('?'),
      { maxTokens: 2000, onText: () => ++told === 3 && stop.abort() },
      { signal: stop.signal },
    )
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await heard
    expect(told).toBeLessThan(20)
  })

  it('stops while a slow server has said nothing yet, and when the engine is closed', async () => {
    const { url } = await serve({ chat: () => new Promise<void>(() => {}) })
    const engine = await connectServer({ url, model: 'tiny' })
    const begin = performance.now()
    const signal = AbortSignal.timeout(50)
    await expect(engine.complete(ask('?'), { maxTokens: 5 }, { signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(performance.now() - begin).toBeLessThan(1000)
    const other = engine.complete(ask('?'), { maxTokens: 5 })
    await Promise.all([engine.close(), expect(other).rejects.toMatchObject({ name: 'AbortError' })])
  })

  it('counts with llama.cpp, and by length with others', async () => {
    const llama = await serve({ llama: { context: 60 }, chat: answering('ok') })
    const exact = await connectServer({ url: llama.url, model: 'tiny' })
    expect(exact.contextSize).toBe(60)
    expect(await exact.countTokens('three short words')).toBe(3)
    const long = ask(Array.from({ length: 50 }, () => 'word').join(' '))
    await expect(exact.complete(long, { maxTokens: 10 })).rejects.toMatchObject({
      code: 'context_full',
      details: { contextSize: 60, maxTokens: 10 },
    })
    expect(llama.chats).toEqual([])
    const other = await serve()
    const rough = await connectServer({ url: other.url, model: 'tiny' })
    expect(rough.contextSize).toBe(4096)
    expect(await rough.countTokens('ten letter')).toBe(4)
  })
})

describe('what a server does wrong', () => {
  const failing = async (status: number, body: unknown) => {
    const { url } = await serve({
      chat(_request, response) {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      },
    })
    return (await connectServer({ url, model: 'tiny' })).complete(ask('?'), { maxTokens: 5 })
  }

  it.each([
    [
      404,
      { error: { message: 'model "tiny" not found, try pulling it first' } },
      'model_failed',
      /not found.*ollama pull/,
    ],
    [
      503,
      { error: { message: 'Loading model', code: 503 } },
      'model_failed',
      /Loading model.*try again in a minute/,
    ],
    [500, { error: 'CUDA \u202eout\nof memory' }, 'model_failed', /status 500 \(CUDA out of memory\)/],
    [
      400,
      {
        error: {
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      'context_full',
      /context size/,
    ],
    [502, '<html>bad gateway</html>', 'model_failed', /status 502/],
  ] as const)('tells status %i in words', async (status, body, code, message) => {
    await expect(failing(status, body)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    })
  })

  it.each([
    [
      'breaks off in mid-answer',
      (text: string) => text.slice(0, text.indexOf('finish_reason":"stop')),
      /broke in mid-answer/,
    ],
    [
      'reports an error in the stream',
      () => 'data: {"error":{"message":"out of memory"}}\n\n',
      /out of memory/,
    ],
    ['sends no JSON', () => 'data: hello\n\n', /no part of an answer/],
  ] as const)('says so where it %s', async (_what, change, message) => {
    const { url } = await serve({
      chat(_request, response) {
        startStream(response)
        response.end(change(eventsOf(['a', 'b'])))
      },
    })
    const engine = await connectServer({ url, model: 'tiny' })
    await expect(engine.complete(ask('?'), { maxTokens: 5 })).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(message) as string,
    })
  })

  it('says so where the connection is cut', async () => {
    const { url } = await serve({
      async chat(_request, response) {
        startStream(response)
        response.write(firstOf(eventsOf(['a'])))
        await wait(20)
        response.destroy()
      },
    })
    const engine = await connectServer({ url, model: 'tiny' })
    await expect(engine.complete(ask('?'), { maxTokens: 5 })).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('broke in mid-answer') as string,
    })
  })

  it('says so where nobody listens', async () => {
    const { url, close } = await modelServer()
    await close()
    await expect(connectServer({ url, model: 'tiny' })).rejects.toMatchObject({
      code: 'read_failed',
      details: { reason: 'not-running' },
      message: expect.stringMatching(/ollama serve/) as string,
    })
  })

  it('tells a server that does not allow the page from one that is not there', async () => {
    const { url } = await serve()
    // As a browser does: an answer without leave for the page is kept from it, unless it is not to be read at all.
    const asBrowser: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (init?.mode === 'no-cors' || response.headers.has('access-control-allow-origin')) return response
      throw new TypeError('Failed to fetch')
    }
    await expect(connectServer({ url, model: 'tiny', fetch: asBrowser })).rejects.toMatchObject({
      code: 'read_failed',
      details: { reason: 'not-allowed' },
      message: expect.stringMatching(/OLLAMA_ORIGINS.*Enable CORS/) as string,
    })
  })

  it('names the models that are there where the one asked for is not', async () => {
    const { url } = await serve({ models: ['llama3.2', 'qwen3:4b'] })
    await expect(connectServer({ url, model: 'tiny' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('llama3.2, qwen3:4b') as string,
    })
  })

  it('knows another kind of server', async () => {
    const { url } = await serve({
      answer: (_request, response) => response.end('<!doctype html><title>Home</title>'),
    })
    await expect(connectServer({ url, model: 'tiny' })).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(/not as a model server/) as string,
    })
  })
})
