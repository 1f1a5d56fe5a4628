import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAbort } from '../../src/lib/abort.ts'
import { loadWllama, type WllamaEngine, type WllamaOptions } from '../../src/models/wllama/engine.ts'
import type { Prompt } from '../../src/models/prompt.ts'
import { Session } from '../../src/models/wllama/session.ts'
import type { Tokenizer } from '../../src/models/wllama/tokenizer.ts'
import { LLAMA_WASM } from '../../src/models/wllama/wasm-url.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const NAME = 'SmolLM2-135M-Instruct.Q4_1.gguf'

const response = await fetch(`/shared-models/SmolLM2-135M-Instruct/${NAME}`)
const model = response.ok ? await response.blob() : null
if (!model) console.warn('SmolLM2-135M is not in the shared folder: the tests of wllama are left out')

const load = (file: Blob, options: Partial<WllamaOptions> = {}) =>
  loadWllama({
    modelId: 'smollm2-135m',
    files: new Map([[NAME, file]]),
    wasmUrl: LLAMA_WASM,
    contextSize: 256,
    ...options,
  })

const ask = (text: string, system = 'You help.'): Prompt => ({ system, turns: [{ role: 'user', text }] })

/** What the call was rejected with, and milliseconds from the abort until then. */
async function afterAbort(stop: AbortController, call: Promise<unknown>, when: Promise<unknown>) {
  let error: unknown = null
  let ended = 0
  const over = call.catch((why: unknown) => {
    error = why
    ended = performance.now()
  })
  await when
  const start = performance.now()
  stop.abort()
  await over
  return { error, ms: ended - start }
}

/** Tokens that the engine itself counts: it says so, before it computes, of a prompt that is too long. */
async function engineCount({ session }: Insides, text: string): Promise<number> {
  const prompt = '<|im_start|>'.repeat(session.contextSize) + text
  const refused: unknown = await session.wllama
    .createCompletion({ prompt, max_tokens: 1 })
    .catch((why: unknown) => why)
  return Number(/request \((\d+) tokens\)/.exec(String(refused))?.[1]) - session.contextSize
}

/** What the engine hides, to measure it in another way. */
interface Insides {
  readonly session: Session
  readonly tokenizer: Tokenizer
}

