import type { AgentClient } from '../../bridge/index.ts'
import { isAbort } from '../../lib/abort.ts'
import type { MemoryMode, RunEvent, RunRecord } from '../../trace/events.ts'
import type { ThinkingState } from '../models/thinking.svelte.ts'
import { messageOf, percent, plainWords } from '../parts/format.ts'
import { emptyRun, viewOf, withEvent, type RunView } from './run-view.ts'
import { STATUS } from './status.ts'

export interface TalkHooks {
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
  /** Last thing that happened, for screen readers. */
  spoken = $state('')
  readonly #agent: AgentClient
  readonly #thinking: Pick<ThinkingState, 'prepare' | 'stop' | 'progress'>
  readonly #hooks: TalkHooks
  #stopped = false

  constructor(
    agent: AgentClient,
    thinking: Pick<ThinkingState, 'prepare' | 'stop' | 'progress'>,
    hooks: TalkHooks,
  ) {
    this.#agent = agent
    this.#thinking = thinking
    this.#hooks = hooks
  }

  async load(): Promise<void> {
    const records = [...(await this.#agent.runs())].sort((a, b) => a.startedAt - b.startedAt)
    this.runs = records.map(viewOf)
    this.open ??= this.runs.at(-1)?.id ?? null
  }

  async ask(question: string): Promise<void> {
    const text = question.trim()
    if (text !== '') await this.#run(text, (onEvent) => this.#agent.ask(text, onEvent, this.memory))
  }

  /** Goes on with a run that was cut off: what it measured is not measured again. */
  resume({ id, question }: RunView): Promise<void> {
    return this.#run(question, (onEvent) => this.#agent.resume(id, onEvent))
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
      this.spoken = verdict === 'up' ? 'Marked as right' : 'Marked as wrong; the credit was taken back'
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
    this.spoken = spokenOf(event) ?? this.spoken
  }

  #replaceLast(view: RunView): void {
    this.runs = [...this.runs.slice(0, -1), view]
  }
}

/** Progress is spoken in quarters: a reader would drown in every percent. */
function spokenOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'step-start':
      return `Step ${event.step}: ${event.purpose || plainWords(event.call.tool)}`
    case 'step-progress':
      return event.fraction >= 0.25
        ? `Step ${event.step}: ${percent(Math.floor(event.fraction * 4) / 4)}`
        : null
    case 'step-end':
      return event.status === 'ok' ? `Step ${event.step} is done` : `Step ${event.step} failed`
    case 'answer':
      return `Answer: ${event.answer.spans.map((span) => span.text).join('')}`
    case 'run-end':
      return event.status === 'answered' ? null : STATUS[event.status].label
    default:
      return null
  }
}
