import { wrap } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import type { RetrievalBenchOptions, RetrievalRun } from './measure.ts'
import type { RetrievalBenchApi } from './worker.ts'

/** Everything is done in a worker, as the app's retrieval is. */
keepErrorsWhole()
const input = document.querySelector<HTMLInputElement>('#files')!

Object.assign(window, {
  run(
    options: RetrievalBenchOptions | { readonly embed: readonly string[] },
  ): Promise<RetrievalRun | number[]> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const api = wrap<RetrievalBenchApi>(worker)
    return 'embed' in options ? api.embed([...input.files!], options.embed) : api.measure(options)
  },
})
