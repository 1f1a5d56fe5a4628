import { EmbedClient, type EmbedApi } from '../src/bridge/embed.ts'
import { spawned, WorkerHost } from '../src/bridge/worker-host.ts'

/** The embedding worker, started with the first text. */
export function embedClient(): EmbedClient {
  return new EmbedClient(
    new WorkerHost<EmbedApi>({
      label: 'embedding worker',
      locks: navigator.locks,
      spawn: () =>
        spawned(new Worker(new URL('./embed.ts', import.meta.url), { type: 'module', name: self.name })),
      // Calls under way reject, which says all.
      onReady: () => undefined,
      onProblem: () => undefined,
    }),
  )
}
