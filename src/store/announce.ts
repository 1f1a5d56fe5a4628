import { CHANGES_CHANNEL } from '../trace/changes.ts'
import type { StoreChange } from '../trace/changes.ts'

/** Tells all other tabs and workers of this origin what was written, and hears it from them. */
export interface Announcer {
  tell(change: StoreChange): void
  listen(listener: (change: StoreChange) => void): void
  close(): void
}

export function broadcastAnnouncer(): Announcer {
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  return {
    tell: (change) => channel.postMessage(change),
    listen(listener) {
      channel.addEventListener('message', (event: MessageEvent) => listener(event.data as StoreChange))
    },
    close: () => channel.close(),
  }
}
