import type { DroppedFile, WorkerLife } from '../src/bridge/api.ts'
import type { ModelBytes, ModelsApi, PageNetwork, PlanAsk, ServerSetting } from '../src/bridge/models.ts'
import type { MachineFacts } from '../src/models/hardware.ts'
import type { ModelManifest } from '../src/models/manifest.ts'
import { WriterGate } from '../src/store/index.ts'
import { holdLifeLock } from './life.ts'
import { ModelRoom } from './model-room.ts'
import { openStoreParts } from './open-store.ts'
import { Stops } from './stops.ts'

type Report = (progress: ModelBytes) => void

/** Bytes come in small pieces; people need no more than this to see them move. */
const REPORT_MS = 100

/** What workers/models.ts exposes. Writing calls wait until the page has said whether this tab may write. */
export class ModelsService implements ModelsApi, WorkerLife {
  private readonly gate = new WriterGate()
  private readonly stops = new Stops()
  private opening: Promise<ModelRoom> | null = null

  async begin(lifeLock: string, onProblem: (message: string) => void): Promise<void> {
    this.opening = openStoreParts(this.gate, onProblem).then((parts) => ModelRoom.open(parts))
    this.opening.catch(() => undefined)
    await holdLifeLock(lifeLock)
  }

  setWritable(writable: boolean): Promise<void> {
    this.gate.set(writable)
    return Promise.resolve()
  }

  async overview(browserModel: MachineFacts['browserModel'], net: PageNetwork) {
    return (await this.room()).overview(browserModel, net)
  }

  async plan(ask: PlanAsk, net: PageNetwork) {
    return (await this.room()).plan(ask, net)
  }

  download(model: ModelManifest | string, net: PageNetwork, onProgress: Report, callId: string) {
    return this.stops.during(callId, async (signal) =>
      (await this.room()).download(model, net, { signal, progress: seldom(onProgress) }),
    )
  }

  importFiles(files: readonly DroppedFile[], onProgress: Report, callId: string) {
    const chosen = files.map(({ name, file }) => ({ path: name, blob: file }))
    return this.stops.during(callId, async (signal) =>
      (await this.room()).importFiles(chosen, { signal, progress: seldom(onProgress) }),
    )
  }

  verify(id: string, onProgress: Report, callId: string) {
    return this.stops.during(callId, async (signal) =>
      (await this.room()).verify(id, { signal, progress: seldom(onProgress) }),
    )
  }

  async remove(id: string) {
    await (await this.room()).remove(id)
  }

  cancel(callId: string): Promise<void> {
    this.stops.stop(callId)
    return Promise.resolve()
  }

  async use(choice: string) {
    await (await this.room()).settings.setUsed(choice)
  }

  async setHost(host: string, allowed: boolean) {
    await (await this.room()).settings.setHost(host, allowed)
  }

  async setServer(server: ServerSetting | null) {
    await (await this.room()).settings.setServer(server)
  }

  async allowedHosts() {
    return (await this.room()).settings.hosts()
  }

  private room(): Promise<ModelRoom> {
    return this.opening!
  }
}

/** Passes on the first, then no more than ten a second, and the last byte of each file. */
function seldom(report: Report): Report {
  let last = -Infinity
  return (progress) => {
    const now = performance.now()
    if (now - last < REPORT_MS && progress.storedBytes !== progress.totalBytes) return
    last = now
    report(progress)
  }
}
