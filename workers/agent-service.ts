import { runAgent, sessionMemory, suggestions, type RunOptions, type Suggestion } from '../src/agent/index.ts'
import type { AgentApi, WorkerLife, WriteState } from '../src/bridge/api.ts'
import type { ModelState } from '../src/bridge/language.ts'
import { isAbort } from '../src/lib/abort.ts'
import { breathe } from '../src/lib/breathe.ts'
import { AppError } from '../src/lib/errors.ts'
import { newProfileKey } from '../src/memory/backup/index.ts'
import { prepareRecall, seedSkills, verdictCommit } from '../src/memory/index.ts'
import { ToolFinder } from '../src/retrieval/index.ts'
import {
  closeCutOffRuns,
  DexieMemoryStore,
  lookAfter,
  seedOnce,
  storageState,
  WriterGate,
} from '../src/store/index.ts'
import { profileKey } from '../src/store/profile-key.ts'
import type { MemoryMode, RunEvent, RunRecord } from '../src/trace/events.ts'
import type { LayerId } from '../src/trace/layer.ts'
import type { UnitWishes } from '../src/trace/units.ts'
import { holdLifeLock } from './life.ts'
import { BackupService } from './backup-service.ts'
import { embedClient } from './embed-host.ts'
import { EmbedSeat, type Seated } from './embed-seat.ts'
import { ModelSeat } from './model-seat.ts'
import { ChosenModel } from './chosen-model.ts'
import { languageHosts } from './language-hosts.ts'
import { MemoryService } from './memory-service.ts'
import { openStoreParts, type StoreParts } from './open-store.ts'
import { RemoteRunner } from './remote-runner.ts'
import { toolFiles } from './tool-files.ts'

/** What workers/agent.ts exposes. Calls wait until the page has said whether this tab may write. */
export class AgentService implements AgentApi, WorkerLife {
  readonly memory = new MemoryService(() => this.store())
  readonly backup = new BackupService({
    store: () => this.store(),
    specs: () => this.runner.specs(),
    key: async () => profileKey(newProfileKey, await this.keyOptions()),
  })
  private readonly gate = new WriterGate()
  private readonly runner = new RemoteRunner()
  private readonly hosts = languageHosts()
  private readonly seat = new ModelSeat({
    hostOf: (engine) => this.hosts.of(engine),
    filesOf: async (choice) => (await this.chosen()).files(choice),
  })
  private readonly embeds = new EmbedSeat({
    client: embedClient(),
    stored: async () => (await this.chosen()).embedder(),
    vectors: async () => (await this.store()).vectors,
    toolFiles: async () => toolFiles(await this.parts!),
  })
  private readonly finder = new ToolFinder()
  private parts: Promise<StoreParts> | null = null
  private opening: Promise<DexieMemoryStore> | null = null
  private choosing: Promise<ChosenModel> | null = null
  private problem: string | null = null
  private tell: (message: string) => void = () => undefined
  private looking: AbortController | null = null
  private running: AbortController | null = null
  private ready: () => void = () => undefined
  private readonly started = new Promise<void>((resolve) => {
    this.ready = resolve
  })

  async begin(lifeLock: string, onProblem: (message: string) => void): Promise<void> {
    this.tell = (message) => {
      this.problem = message
      onProblem(message)
    }
    this.parts = openStoreParts(this.gate, this.tell)
    this.opening = this.parts.then((parts) => {
      // A database that had to wait for an older tab is open now.
      this.problem = parts.database.problem
      this.choosing = ChosenModel.open(parts)
      this.choosing.catch(() => undefined)
      return new DexieMemoryStore(parts)
    })
    this.opening.catch(() => this.ready())
    await holdLifeLock(lifeLock)
  }

  /** As the writer, first closes runs that a crash cut off and puts new seeds in. */
  async setWritable(writable: boolean): Promise<void> {
    try {
      const store = await this.opening!
      this.gate.set(writable)
      if (writable) {
        await closeCutOffRuns(store, Date.now())
        await seedOnce(store, seedSkills())
      }
    } finally {
      this.ready()
    }
    void this.prepareRecall().then(() => this.lookAfter(writable))
  }

  /** In slices beside all else. Where this tab begins to write meanwhile, it starts anew. */
  private async lookAfter(writable: boolean): Promise<void> {
    this.looking?.abort()
    const { signal } = (this.looking = new AbortController())
    const { tell } = this
    await this.opening!.then((store) => lookAfter(store, { writable, tell, signal })).catch(() => undefined)
  }

  /** Nobody waits for it, and the first question need not. */
  private async prepareRecall(): Promise<void> {
    await this.opening!.then((store) => store.snapshot())
      .then(prepareRecall)
      .catch(() => undefined)
  }

  connect(port: MessagePort): void {
    this.runner.connect(port)
  }

  connectPage(port: MessagePort): void {
    this.hosts.connectPage(port)
  }

