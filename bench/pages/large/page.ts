import { wrap } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import type { LargeApi } from './worker.ts'

/** Hands the picked file to a worker that is as the app's raster worker. */
keepErrorsWhole()
const input = document.querySelector<HTMLInputElement>('#files')!

Object.assign(window, {
  run({ threshold }: { readonly threshold: number }) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    return wrap<LargeApi>(worker).use(input.files![0]!, threshold)
  },
})
