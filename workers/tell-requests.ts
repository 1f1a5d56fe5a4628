import { ledgerChannel, watchRequests } from '../src/bridge/ledger.ts'

/** Tells the page, whose channel is this worker's name, what this worker requests. Workers below it get the same name. */
export function tellRequests(by: string): void {
  const channel = new BroadcastChannel(ledgerChannel(self.name))
  watchRequests(by, (entries) => channel.postMessage(entries))
}