  async prepareModel(
    again: boolean,
    onProgress: (fraction: number, note: string) => unknown,
  ): Promise<ModelState> {
    const chosen = await this.chosen()
    const choice = await chosen.choice()
    if (!choice) await this.seat.leave()
    else if (again || !this.seat.failedWith(choice)) {
      let told: unknown
      const loaded = await this.seat
        .take(choice, (fraction, note) => (told = onProgress(fraction, note)))
        // The seat's state says why.
        .catch(() => null)
      await told
      // A tab that may only read keeps nothing of it.
      if (loaded) await chosen.note(choice, loaded).catch(() => undefined)
    }
    return this.seat.state
  }

  leaveModel(): Promise<void> {
    return this.seat.leave()
  }

  modelState() {
    return Promise.resolve(this.seat.state)
  }

  ask(
    question: string,
    onEvent: (event: RunEvent) => unknown,
    memory: MemoryMode = 'on',
    units: UnitWishes = {},
  ): Promise<RunRecord> {
    return this.runToEnd({ question, memory, units }, onEvent)
  }

  async resume(
    runId: string,
    onEvent: (event: RunEvent) => unknown,
    units: UnitWishes = {},
  ): Promise<RunRecord> {
    const record = await (await this.store()).run(runId)
    if (!record) throw new AppError('invalid_input', `there is no run ${runId} to go on with; it was removed`)
    return this.runToEnd({ question: record.question, resume: record, units }, onEvent)
  }

  private async runToEnd(
    asked: Pick<RunOptions, 'question' | 'resume' | 'memory' | 'units'>,
    onEvent: (event: RunEvent) => unknown,
  ): Promise<RunRecord> {
    const store = await this.store()
    await this.gate.assertWritable()
    if (this.running) {
      throw new AppError('limit_reached', 'another question is being answered; wait for it or stop it')
    }
    const { signal } = (this.running = new AbortController())
    try {
      await this.runner.connected(signal)
      const model = this.seat.ready
      const embedded = await this.embeds.take(signal)
      const run = runAgent({
        ...asked,
        runner: this.runner,
        store,
        signal,
        finder: this.finder,
        ...(model ? { model } : {}),
        ...(embedded ? { embedder: embedded } : {}),
      })
      let told: unknown
      for (;;) {
        const next = await run.next()
        // Events go by another port than the answer to this call: all have to arrive before it.
        await (next.done ? told : undefined)
        if (next.done) {
          if (embedded) void this.refresh(embedded, store)
          return next.value
        }
        told = onEvent(next.value)
      }
    } finally {
      this.running = null
    }
  }

  /** Vectors of what was learned and of the tools are made while nobody waits. Where that fails, words go on to be compared. */
  private async refresh(embedded: Seated, store: DexieMemoryStore): Promise<void> {
    await store
      .snapshot()
      .then((snapshot) => embedded.refresh(snapshot))
      .catch(() => undefined)
  }

  stop(): Promise<void> {
    this.running?.abort()
    return Promise.resolve()
  }

  /** Saying the same thing again changes nothing. */
  async verdict(runId: string, verdict: 'up' | 'down'): Promise<RunRecord> {
    const store = await this.store()
    const record = await store.run(runId)
    if (!record) throw new AppError('invalid_input', `there is no run ${runId} to judge; it was removed`)
    if (record.events.findLast((event) => event.type === 'verdict')?.verdict === verdict) return record
    const commit = verdictCommit(record, verdict, await store.snapshot())
    const judged: RunRecord = {
      ...record,
      events: [...record.events, { type: 'verdict', at: Date.now(), verdict }],
    }
    if (commit.changes.length > 0) await store.commit(commit, judged)
    else await store.saveRun(judged)
    return judged
  }

  async runs() {
    return (await this.store()).runs()
  }

  async run(runId: string): Promise<RunRecord | null> {
    return (await this.store()).run(runId)
  }

  async suggestions(lastRunId: string | null, memory: MemoryMode): Promise<readonly Suggestion[]> {
    const store = await this.store()
    const [specs, layers, known, last] = await Promise.all([
      this.runner.specs(),
      this.runner.layers(),
      sessionMemory(store, memory),
      lastRunId === null ? null : store.run(lastRunId),
    ])
    const pause = async () => {
      await breathe()
      if (this.running) throw new DOMException('A question goes first', 'AbortError')
    }
    try {
      const columns = (id: LayerId) => this.runner.columns(id)
      return await suggestions({ specs, layers, memory: known, finder: this.finder, columns, last, pause })
    } catch (error) {
      if (isAbort(error)) return []
      throw error
    }
  }

  async writeState(): Promise<WriteState> {
    // A database that waits for another tab to close must not keep its reason to itself.
    if (this.problem === null) await this.started
    // While the database waits, what it will keep is not known; nothing else is shown then than the problem.
    const keeps = this.problem === null ? (await this.parts!).keeps : 'everything'
    return { writable: this.gate.writable, ...(await storageState()), keeps, problem: this.problem }
  }

  private async keyOptions() {
    const { dependencies } = await this.parts!
    return dependencies ? { dependencies } : {}
  }

  private async chosen(): Promise<ChosenModel> {
    await this.store()
    return this.choosing!
  }

  private async store(): Promise<DexieMemoryStore> {
    await this.started
    return this.opening!
  }
}