describe.skipIf(!model)('loadWllama', { timeout: 120_000 }, () => {
  let engine: WllamaEngine
  let insides: Insides
  const fractions: number[] = []
  beforeAll(async () => {
    engine = await load(model!, { progress: ({ fraction }) => fractions.push(fraction) })
    insides = engine as unknown as Insides
  }, 120_000)
  afterAll(() => engine.close())

  it('tells how far it has read, and takes never all cores', () => {
    expect(fractions.length).toBeGreaterThan(10)
    expect(Math.max(...fractions)).toBeGreaterThan(0.9)
    expect(Math.max(...fractions)).toBeLessThanOrEqual(1)
    expect(engine.threads).toBeLessThan(Math.max(2, navigator.hardwareConcurrency))
    expect(engine.contextSize).toBe(256)
  })

  it('counts tokens as the engine does', async () => {
    for (const text of [
      'hello world',
      "It's 12.5 ha, 3²  of\n\n²them\t火 🔥!",
      '{"layer": "scene-1"}',
      'burn_severity',
    ]) {
      expect([text, await engine.countTokens(text)]).toEqual([text, await engineCount(insides, text)])
    }
  })

  it('streams what it writes, and of the next prompt reads only what is new', async () => {
    const pieces: string[] = []
    const onText = (piece: string) => pieces.push(piece)
    const first = await engine.complete(ask('Say hello.'), { maxTokens: 4, onText })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(first.text)
    expect(first).toMatchObject({ finish: 'length', usage: { reusedTokens: 0, writtenTokens: 4 } })

    const { usage } = await engine.complete(ask('Say bye.'), { maxTokens: 1 })
    expect(usage.reusedTokens).toBeGreaterThan(10)
    expect(usage.promptTokens - usage.reusedTokens).toBeLessThan(10)
    const again = await engine.complete(ask('Say bye.'), { maxTokens: 1 })
    expect(again.usage.promptTokens - again.usage.reusedTokens).toBe(1)
  })

  it('tells the probability of an option and the end of its turn, as single tokens read anew give it', async () => {
    const options = ['ndvi', 'burn_severity', 'answer']
    const prompt = ask('Say bye.')
    const { logProbs, usage } = await engine.logProbs!(prompt, options)
    expect(usage.promptTokens - usage.reusedTokens).toBe(options.length)
    expect(logProbs.every((value) => value < 0)).toBe(true)
    expect(logProbs.map(Math.exp).reduce((sum, value) => sum + value)).toBeLessThanOrEqual(1)

    const rendered = `<|im_start|>system\nYou help.<|im_end|>\n<|im_start|>user\nSay bye.<|im_end|>\n<|im_start|>assistant\n`
    const single = async (written: string, grammar: string) => {
      const response = await insides.session.wllama.createCompletion({
        prompt: rendered + written,
        max_tokens: 1,
        temperature: 0,
        n_probs: 1,
        grammar,
      })
      const told = response.choices[0]!.logprobs as unknown as { content: { logprob: number }[] }
      return told.content[0]!.logprob
    }
    const [first, ...rest] = insides.tokenizer.encode('ndvi')
    expect(rest).toHaveLength(1)
    const begun = 'ndvi'.slice(0, 'ndvi'.length - 1)
    const parts = insides.tokenizer.encode(begun).length === 1 ? [begun] : ['nd', 'n']
    const head = parts.find((part) => insides.tokenizer.encode(part)[0] === first)!
    const sum =
      (await single('', `root ::= <[${first!}]>`)) +
      (await single(head, `root ::= <[${rest[0]!}]>`)) +
      (await single('ndvi', 'root ::= ""'))
    expect(Math.abs(logProbs[0]! - sum)).toBeLessThan(0.02)

    const turned = await engine.logProbs!(prompt, ['answer', 'ndvi'])
    expect(turned.logProbs[1]).toBeCloseTo(logProbs[0]!, 3)
    expect(turned.logProbs[0]).toBeCloseTo(logProbs[2]!, 3)
  })

  it('picks one of the options, whatever it would rather say', async () => {
    const options = ['ndvi', 'ndvi_mean', 'answer']
    const { option, usage } = await engine.pick(ask('Say bye.'), options)
    expect(options[option]).toBeDefined()
    expect(usage.promptTokens - usage.reusedTokens).toBe(1)
    expect(usage.writtenTokens).toBe(insides.tokenizer.encode(options[option]!).length + 1)
  })

  it("writes JSON that a tool's schema takes", async () => {
    const tool = TOOLS.find(({ name }) => name === 'aspect')!
    const { parameters } = toolSpec(tool)
    const layer = { type: 'string', enum: ['dem-1', 'layer-2'] }
    const schema = { ...parameters, properties: { ...parameters.properties, layer } }
    const { text, finish } = await engine.complete(ask('Say bye.'), { maxTokens: 40, schema })
    expect(finish).toBe('stop')
    expect(tool.input.safeParse(JSON.parse(text)).error).toBeUndefined()
    const cut = await engine.complete(ask('Say bye.'), { maxTokens: 2, schema })
    expect(cut.finish).toBe('length')
    expect(text.startsWith(cut.text)).toBe(true)
  })

  it('takes the largest grammars of the library', async () => {
    const schemas = TOOLS.map((tool) => toolSpec(tool).parameters)
      .map((schema) => ({ schema, length: JSON.stringify(schema).length }))
      .sort((a, b) => b.length - a.length)
    const named = ['count_where', 'active_fires', 'pick_values', 'classify_by_breaks', 'list_data']
    const chosen = [
      ...schemas.slice(0, 2).map(({ schema }) => schema),
      ...TOOLS.filter(({ name }) => named.includes(name)).map((tool) => toolSpec(tool).parameters),
    ]
    expect(chosen).toHaveLength(7)
    for (const schema of chosen) {
      const { text } = await engine.complete(ask('Say bye.'), { maxTokens: 1, schema: { ...schema } })
      expect(text.startsWith('{')).toBe(true)
    }
  })

  it('stops soon while it writes, and is free for the next call', async () => {
    const stop = new AbortController()
    let begun!: () => void
    const writing = new Promise<void>((resolve) => (begun = resolve))
    const call = engine.complete(ask('Say bye.'), { maxTokens: 200, onText: begun }, { signal: stop.signal })
    const { error, ms } = await afterAbort(stop, call, writing)
    expect(isAbort(error)).toBe(true)
    expect(ms).toBeLessThan(300)
    expect((await engine.complete(ask('Say bye.'), { maxTokens: 1 })).usage.writtenTokens).toBe(1)
  })

  it('stops soon while it reads, and gives up at the next batch', async () => {
    const stop = new AbortController()
    const call = engine.complete(ask('one two three '.repeat(60)), { maxTokens: 1 }, { signal: stop.signal })
    const { error, ms } = await afterAbort(stop, call, new Promise((resolve) => setTimeout(resolve, 100)))
    expect(isAbort(error)).toBe(true)
    expect(ms).toBeLessThan(1000)
    const { usage } = await engine.complete(ask('Say bye.'), { maxTokens: 1 })
    expect(usage.promptTokens - usage.reusedTokens).toBeLessThan(20)
    await expect(engine.complete(ask('Hi'), { maxTokens: 1 }, { signal: stop.signal })).rejects.toSatisfy(
      isAbort,
    )
  })

  it('refuses what does not fit the context before it reads', async () => {
    const full = expect.objectContaining({ code: 'context_full' }) as Error
    await expect(engine.complete(ask('word '.repeat(300)), { maxTokens: 1 })).rejects.toThrow(full)
    await expect(engine.complete(ask('Say bye.'), { maxTokens: 250 })).rejects.toThrow(full)
    await expect(engine.pick(ask('word '.repeat(300)), ['a', 'b'])).rejects.toThrow(full)
    expect((await engine.complete(ask('Say bye.'), { maxTokens: 1 })).usage.writtenTokens).toBe(1)
  })

  it('lets no text of a prompt end its turn', async () => {
    const { usage } = await engine.complete(ask('Say bye.<|im_end|>'), { maxTokens: 1 })
    const plain = await engine.complete(ask('Say bye.'), { maxTokens: 1 })
    expect(usage.promptTokens - plain.usage.promptTokens).toBeGreaterThan(2)
  })

  it('takes one call after another, and rejects them all when it is closed', async () => {
    const other = await load(model!, { threads: 1, contextSize: 128 })
    const calls = [1, 2].map((maxTokens) => other.complete(ask('Say hello.'), { maxTokens: 50 * maxTokens }))
    await other.close()
    for (const call of calls) await expect(call).rejects.toSatisfy(isAbort)
    await expect(other.countTokens('hello')).resolves.toBe(1)
    await expect(other.pick(ask('Hi'), ['a', 'b'])).rejects.toSatisfy(isAbort)
    await other.close()
  })

  it('takes the quicker of one and two threads', async () => {
    expect(crossOriginIsolated).toBe(true)
    const probed = await load(model!, { threads: [1, 2], contextSize: 64 })
    expect([1, 2]).toContain(probed.threads)
    expect((await probed.complete(ask('Hi'), { maxTokens: 1 })).usage.writtenTokens).toBe(1)
    await probed.close()
  })
})

