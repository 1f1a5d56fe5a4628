import { wrap } from 'comlink'
import type { LanguageApi, ModelChoice } from '../src/bridge/language.ts'
import { spawned, WorkerHost } from '../src/bridge/worker-host.ts'
import { AppError } from '../src/lib/errors.ts'
import type { LanguageHost } from './model-seat.ts'

/** Where engines run: the language worker, started with the first model, and the page for what it alone can reach. */
export interface LanguageHosts {
  of(engine: ModelChoice['engine']): LanguageHost
  connectPage(port: MessagePort): void
}

export function languageHosts(): LanguageHosts {
  let page: LanguageHost | null = null
  const worker = new WorkerHost<LanguageApi>({
    label: 'language worker',
    locks: navigator.locks,
    spawn: () =>
      spawned(new Worker(new URL('./language.ts', import.meta.url), { type: 'module', name: self.name })),
    // Calls under way reject, which says all.
    onReady: () => undefined,
    onProblem: () => undefined,
  })
  return {
    of(engine) {
      if (engine !== 'browser' && engine !== 'server') return worker
      if (page) return page
      throw new AppError('model_failed', 'the page has not offered its models yet; try again')
    },
    connectPage(port) {
      const api = wrap<LanguageApi>(port)
      page = {
        call(use, { signal, cancel } = {}) {
          const onAbort = () => void cancel?.(api).catch(() => undefined)
          signal?.addEventListener('abort', onAbort, { once: true })
          return use(api).finally(() => signal?.removeEventListener('abort', onAbort))
        },
      }
    },
  }
}
