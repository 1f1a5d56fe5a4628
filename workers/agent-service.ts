import { runAgent, type RunOptions } from '../src/agent/index.ts'
import type { AgentApi, MemoryView, WorkerLife, WriteState } from '../src/bridge/api.ts'
import type { ModelState } from '../src/bridge/language.ts'
import { AppError } from '../src/lib/errors.ts'
import { seedSkills, undoCommit, verdictCommit } from '../src/memory/index.ts'
import { closeCutOffRuns, DexieMemoryStore, seedOnce, storageState, WriterGate } from '../src/store/index.ts'
import type { RunEvent, RunRecord } from '../src/trace/events.ts'
import { holdLifeLock } from './life.ts'
import { ModelSeat } from './model-seat.ts'
import { ChosenModel } from './chosen-model.ts'
import { languageHosts } from './language-hosts.ts'
import { openStoreParts } from './open-store.ts'
import { RemoteRunner } from './remote-runner.ts'

/** What workers/agent.ts exposes. Calls wait until the page has said whether this tab may write. */
export class AgentService implements AgentApi, WorkerLife {
  private readonly gate = new WriterGate()
  private readonly runner = new RemoteRunner()
  private readonly hosts = languageHosts()
  private readonly seat = new ModelSeat({
    hostOf: (engine) => this.hosts.of(engine),
    filesOf: async (choice) => (await this.chosen()).files(choice),
  })
  private opening: Promise<DexieMemoryStore> | null = null
  private choosing: Promise<ChosenModel> | null = null
  private problem: string | null = null
  private running: AbortController | null = null
  private ready: () => void = () => undefined
  private readonly started = new Promise<void>((resolve) => {
    this.ready = resolve
  })

  async begin(lifeLock: string, onProblem: (message: string) => void): Promise<void> {
    const tell = (message: string) => {
      this.problem = message
      onProblem(message)
    }
    this.opening = openStoreParts(this.gate, tell).then((parts) => {
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

  ask(question: string, onEvent: (event: RunEvent) => unknown): Promise<RunRecord> {
    return this.run({ question }, onEvent)
  }

  async resume(runId: string, onEvent: (event: RunEvent) => unknown): Promise<RunRecord> {
    const record = await (await this.store()).run(runId)
    if (!record) throw new AppError('invalid_input', `there is no run ${runId} to go on with; it was removed`)
    return this.run({ question: record.question, resume: record }, onEvent)
  }

  private async run(
    asked: Pick<RunOptions, 'question' | 'resume'>,
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
      const run = runAgent({ ...asked, runner: this.runner, store, signal, ...(model ? { model } : {}) })
      let told: unknown
      for (;;) {
        const next = await run.next()
        // Events go by another port than the answer to this call: all have to arrive before it.
        await (next.done ? told : undefined)
        if (next.done) return next.value
        told = onEvent(next.value)
      }
    } finally {
      this.running = null
    }
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

  async memory(): Promise<MemoryView> {
    const store = await this.store()
    const [snapshot, journal] = await Promise.all([store.snapshot(), store.journal()])
    return { snapshot, journal, edges: snapshot.edges }
  }

  async undo(seq: number): Promise<MemoryView> {
    const store = await this.store()
    const row = (await store.journal()).find((each) => each.seq === seq)
    if (!row) throw new AppError('invalid_input', `the journal has no row ${seq}; open the memory view again`)
    await store.commit(undoCommit(row, await store.snapshot()))
    return this.memory()
  }

  async writeState(): Promise<WriteState> {
    // A database that waits for another tab to close must not keep its reason to itself.
    if (this.problem === null) await this.started
    return { writable: this.gate.writable, ...(await storageState()), problem: this.problem }
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
