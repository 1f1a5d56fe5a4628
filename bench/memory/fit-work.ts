import { runAgent } from '../../src/agent/index.ts'
import { config } from '../../src/config.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { EmbeddedMemory } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import type { RunEvent } from '../../src/trace/events.ts'
import { learnFrom } from '../fieldbench/learn.ts'
import { memoryView } from '../fieldbench/memory-view.ts'
import type { FieldTask, Split } from '../fieldbench/task.ts'
import { tasksOf } from '../fieldbench/tasks.ts'
import { cachedMiniLm } from '../lib/cached-minilm.ts'
import { deskWith } from '../lib/desk.ts'
import { withSettings } from '../lib/with-settings.ts'
import type { ScoredItem } from './fit-calibration.ts'
import { isRightItem } from './right-items.ts'

/** A share of the task types for a child process: it learns from their training tasks and scores their development tasks. */
export interface FitJob {
  readonly types: readonly string[]
  /** Tasks of each type and split, at most. */
  readonly perType: number
  /** Where the embedder lies, and a folder for its vectors that no other process writes to; null without one. */
  readonly embedder: { readonly shared: string; readonly workFolder: string } | null
}

type Kind = 'workflow' | 'skill'
export type Channel = 'lexical' | 'embedding'

/** Every item that the memory held, for every question. */
export type FitItems = Readonly<Record<Channel, Readonly<Record<Kind, readonly ScoredItem[]>>>>

decodeWith(zlibDecoder)

export async function work({ types, perType, embedder }: FitJob): Promise<FitItems> {
  const memory = memoryView(await learnFrom(someTasks('train', types, perType)), 'on')
  const embedded = embedder ? await embeddedMemory(memory, embedder) : null
  const found = {
    lexical: { workflow: [] as ScoredItem[], skill: [] as ScoredItem[] },
    embedding: { workflow: [] as ScoredItem[], skill: [] as ScoredItem[] },
  }
  for (const task of someTasks('dev', types, perType)) {
    const asked = await task.draw()
    for (const channel of ['lexical', 'embedding'] as const) {
      if (channel === 'embedding' && !embedded) continue
      const items = await scoreAll(asked, memory, channel === 'embedding' ? embedded : null)
      found[channel].workflow.push(...items.workflow)
      found[channel].skill.push(...items.skill)
    }
  }
  return found
}

/** Vectors of all that was learned. */
async function embeddedMemory(
  store: MemoryStore,
  paths: NonNullable<FitJob['embedder']>,
): Promise<EmbeddedMemory> {
  const embedded = new EmbeddedMemory({
    embedder: cachedMiniLm(paths),
    modelId: 'all-MiniLM-L6-v2',
    // They are kept on disk by the embedder itself, by text.
    vectors: {
      all: () => Promise.resolve([]),
      getMany: () => Promise.resolve(new Map()),
      putMany: () => Promise.resolve(),
      drop: () => Promise.resolve(),
    },
  })
  await embedded.refresh(await store.snapshot())
  return embedded
}

/** The first tasks of each type. */
const someTasks = (split: Split, types: readonly string[], perType: number): readonly FieldTask[] =>
  types.flatMap((type) => tasksOf(split, null, [type]).slice(0, perType))

/** Takes down every threshold, so that a run is told of all that it might recall, and ends it there. */
const ALL = {
  ...{ 'workflow.minimum': 0, 'skill.minimum': 0 },
  ...{ 'workflow.topK': 1e6, 'skill.topK': 1e6 },
}

async function scoreAll(
  asked: Awaited<ReturnType<FieldTask['draw']>>,
  store: MemoryStore,
  embedder: EmbeddedMemory | null,
): Promise<FitItems[Channel]> {
  const { workspace } = await deskWith(asked.files)
  const stop = new AbortController()
  const recalled: Extract<RunEvent, { type: 'context-ready' }>['recalled'][number][] = []
  await withSettings(ALL, async () => {
    const events = runAgent({
      question: asked.question,
      store,
      signal: stop.signal,
      ...(embedder
        ? { embedder: { memory: embedder, tools: { of: () => Promise.resolve(new Map()) } } }
        : {}),
      runner: {
        specs: () => Promise.resolve(workspace.specs()),
        layers: () => Promise.resolve(workspace.layers()),
        run: (call, options) => workspace.run(call, options),
      },
    })
    for await (const event of events) {
      if (event.type !== 'context-ready') continue
      recalled.push(...event.recalled)
      stop.abort()
    }
  })
  const { workflows, skills } = await store.snapshot()
  const scored = (kind: Kind, items: typeof workflows | typeof skills) => {
    const byId = new Map(items.map((item) => [item.id, item]))
    return recalled.flatMap((one) => {
      const item = one.kind === kind ? byId.get(one.id) : undefined
      return item
        ? [
            {
              score: rawScore(one.score, kind, embedder ? 'embedding' : 'lexical'),
              right: isRightItem(item, asked.chains),
            },
          ]
        : []
    })
  }
  return { workflow: scored('workflow', workflows), skill: scored('skill', skills) }
}

/** A run tells probabilities: the logistic that is in force, backwards. */
function rawScore(probability: number, kind: Kind, channel: Channel): number {
  const { slope, middle } = config.calibration[kind][channel]
  return middle + Math.log(probability / (1 - probability)) / slope
}
