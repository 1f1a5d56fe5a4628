import { EMBEDDED_TEXTS } from './embedded-texts.ts'

const channel = new BroadcastChannel(EMBEDDED_TEXTS)

class WatchedWorker extends Worker {
  override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    const { path, argumentList } = message as { path?: string[]; argumentList?: { value: unknown }[] }
    if (path?.at(-1) === 'embed') channel.postMessage(argumentList![0]!.value)
    super.postMessage(message, transfer as Transferable[])
  }
}

self.Worker = WatchedWorker
