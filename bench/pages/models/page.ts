import type { CompletionAsk } from '../../../src/models/engine.ts'
import type { Prompt } from '../../../src/models/prompt.ts'
import { loadWllama, type WllamaEngine } from '../../../src/models/wllama/engine.ts'
import { LLAMA_WASM } from '../../../src/models/wllama/wasm-url.ts'
import type { EngineCall, EnginePage, Reply } from '../../models/engine-page.ts'

/** Loads the model that was picked and answers calls of an engine, one message each. */
const input = document.querySelector<HTMLInputElement>('#files')!
const stops = new Map<number, AbortController>()
let engine: WllamaEngine | null = null

declare global {
  interface Window {
    engine: EnginePage
    /** Set from outside: takes a piece of text as it is written. */
    heard(id: number, piece: string): Promise<void>
  }
}

window.engine = {
  load: (options) =>
    replied(async () => {
      const files = new Map([...input.files!].map((file) => [file.name, file]))
      engine = await loadWllama({ ...options, files, wasmUrl: LLAMA_WASM })
      return { contextSize: engine.contextSize, threads: engine.threads }
    }),
  async call(id, call) {
    const stop = new AbortController()
    stops.set(id, stop)
    const reply = await replied(() => answer(id, call, stop.signal))
    stops.delete(id)
    return reply
  },
  stop: (id) => stops.get(id)?.abort(),
}

function answer(id: number, call: EngineCall, signal: AbortSignal): Promise<unknown> {
  switch (call.verb) {
    case 'countTokens':
      return engine!.countTokens(call.text)
    case 'logProbs':
      return engine!.logProbs!(call.prompt, call.options, { signal })
    case 'pick':
      return engine!.pick(call.prompt, call.options, { signal })
    case 'complete':
      return complete(id, call.prompt, call.ask, signal)
  }
}

const complete = (id: number, prompt: Prompt, ask: CompletionAsk, signal: AbortSignal) =>
  engine!.complete(prompt, { ...ask, onText: (piece) => void window.heard(id, piece) }, { signal })

/** Errors cross as data: their class and code would be lost. */
async function replied<Value>(work: () => Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const { name, message, code, details } = error as Error & { code?: string; details?: object }
    return { ok: false, name, message, code: code ?? null, details: details ?? {} }
  }
}
