import { EmbedClient, type EmbedApi } from '../src/bridge/embed.ts'
import { WorkerHost } from '../src/bridge/worker-host.ts'

/** The embedding worker, started with the first text. */
export function embedClient(): EmbedClient {
  return new EmbedClient(
    new WorkerHost<EmbedApi>({
      label: 'embedding worker',
      locks: navigator.locks,
      spawn: () => {
        const started = new Worker(new URL('./embed.ts', import.meta.url), { type: 'module' })
        return {
          endpoint: started,
          terminate: () => started.terminate(),
          onError: (listener) =>
            started.addEventListener('error', (event) =>
              listener(event.message || 'its script could not be loaded'),
            ),
        }
      },
      // Calls under way reject, which says all.
      onReady: () => undefined,
      onProblem: () => undefined,
    }),
  )
}
