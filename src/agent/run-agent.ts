import type { ErrorCode } from '../lib/errors.ts'
import { isAbort, throwIfAborted } from '../lib/abort.ts'
import { config } from '../config.ts'
import { distil, type RecallOptions } from '../memory/index.ts'
import type { MemorySnapshot, MemoryStore } from '../memory/types.ts'
import type { SensingContext } from '../sensing/context.ts'
import { scenesOfOnePlace } from '../sensing/scene-group.ts'
import { describeContext, sensingContext } from '../sensing/sensing-context.ts'
import { admissible, ToolFinder } from '../retrieval/index.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Answer, MemoryMode, Recalled, RunEvent, RunRecord, RunStatus } from '../trace/events.ts'
import type { Layer } from '../trace/layer.ts'
import type { UnitWishes } from '../trace/units.ts'
import { assembleContext } from './assemble-context.ts'
import { brief, type Brief, type Situation } from './brief.ts'
import { cautions, seasonWords } from './cautions.ts'
import { Channel } from './channel.ts'
import { composeAnswer, foundOf, type Solved } from './compose.ts'
import { noPlanStood, reasonWithoutPlan } from './decline.ts'
import { insideWords, NOT_INSIDE } from './drawn-area.ts'
import { earlierCalls } from './earlier-calls.ts'
import { Executor } from './executor.ts'
import { answerFaults } from './grounding.ts'
import { changeItem, recalledItems } from './event-items.ts'
import { FindTools, type RunEmbedder } from './find-tools.ts'
import { finishedRun } from './finished-run.ts'
import { knownOf } from './known-of.ts'
import { matchOption } from './match.ts'
import {
  hasSay,
  leftOut,
  isModelLost,
  lostWords,
  ModelSession,
  solveWithModel,
  tellAnswer,
  type ModelUse,
} from './model/index.ts'
import { readQuestion } from './read-question.ts'
import { offsetNote } from './offset-note.ts'
import { bindRoles, describeScenes, type Roles } from './roles.ts'
import { RunLog } from './run-log.ts'
import { modeOf, sessionMemory, type SessionMemory } from './session-memory.ts'
import { solve } from './solve.ts'
import { standsAgainst } from './stands-against.ts'
import { saidAsWished } from './said-as-wished.ts'
import { settingNotes } from './tell-settings.ts'
import type { Ask, DoneStep, Question, ToolRunner } from './types.ts'

export interface RunOptions {
  readonly question: string
  readonly runner: ToolRunner
  readonly store: MemoryStore
  readonly signal?: AbortSignal | undefined
  /** The language model and what it may decide; absent: the planner alone. */
  readonly model?: ModelUse
  /**
   * A run of the same question that was cut off. Its calls are told again from the record where their layers are still
   * there, and not made again; the run goes on from there, with this or another model or with none.
   */
  readonly resume?: RunRecord
  /** What the session does with the memory; absent: as the resumed run's session did, else 'on'. */
  readonly memory?: MemoryMode | undefined
  /** Compares questions with what is remembered and with tools by meaning; absent, or where it fails: by words. */
  readonly embedder?: RunEmbedder | undefined
  /** Units of the answer where the question names none; absent: as the tools measure. */
  readonly units?: UnitWishes | undefined
  /** Finds tools for all runs of its owner, so that each need not begin anew; absent: one of its own. */
  readonly finder?: ToolFinder
}

/**
 * Runs one question to its end: sense, recall, plan, retrieve, act, answer, judge, distil; with the planner, or with a
 * language model beside it (`runAgent({ question, runner, store, model: { chat: languageModel(engine), policy: 'hybrid' } })`).
 * Yields every event as it happens and returns the record that the store holds. Never throws for what a tool, the data
 * or a stop does: that is the record's status.
 */
export async function* runAgent(options: RunOptions): AsyncGenerator<RunEvent, RunRecord> {
  const channel = new Channel<RunEvent>()
  const run = new Run(options, (event) => channel.push(event))
  const finished = run.toEnd().then(
    (record) => {
      channel.close()
      return record
    },
    (error: unknown) => {
      channel.fail(error)
      throw error
    },
  )
  // The channel throws first; the promise's own rejection must not count as unhandled meanwhile.
  finished.catch(() => undefined)
  yield* channel
  return await finished
}

