import type { AgentClient } from '../../bridge/index.ts'
import { isAbort } from '../../lib/abort.ts'
import type { MemoryMode, RunEvent, RunRecord } from '../../trace/events.ts'
import type { Suggestion } from '../../agent/index.ts'
import type { UnitWishes } from '../../trace/units.ts'
import type { ThinkingState } from '../models/thinking.svelte.ts'
import { messageOf } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import { Announcer } from './announcer.ts'
import type { DraftShelf } from './draft-shelf.ts'
import { emptyRun, viewOf, withEvent, type RunView } from './run-view.ts'

export interface TalkHooks {
  /** Units that the person wants answers in where a question names none. */
  units(): UnitWishes
  /** A step made layers: the data panel reads them anew. */
  onLayers(): void
  /** Memory may have changed: the given run is over, or (null) a verdict was taken. */
  onEnd(run: RunView | null): void
}

/** A figure that a person followed to its step. */
export interface Followed {
  readonly runId: string
  readonly step: number
  readonly figure: string
  /** Counts up, so that following the same figure twice scrolls twice. */
  readonly count: number
}

/** The conversation: runs of this browser, the live one last. */
export class TalkState {
  runs = $state.raw<readonly RunView[]>([])
  /** Id of the run shown in full; '' is a live run that has no id yet. */
  open = $state<string | null>(null)
  /** Run that a person went to; the count tells one wish from the next. */
  wanted = $state.raw<{ readonly runId: string; readonly count: number } | null>(null)
  live = $state(false)
  /** What this session's runs do with the memory; a reload begins with 'on'. */
  memory = $state<MemoryMode>('on')
  fault = $state<string | null>(null)
  followed = $state.raw<Followed | null>(null)
  /** Last things that happened, for screen readers. */
  spoken = $state('')
  /** Questions that fit what is loaded and what was answered last. */
  suggestions = $state.raw<readonly Suggestion[]>([])
  /** Counts up where the box is to take the focus. */
  wantsBox = $state(0)
  #draft = $state('')
  readonly #agent: AgentClient
  readonly #thinking: Pick<ThinkingState, 'prepare' | 'stop' | 'progress'>
  readonly #hooks: TalkHooks
  readonly #shelf: DraftShelf | null
  readonly #announcer = new Announcer((text) => (this.spoken = text))
  #stopped = false
  #suggesting = 0

  constructor(
    agent: AgentClient,
    thinking: Pick<ThinkingState, 'prepare' | 'stop' | 'progress'>,
    hooks: TalkHooks,
    shelf: DraftShelf | null = null,
  ) {
    this.#agent = agent
    this.#thinking = thinking
    this.#hooks = hooks
    this.#shelf = shelf
    this.#draft = shelf?.read() ?? ''
  }

  /** What is typed and not asked yet. */
  get draft(): string {
    return this.#draft
  }

  set draft(text: string) {
    this.#draft = text
    this.#shelf?.write(text)
  }

  /** Puts the question of a run back into the box, where it is not sent before the person does. */
  edit({ question }: RunView): void {
    this.draft = question
    this.wantsBox++
  }

  /** Asks the engine what fits now; a newer question to it makes the older answer void. */
  async suggest(): Promise<void> {
    const turn = ++this.#suggesting
    const last = this.runs.at(-1)
    const found = await this.#agent
      .suggestions(last?.status === 'answered' && last.id !== '' ? last.id : null, this.memory)
      // Without them a person asks in their own words; what is wrong shows with the question.
      .catch(() => [])
    if (turn === this.#suggesting) this.suggestions = found
  }

  /** A run as it is stored; null where it is not any more. */
  async record(runId: string): Promise<RunRecord | null> {
    try {
      return await this.#agent.run(runId)
    } catch (error) {
      this.fault = messageOf(error)
      return null
    }
  }

  forgetSuggestions(): void {
    this.#suggesting++
    this.suggestions = []
  }

  async load(): Promise<void> {
    const records = [...(await this.#agent.runs())].sort((a, b) => a.startedAt - b.startedAt)
    this.runs = records.map(viewOf)
    this.open ??= this.runs.at(-1)?.id ?? null
  }

  async ask(question: string): Promise<void> {
    const text = question.trim()
    if (text !== '')
      await this.#run(text, (onEvent) => this.#agent.ask(text, onEvent, this.memory, this.#hooks.units()))
  }

  /** Goes on with a run that was cut off: what it measured is not measured again. */
  resume({ id, question }: RunView): Promise<void> {
    return this.#run(question, (onEvent) => this.#agent.resume(id, onEvent, this.#hooks.units()))
  }

  async #run(
    question: string,
    start: (onEvent: (event: RunEvent) => void) => Promise<RunRecord>,
  ): Promise<void> {
    if (this.live) return
    this.live = true
    this.fault = null
    this.open = ''
    this.#stopped = false
    this.runs = [...this.runs, emptyRun(question, Date.now())]
    try {
      await this.#thinking.prepare()
      this.#throwIfStopped()
      const record = await start((event) => this.#take(event))
      this.#replaceLast(viewOf(record))
      this.open = record.id
    } catch (error) {
      const failed = this.runs.at(-1)
      if (failed) this.#replaceLast({ ...failed, status: isAbort(error) ? 'stopped' : 'error' })
      if (!isAbort(error)) this.fault = messageOf(error)
    } finally {
      this.live = false
      this.#hooks.onEnd(this.runs.at(-1) ?? null)
    }
  }

  /** A person may have pressed Stop while the model was loaded. */
  #throwIfStopped(): void {
    if (this.#stopped) throw new DOMException('Stopped', 'AbortError')
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#thinking.progress) await this.#thinking.stop()
    await this.#agent.stop()
  }

  async judge(runId: string, verdict: 'up' | 'down'): Promise<void> {
    try {
      const record = await this.#agent.verdict(runId, verdict)
      this.runs = this.runs.map((run) => (run.id === runId ? viewOf(record) : run))
      this.#announcer.tell(verdict === 'up' ? words.chat.spoken.right : words.chat.spoken.wrong, 'verdict')
      this.#hooks.onEnd(null)
    } catch (error) {
      this.fault = messageOf(error)
    }
  }

  /** Opens a run and brings it into view, also where it is read only later. */
  goTo(runId: string): void {
    this.open = runId
    this.wanted = { runId, count: (this.wanted?.count ?? 0) + 1 }
  }

  follow(runId: string, step: number, figure: string): void {
    this.followed = { runId, step, figure, count: (this.followed?.count ?? 0) + 1 }
  }

  #take(event: RunEvent): void {
    const last = this.runs.at(-1)
    if (!last) return
    const view = withEvent(last, event)
    this.#replaceLast(view)
    if (event.type === 'run-start') this.open = event.runId
    if (event.type === 'step-end' && (event.observation?.layers.length ?? 0) > 0) this.#hooks.onLayers()
    this.#announcer.take(event)
  }

  #replaceLast(view: RunView): void {
    this.runs = [...this.runs.slice(0, -1), view]
  }
}
