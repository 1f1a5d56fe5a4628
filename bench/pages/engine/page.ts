import type { Prompt } from '../../../src/models/prompt.ts'
import { loadWllama, type WllamaEngine } from '../../../src/models/wllama/engine.ts'
import { LLAMA_WASM } from '../../../src/models/wllama/wasm-url.ts'
import type { EngineFigures, EngineRun } from '../../lib/engine-figures.ts'

/** Loads the model that was picked and times what an agent asks of it. */
const input = document.querySelector<HTMLInputElement>('#files')!

Object.assign(window, {
  async run({ threads, names }: EngineRun): Promise<EngineFigures> {
    const files = new Map(Array.from(input.files!, (file) => [file.name, file]))
    const start = performance.now()
    const engine = await loadWllama({
      modelId: 'measured',
      files,
      wasmUrl: LLAMA_WASM,
      threads,
      contextSize: 1024,
    })
    const loadSeconds = (performance.now() - start) / 1000
    const figures = {
      loadSeconds,
      threads: engine.threads,
      ...(await readAndWrite(engine)),
      choices: [await choice(engine, names.slice(0, 5)), await choice(engine, names.slice(0, 20))],
      writing: await aborted(engine, 'writing'),
      reading: await aborted(engine, 'reading'),
    }
    await engine.close()
    return figures
  },
})

/** About 100 tokens that a run keeps, and questions of about 20. */
const SYSTEM = `You analyse images of the Earth. ${'Layers are named by their ids, dates are days, areas are hectares. '.repeat(7)}`
const ask = (text: string): Prompt => ({ system: SYSTEM, turns: [{ role: 'user', text }] })
const QUESTION = 'How much forest burned near Corumba between July and September?'

async function readAndWrite(engine: WllamaEngine) {
  const cold = (await engine.complete(ask(QUESTION), { maxTokens: 1 })).usage
  const again = (
    await engine.complete(ask('Where is the water deepest in spring, and why?'), { maxTokens: 1 })
  ).usage
  const wrote = (await engine.complete(ask('Tell me of rivers.'), { maxTokens: 24 })).usage
  const one = (await engine.complete(ask('Tell me of rivers.'), { maxTokens: 1 })).usage.milliseconds
  return {
    readPerSecond: cold.promptTokens / (cold.milliseconds / 1000),
    oneTokenMs: one,
    wroteTokens: wrote.writtenTokens,
    wroteMs: wrote.milliseconds,
    cold,
    again,
  }
}

async function choice(engine: WllamaEngine, names: readonly string[]) {
  const prompt = ask(QUESTION)
  // The prompt itself is read before either is timed.
  await engine.complete(prompt, { maxTokens: 1 })
  const picked = (await engine.pick(prompt, names)).usage.milliseconds
  const scored = (await engine.logProbs!(prompt, names)).usage.milliseconds
  return { options: names.length, picked, scored }
}

/** Milliseconds from an abort to the rejection, and until another call of one new token is through. */
async function aborted(engine: WllamaEngine, when: 'writing' | 'reading') {
  const stop = new AbortController()
  let begun!: () => void
  const begins = new Promise<void>((resolve) => (begun = resolve))
  const text = when === 'writing' ? QUESTION : 'one two three four five '.repeat(100)
  const call = engine
    .complete(ask(text), { maxTokens: 100, onText: begun }, { signal: stop.signal })
    .then(() => false)
    .catch((error: unknown) => error instanceof DOMException && error.name === 'AbortError')
  await (when === 'writing' ? begins : new Promise((resolve) => setTimeout(resolve, 300)))
  const start = performance.now()
  stop.abort()
  if (!(await call)) throw new Error(`the abort while ${when} was not obeyed`)
  const rejected = performance.now() - start
  await engine.complete(ask(QUESTION), { maxTokens: 1 })
  return { rejected, free: performance.now() - start }
}