interface Outcome {
  readonly status: RunStatus
  readonly answer: Answer | null
  readonly faults: readonly string[]
  readonly solved: readonly Solved[]
}

class Run {
  readonly #log: RunLog
  readonly #memory: MemoryMode
  /** Caveats of a model that was lost before its first turn. */
  readonly #modelNotes: string[] = []

  constructor(
    private readonly options: RunOptions,
    send: (event: RunEvent) => void,
  ) {
    this.#log = new RunLog(options, send)
    this.#memory = options.memory ?? (options.resume ? modeOf(options.resume) : 'on')
  }

  async toEnd(): Promise<RunRecord> {
    try {
      await this.#log.begin()
      return await this.#work()
    } catch (error) {
      const status = isAbort(error) ? 'stopped' : 'error'
      if (status === 'error') this.#log.fail(error)
      return await this.#log.end(status, null)
    }
  }

  async #work(): Promise<RunRecord> {
    const { question: text, runner, store, signal } = this.options
    const [specs, layers, { snapshot, runs }] = await Promise.all([
      runner.specs(),
      runner.layers(),
      sessionMemory(store, this.#memory),
    ])
    throwIfAborted(signal)
    const all = sensingContext(layers)
    const question = readQuestion(text, knownOf(specs, all, layers))
    const place = scenesOfOnePlace(layers, question.layers)
    const here = await this.#situation(sensingContext(place.layers), specs, { snapshot, runs })
    const briefs: Brief[] = []
    for (const ask of question.asks) {
      briefs.push(
        await brief(ask, here, { now: this.#log.startedAt, ...(await this.#embedded(ask, snapshot)) }),
      )
    }
    const roles = bindRoles(question, here.context)
    this.#log.taskType = briefs[0]!.taskType
    const session = await this.#beginModel(briefs, here)
    this.#announce(question, briefs, here, layers, session)
    const executor = new Executor({
      runner,
      specs,
      slots: question.slots,
      roles: roles.by,
      products: here.context.products,
      signal,
      emit: (event) => this.#log.emit(event),
      earlier: this.options.resume ? earlierCalls(this.options.resume, layers) : [],
    })
    const { refusal, back } = standsAgainst(question, {
      briefs,
      here,
      roles,
      byModel: this.options.model?.policy === 'model',
    })
    const limits =
      place.unnamed > 0 ? [`${countScenes(place.unnamed)} without named bands took no part.`] : []
    const elsewhere =
      place.left > 0
        ? [
            `${countScenes(place.left)} of another place took no part, to be asked about by name (“on scene-1”)`,
          ]
        : []
    const outcome = refusal
      ? this.#decline(refusal)
      : back
        ? this.#askBack(back)
        : await this.#answer({
            question,
            briefs,
            here,
            roles,
            executor,
            limits,
            elsewhere,
            session,
            layers: place.layers,
          })
    return await this.#learn(outcome, { question, briefs, here, executor, layers })
  }

