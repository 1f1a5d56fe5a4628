import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { asAppError, asLoadError, isDead } from '../../../src/models/wllama/failures.ts'
import { openSession } from '../../../src/models/wllama/open-session.ts'
import { Session } from '../../../src/models/wllama/session.ts'

afterEach(() => vi.unstubAllGlobals())

/** As V8 and the glue of wllama say it. */
const TRAP = new WebAssembly.RuntimeError('memory access out of bounds')
const FULL = new Error('Aborted(OOM). Build with -sASSERTIONS for more info.')
const CRASHED = new Error('Worker has crashed (unreachable)')
const LONG = new Error('request (5000 tokens) exceeds the available context size (4096 tokens)')
const THREW = new WebAssembly.RuntimeError('Invalid typed array length: 123')

describe('what a failure of llama.cpp is told as', () => {
  it.each([
    ['a trap for want of memory', TRAP, [], 'model_failed', 'ran out of memory. Close other tabs'],
    ['what was only logged', FULL, ['failed to allocate buffer'], 'model_failed', 'ran out of memory'],
    ['a worker that crashed', CRASHED, [], 'model_failed', 'has to be loaded again: Worker has crashed'],
    ['a prompt that is too long', LONG, [], 'context_full', 'has 5000 tokens; the context holds 4096'],
    ['a request that it cannot take', THREW, [], 'model_output', 'could not answer this request'],
  ] as const)('%s', (_what, error, log, code, words) => {
    const told = asAppError(error, log)
    expect(told).toMatchObject({ code, message: expect.stringContaining(words) as string })
    expect(told.cause).toBe(error)
    expect(told.details['engine']).toBe('wllama')
  })

  it('while it loads: too little memory with the size, and an architecture that is not known', () => {
    const log = ['ggml_backend_alloc: failed to allocate 800 MB']
    expect(asLoadError(new Error('load failed'), log, 986.4)).toMatchObject({
      code: 'unsupported_machine',
      message: expect.stringMatching(/needs 986 MB.*take a smaller model/) as string,
    })
    expect(asLoadError(new Error("unknown model architecture: 'mamba9'"), [], 1)).toMatchObject({
      code: 'model_file',
      message: expect.stringContaining('"mamba9"') as string,
    })
    expect(asLoadError(new Error('no reason'), [], 1)).toMatchObject({ code: 'model_failed' })
  })

  it('leaves what is told already as it is, and knows after which the worker is of no use', () => {
    const own = new AppError('context_full', 'too long')
    expect(asAppError(own, [])).toBe(own)
    expect(asLoadError(own, [], 1)).toBe(own)
    expect([TRAP, CRASHED, new Error('File read failed')].map(isDead)).toEqual([true, true, true])
    expect([THREW, LONG, own].map(isDead)).toEqual([false, false, false])
  })
})

type Wllama = Session['wllama']

/** The library at its border, doing what a test says in place of an inference. */
function sessionOver(chat: () => Promise<never>) {
  let exits = 0
  const wllama = {
    createChatCompletion: chat,
    exit: () => ((exits += 1), Promise.resolve()),
  } as unknown as Wllama
  return { session: new Session(wllama, 1, 512, []), exits: () => exits }
}

const ASK = { prompt: { system: '', turns: [{ role: 'user' as const, text: 'Q' }] }, maxTokens: 4 }
const gone = { code: 'model_failed', message: expect.stringContaining('loaded again') as string }

describe('Session', () => {
  it('rejects calls under way and to come where its worker died on its own, and ends what is left of it', async () => {
    const { session, exits } = sessionOver(() => new Promise(() => undefined))
    const calls = [session.stream(ASK, undefined), session.tokens(ASK, undefined)]
    await Promise.resolve()
    session.fail(new Error('its worker ended'))
    for (const call of calls) await expect(call).rejects.toMatchObject(gone)
    await expect(session.stream(ASK, undefined)).rejects.toMatchObject(gone)
    expect(exits()).toBe(1)
  })

  it('is of no use after a trap, and goes on after a request that could not be taken', async () => {
    const errors = [THREW, TRAP]
    const { session, exits } = sessionOver(() => Promise.reject(errors.shift()!))
    await expect(session.stream(ASK, undefined)).rejects.toHaveProperty('code', 'model_output')
    expect(exits()).toBe(0)
    const full = { code: 'model_failed', message: expect.stringContaining('out of memory') as string }
    await expect(session.stream(ASK, undefined)).rejects.toMatchObject(full)
    expect(exits()).toBe(1)
    await expect(session.stream(ASK, undefined)).rejects.toMatchObject(full)
  })
})

describe('openSession', () => {
  it('names the browsers that can, where this one lacks memory of 64 bits', async () => {
    const Memory = vi.fn(function refuse() {
      throw new TypeError('WebAssembly.Memory(): Invalid address type')
    })
    vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory })
    const model = { shards: [], bytes: 0, architecture: 'llama', trainedContext: null, metadata: new Map() }
    await expect(openSession({ model, wasmUrl: '', contextSize: 64, threads: 1 })).rejects.toMatchObject({
      code: 'unsupported_machine',
      message: expect.stringMatching(/Chrome or Edge from version 133, or Firefox from 134/) as string,
    })
  })
})