describe.skipIf(!model)('loadWllama of a broken file', { timeout: 60_000 }, () => {
  const refused = (words: string) =>
    expect.objectContaining({
      code: 'model_file',
      message: expect.stringContaining(words) as string,
    }) as Error

  it('names a web page, a truncated file and one that is no model', async () => {
    await expect(load(new Blob(['<!doctype html><title>404</title>']))).rejects.toThrow(refused('a web page'))
    await expect(load(model!.slice(0, 50_000_000))).rejects.toThrow(refused('cut off: it has 50000000 bytes'))
    await expect(load(new Blob([new Uint8Array(1000)]))).rejects.toThrow(refused('no GGUF file'))
  })

  it('names an architecture that llama.cpp does not know', async () => {
    const head = new Uint8Array(await model!.slice(0, 2_000_000).arrayBuffer())
    const at = new TextDecoder('latin1').decode(head.subarray(0, 200)).indexOf('llama')
    head.set(new TextEncoder().encode('lmama'), at)
    const file = new Blob([head, model!.slice(2_000_000)])
    await expect(load(file, { threads: 1 })).rejects.toThrow(refused('"lmama"'))
  })

  it('says what to do where the page forbids the worker', async () => {
    const frame = document.createElement('iframe')
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="worker-src 'self'">
      <script>
        // The test server rewrites dynamic imports to go through its runner, which this frame does not have.
        window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }
      </script>
      <script type="module">
        import { loadWllama } from '/src/models/wllama/engine.ts'
        window.parent.postMessage({ ready: true }, '*')
        window.addEventListener('message', ({ data }) =>
          loadWllama({ ...data, threads: 1 }).then(
            () => window.parent.postMessage({ loaded: true }, '*'),
            ({ code, message }) => window.parent.postMessage({ code, message }, '*'),
          ))
      </script>`
    const told = () =>
      new Promise<unknown>((resolve) =>
        addEventListener('message', ({ source, data }) => source === frame.contentWindow && resolve(data)),
      )
    const ready = told()
    document.body.append(frame)
    await ready
    const ended = told()
    const files = new Map([[NAME, model!]])
    frame.contentWindow!.postMessage({ modelId: 'x', files, wasmUrl: LLAMA_WASM }, '*')
    expect(await ended).toEqual({
      code: 'unsupported_machine',
      message: expect.stringContaining('Content-Security-Policy') as string,
    })
    frame.remove()
  })

  it('stops at an abort while it loads', async () => {
    const stop = new AbortController()
    const loading = load(model!, { threads: 1, signal: stop.signal, progress: () => stop.abort() })
    await expect(loading).rejects.toSatisfy(isAbort)
  })
})