  async #situation(
    context: SensingContext,
    specs: readonly ToolSpec[],
    { snapshot, runs }: SessionMemory,
  ): Promise<Situation> {
    const { embedder = null, finder = new ToolFinder(), signal } = this.options
    const toolSet = admissible(specs, context)
    const library = { specs, admissible: toolSet.names, edges: snapshot.edges, runs }
    const tools = await FindTools.over(library, { finder, embedder, signal })
    return { context, specs, toolSet, snapshot, tools }
  }

  /** The ask beside the vectors of the memory; nothing where words have to do. */
  async #embedded({ full }: Ask, snapshot: MemorySnapshot): Promise<Pick<RecallOptions, 'embedded'>> {
    const { embedder, signal } = this.options
    if (!embedder) return {}
    try {
      return { embedded: await embedder.memory.ask(full, snapshot, { signal }) }
    } catch (error) {
      if (isAbort(error)) throw error
      return {}
    }
  }

  async #answer(input: {
    question: Question
    briefs: readonly Brief[]
    here: Situation
    roles: Roles
    executor: Executor
    limits: readonly string[]
    /** What of other places was left out: it belongs into the answer itself. */
    elsewhere: readonly string[]
    session: ModelSession | null
    layers: readonly Layer[]
  }): Promise<Outcome> {
    const { question, briefs, here, roles, executor, limits, elsewhere, session } = input
    const solved: Solved[] = []
    const unsolved: string[] = []
    for (const one of briefs) {
      const solving = {
        brief: one,
        situation: here,
        roles,
        question,
        executor,
        emit: (event: RunEvent) => this.#log.emit(event),
        signal: this.options.signal,
      }
      const result = session
        ? await solveWithModel({ ...solving, layers: input.layers }, session)
        : await solve(solving)
      if (result.kind === 'ask') return this.#askBack(result.question)
      if (result.kind === 'solved') solved.push(result.solved)
      else if (result.kind === 'error') return this.#stopped(result.code, result.message)
      else if (result.kind === 'no-plan') {
        unsolved.push(question.area ? NOT_INSIDE : reasonWithoutPlan(one, here))
      } else unsolved.push(noPlanStood(one, result.reasons))
    }
    if (solved.length === 0) return this.#decline(unsolved.join(' '))
    const made = executor.done.flatMap((step) => step.layers)
    const { limit } = question
    const units = { wishes: this.options.units ?? {}, limit, layers: [...input.layers, ...made] }
    const told = saidAsWished(solved, units)
    const main = foundOf(told[0]!)
    const match =
      question.space.kind === 'choice' && main
        ? await matchOption(question.space.options, main, executor)
        : null
    if (typeof match === 'string') return this.#decline(match)
    const used = usedScenes(solved.flatMap(({ steps }) => [...steps.values()]))
    const inside = insideWords(solved.flatMap(({ steps }) => [...steps.values()]))
    const measured = { stem: question.stem, solved, used, context: here.context }
    const scenes = [describeScenes(used, here.context), ...seasonWords(measured), ...inside, ...elsewhere]
      .filter((words) => words !== '')
      .join('; ')
    const facts = (notes: readonly string[]) =>
      factsOf(question, here, executor.done, [...limits, ...elsewhere, ...unsolved, ...notes])
    if (session && hasSay(session)) {
      await tellAnswer(
        {
          question: question.text,
          solved: told[0]!,
          done: executor.done,
          facts: facts([]),
          onText: (text) => this.#log.emit({ type: 'text-delta', at: Date.now(), text }),
        },
        session,
      )
    }
    const notes = [
      ...cautions(measured),
      ...offsetNote(used, input.layers),
      ...settingNotes(solved, executor.tried),
      ...(session?.notes ?? this.#modelNotes),
    ]
    const answer = composeAnswer({
      solved: told,
      match,
      scenes,
      limit,
      units,
      limits: [...limits, ...unsolved, ...notes],
      ...(session?.asked
        ? { model: { id: session.chat.id, changed: session.changed, sentence: session.sentence } }
        : {}),
    })
    const faults = answerFaults({
      answer,
      space: question.space,
      steps: executor.done,
      facts: facts(notes),
    })
    this.#log.emit({ type: 'answer', at: Date.now(), answer })
    if (faults.length > 0) {
      this.#log.emit({
        type: 'error',
        at: Date.now(),
        code: 'internal',
        message: `The answer did not hold: ${faults.join('; ')}.`,
      })
      return { status: 'ungrounded', answer, faults, solved }
    }
    return { status: 'answered', answer, faults, solved }
  }

  /** Null without a model, and where it was lost before its first turn, which is told. */
  async #beginModel(briefs: readonly Brief[], { context }: Situation): Promise<ModelSession | null> {
    const { model, signal } = this.options
    if (!model) return null
    try {
      return await ModelSession.begin(
        model,
        { briefs, sensing: describeContext(context) },
        { emit: (event) => this.#log.emit(event), signal },
      )
    } catch (error) {
      if (!isModelLost(error)) throw error
      const reason = lostWords(error)
      this.#log.emit({ type: 'hand-over', at: Date.now(), reason })
      this.#modelNotes.push(leftOut(reason))
      return null
    }
  }

  #decline(reason: string): Outcome {
    this.#log.emit({ type: 'text-delta', at: Date.now(), text: reason })
    return {
      status: 'declined',
      answer: null,
      faults: ['the run declined: the data cannot answer'],
      solved: [],
    }
  }

  #askBack(question: string): Outcome {
    this.#log.emit({ type: 'ask', at: Date.now(), question, options: [] })
    return { status: 'needs_input', answer: null, faults: ['the run needs input'], solved: [] }
  }

  #stopped(code: string, message: string): Outcome {
    if (code === 'scaling_unknown') return this.#askBack(message)
    this.#log.emit({ type: 'error', at: Date.now(), code: code as ErrorCode, message })
    return { status: 'error', answer: null, faults: ['the run erred'], solved: [] }
  }

  async #learn(
    outcome: Outcome,
    input: {
      question: Question
      briefs: readonly Brief[]
      here: Situation
      executor: Executor
      layers: readonly Layer[]
    },
  ): Promise<RunRecord> {
    const { store } = this.options
    const { done, tried } = input.executor
    const finished = finishedRun({ runId: this.#log.id, ...outcome, ...input, done, tried })
    const { snapshot, runs } = await sessionMemory(store, this.#memory)
    const { commit, gate } = distil(finished, snapshot, runs)
    this.#log.emit({ type: 'gate', at: Date.now(), passed: gate.passed, conditions: gate.conditions })
    // Where nothing is to be learned the gate's word is all that is left of it.
    if (this.#memory !== 'on') return await this.#log.end(outcome.status, null)
    if (commit.changes.length > 0) {
      this.#log.emit({
        type: 'memory-change',
        at: Date.now(),
        summary: commit.summary,
        items: commit.changes.map(changeItem),
      })
    }
    return await this.#log.end(outcome.status, commit)
  }

  #announce(
    question: Question,
    briefs: readonly Brief[],
    { context, toolSet }: Situation,
    layers: readonly Layer[],
    session: ModelSession | null,
  ): void {
    const ids = context.scenes.map(({ id }) => id)
    this.#log.emit({
      type: 'context-ready',
      at: Date.now(),
      taskType: briefs[0]!.taskType,
      answerSpace: question.space,
      slots: question.slots,
      sensing: describeContext(context),
      scenes: ids,
      fingerprints: layers.filter(({ id }) => ids.includes(id)).map(({ fingerprint }) => fingerprint),
      admissible: [...toolSet.names],
      memory: this.#memory,
      recalled: uniqueById(briefs.flatMap(recalledItems)),
      sop: briefs.flatMap(({ sop }) => (sop ? [sop.text] : [])).join('\n\n'),
      guidance:
        session && hasSay(session)
          ? session.memory
          : assembleContext(briefs, config.run.contextCharacters).text,
    })
    this.#log.emit({
      type: 'tools-retrieved',
      at: Date.now(),
      subTasks: briefs.flatMap(({ subTasks }) => [...subTasks]),
      tools: uniqueByName(briefs.flatMap(({ retrieved }) => [...retrieved])),
    })
  }
}

