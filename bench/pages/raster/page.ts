import { wrap } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import type { PipelineApi } from './worker.ts'

/** Hands the picked files to a worker that is as the app's raster worker. */
keepErrorsWhole()
const input = document.querySelector<HTMLInputElement>('#files')!

Object.assign(window, {
  run({ threshold }: { readonly threshold: number }) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const [red, nir] = [...input.files!]
    return wrap<PipelineApi>(worker).pipeline(red!, nir!, threshold)
  },
})
