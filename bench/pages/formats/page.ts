import { wrap } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import type { FormatsApi } from './worker.ts'

/** Hands the picked files to a worker that is as the app's raster worker. */
keepErrorsWhole()
const input = document.querySelector<HTMLInputElement>('#files')!

Object.assign(window, {
  run({ part }: { readonly part: 'look' | 'ndvi' }) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const [red, nir] = [...input.files!]
    const api = wrap<FormatsApi>(worker)
    return part === 'look' ? api.look(red!) : api.ndvi(red!, nir!)
  },
})