const countScenes = (count: number) => (count === 1 ? '1 scene' : `${count} scenes`)

function usedScenes(done: readonly DoneStep[]): string[] {
  return [
    ...new Set(
      done.flatMap((step) =>
        Object.values(step.call.args)
          .flat()
          .filter((value) => typeof value === 'string'),
      ),
    ),
  ]
}

/** Texts whose figures may stand in an answer without a citation. */
function factsOf(
  question: Question,
  { context }: Situation,
  done: readonly DoneStep[],
  notes: readonly string[],
): string[] {
  return [
    question.text,
    question.limit?.words ?? '',
    ...context.dates,
    ...context.scenes.map(({ id }) => id),
    ...done.map(({ step }) => String(step)),
    ...done.flatMap((step) => [
      JSON.stringify(step.call.args),
      ...(step.observation
        ? [
            step.observation.text,
            ...step.observation.warnings,
            // Digits in the name of a figure are no figures.
            ...step.observation.numbers.map(({ name }) => name.replaceAll('_', ' ')),
          ]
        : []),
    ]),
    ...notes,
  ]
}

const uniqueById = (items: readonly Recalled[]) => [...new Map(items.map((item) => [item.id, item])).values()]
const uniqueByName = <Item extends { readonly name: string }>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.name, item])).values(),
]
