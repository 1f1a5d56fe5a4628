import { describe, expect, it } from 'vitest'
import { loadNodeMiniLm } from '../../bench/lib/node-minilm.ts'
import { config } from '../../src/config.ts'
import { EmbeddedMemory, recall, seedSkills } from '../../src/memory/index.ts'
import type { MemorySnapshot, VectorStore } from '../../src/memory/types.ts'
import { VectorsInMemory } from '../../src/memory/vectors-in-memory.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { contextOf, experienceOf, snapshotOf, workflowOf } from '../helpers/memory.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

/** Letters counted: a text's vector of length 1. Counts the texts it was given. */
class LetterEmbedder implements Embedder {
  readonly dimensions = 26
  readonly given: string[] = []

  embed(texts: readonly string[]) {
    this.given.push(...texts)
    return Promise.resolve(
      texts.map((text) => {
        const counts = new Float32Array(26)
        for (const letter of text.toLowerCase()) {
          const at = letter.charCodeAt(0) - 97
          if (at >= 0 && at < 26) counts[at]! += 1
        }
        const length = Math.hypot(...counts) || 1
        return counts.map((count) => count / length)
      }),
    )
  }
}

const memory = (rows: Partial<MemorySnapshot>) => snapshotOf(rows)

describe('EmbeddedMemory', () => {
  it('makes the vectors of workflows and skills once, and again where the text or the model is another', async () => {
    const vectors = new VectorsInMemory()
    const embedder = new LetterEmbedder()
    const [skill] = seedSkills()
    const before = memory({ workflows: [workflowOf()], skills: [skill!] })
    const embedded = new EmbeddedMemory({ embedder, modelId: 'letters', vectors })
    expect(await embedded.refresh(before)).toBe(2)
    expect((await vectors.all()).map(({ id }) => id).sort()).toEqual([
      `skills/${skill!.id}`,
      'workflows/workflow-1',
    ])
    expect(await embedded.refresh(before)).toBe(0)
    // A use that was counted is no other text.
    const used = memory({ ...before, workflows: [workflowOf({ successes: 5 })] })
    expect(await embedded.refresh(used)).toBe(0)
    const told = memory({ ...before, workflows: [workflowOf({ description: 'water' })] })
    expect((await embedded.ask('fire', told)).vectorOf('workflows', 'workflow-1')).toBeNull()
    expect(await embedded.refresh(told)).toBe(1)
    expect((await embedded.ask('fire', told)).vectorOf('workflows', 'workflow-1')).toHaveLength(26)
    const other = new EmbeddedMemory({ embedder, modelId: 'other letters', vectors })
    expect((await other.ask('fire', told)).vectorOf('skills', skill!.id)).toBeNull()
    expect(await other.refresh(told)).toBe(2)
    expect((await vectors.all()).map(({ modelId }) => modelId)).toEqual(['other letters', 'other letters'])
  })

  it('takes the stored vectors in the next session and makes none of what is quarantined', async () => {
    const vectors = new VectorsInMemory()
    const snapshot = memory({ workflows: [workflowOf(), workflowOf({ id: 'b', state: 'quarantined' })] })
    const parts = { embedder: new LetterEmbedder(), modelId: 'letters', vectors }
    expect(await new EmbeddedMemory(parts).refresh(snapshot)).toBe(1)
    const next = await new EmbeddedMemory(parts).ask('fire', snapshot)
    expect(next.vectorOf('workflows', 'workflow-1')).toHaveLength(26)
    expect(next.vectorOf('workflows', 'b')).toBeNull()
  })

  it('keeps what was made when it is stopped', async () => {
    const vectors = new VectorsInMemory()
    const stop = new AbortController()
    const embedder = new LetterEmbedder()
    const many = Array.from({ length: 50 }, (_, at) =>
      workflowOf({ id: `w${at}`, description: `flow ${at}` }),
    )
    const stopping = {
      embed: (texts: readonly string[]) => {
        if (embedder.given.length >= 16) stop.abort()
        return embedder.embed(texts)
      },
    }
    const parts = { embedder: stopping, modelId: 'letters', vectors }
    const work = new EmbeddedMemory(parts).refresh(memory({ workflows: many }), { signal: stop.signal })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(await vectors.all()).toHaveLength(32)
    expect(await new EmbeddedMemory({ ...parts, embedder }).refresh(memory({ workflows: many }))).toBe(18)
  })

  it('asks the memory anew where reading the vectors failed', async () => {
    let fails = true
    const vectors = new VectorsInMemory()
    const failing: VectorStore = {
      getMany: (ids) => vectors.getMany(ids),
      all: () => (fails ? Promise.reject(new Error('gone')) : vectors.all()),
      putMany: (rows) => vectors.putMany(rows),
      drop: (ids) => vectors.drop(ids),
    }
    const embedded = new EmbeddedMemory({
      embedder: new LetterEmbedder(),
      modelId: 'letters',
      vectors: failing,
    })
    await expect(embedded.ask('fire', memory({}))).rejects.toThrow('gone')
    fails = false
    expect((await embedded.ask('fire', memory({}))).query).toHaveLength(26)
  })
})

describe('EmbeddedMemory of past questions', () => {
  const ASKED = [
    { id: 'r1', question: 'Where did it burn?' },
    { id: 'r2', question: 'How much water is there?' },
  ]
  const world = () => {
    const parts = { embedder: new LetterEmbedder(), modelId: 'letters', vectors: new VectorsInMemory() }
    return { ...parts, session: () => new EmbeddedMemory(parts) }
  }
  const ids = async (vectors: VectorsInMemory) => (await vectors.all()).map(({ id }) => id).sort()

  it('embeds a text once while it is held, and a text that is given twice once', async () => {
    const { embedder, session } = world()
    const memory = session()
    const first = await memory.texts(['fire', 'water', 'fire'])
    expect(embedder.given).toEqual(['fire', 'water'])
    const second = await memory.texts(['water', 'snow'])
    expect(embedder.given).toEqual(['fire', 'water', 'snow'])
    expect(second.get('water')).toBe(first.get('water'))
    // However many come, those that were asked for are given.
    const many = Array.from({ length: 1030 }, (_, at) => `text ${at}`)
    expect(many.every((text) => second.has(text))).toBe(false)
    const all = await memory.texts(['snow', ...many])
    expect(['snow', ...many].every((text) => all.has(text))).toBe(true)
  })

  it('keeps nothing of a call that failed or was stopped', async () => {
    const { embedder, vectors } = world()
    let fails = true
    const embed = (texts: readonly string[]) =>
      fails ? Promise.reject(new Error('lost')) : embedder.embed(texts)
    const memory = new EmbeddedMemory({ embedder: { embed }, modelId: 'letters', vectors })
    await expect(memory.texts(['fire'])).rejects.toThrow('lost')
    fails = false
    expect((await memory.texts(['fire'])).get('fire')).toHaveLength(26)
  })

  it('are there in the next session, by run, and not for another model or wording', async () => {
    const { embedder, vectors, session } = world()
    const first = session()
    expect((await first.past(ASKED)).size).toBe(0)
    expect(await first.refresh(memory({}))).toBe(2)
    expect([...(await first.past(ASKED)).keys()]).toEqual(['r1', 'r2'])
    const next = session()
    expect(await next.past(ASKED)).toEqual(await first.past(ASKED))
    expect(await next.refresh(memory({}))).toBe(0)
    expect(embedder.given).toHaveLength(2)
    expect([...(await next.past([{ id: 'r1', question: 'Another?' }])).keys()]).toEqual([])
    const other = new EmbeddedMemory({ embedder, modelId: 'other', vectors })
    expect((await other.past(ASKED)).size).toBe(0)
  })

  it('take the vector of a question that was just heard, which is stored without embedding it again', async () => {
    const { embedder, vectors, session } = world()
    const memoryOf = session()
    await memoryOf.texts(['Where did it burn?'])
    expect([...(await memoryOf.past(ASKED)).keys()]).toEqual(['r1'])
    expect(await memoryOf.refresh(memory({}))).toBe(2)
    expect(embedder.given).toEqual(ASKED.map(({ question }) => question))
    expect(await ids(vectors)).toEqual(['runs/r1', 'runs/r2'])
  })

  it('go for good with their run, and stay where nobody asked for the past', async () => {
    const { vectors, session } = world()
    const first = session()
    await first.past(ASKED)
    await first.refresh(memory({}))
    // A session that asks without memory.
    await session().refresh(memory({}))
    expect(await ids(vectors)).toEqual(['runs/r1', 'runs/r2'])
    await first.past(ASKED.slice(1))
    await first.refresh(memory({}))
    expect(await ids(vectors)).toEqual(['runs/r2'])
    const next = session()
    expect([...(await next.past(ASKED)).keys()]).toEqual(['r2'])
  })
})

describe('recall with vectors', () => {
  const query = {
    question: 'How much ground did the blaze consume?',
    taskType: 'inventory' as const,
    context: contextOf(['2020-01-01', '2020-06-01']),
    retrieved: [],
    admissible: new Set(workflowOf().sequence),
  }
  const twin = (vector: Float32Array) => ({ query: vector, vectorOf: () => vector })

  it('compares the text by cosine where an item has a vector, and by words where it has none', () => {
    const rows = snapshotOf({
      workflows: [workflowOf({ id: 'a' }), workflowOf({ id: 'b', taskType: 'inventory' })],
    })
    const one = Float32Array.of(1, 0)
    const options = {
      embedded: { query: one, vectorOf: (_: string, id: string) => (id === 'a' ? one : null) },
    }
    const asked = { ...query, retrieved: workflowOf().sequence }
    const found = recall(asked, rows, options)
    const words = recall(asked, rows)
    const scoreOf = (recalled: typeof found, id: string) =>
      recalled.workflows.find(({ item }) => item.id === id)?.score
    const { slope, middle } = config.calibration.workflow.embedding
    // All tools (0.35), the same direction (0.45), another type (0).
    expect(scoreOf(found, 'a')).toBeCloseTo(1 / (1 + Math.exp(-slope * (0.8 - middle))), 10)
    expect(scoreOf(found, 'b')).toBe(scoreOf(words, 'b'))
  })

  it('leaves experiences as the words have them', () => {
    const rows = snapshotOf({ experiences: [experienceOf({ trigger: 'ground' })] })
    const embedded = twin(Float32Array.of(1, 0))
    expect(recall(query, rows, { embedded }).experiences).toEqual(recall(query, rows).experiences)
    expect(recall(query, rows).experiences).toHaveLength(1)
  })

  // Skipped without the shared folder: the model's weights lie there.
  it.skipIf(!hasShared)(
    'finds by MiniLM the flow of the same meaning where no word is the same',
    async () => {
      const embedder = await loadNodeMiniLm(sharedPath())
      const flow = (id: string, description: string) =>
        workflowOf({ id, description, taskType: 'band-maths', sequence: ['nbr'] })
      const rows = snapshotOf({
        workflows: [
          flow('lake', 'surface of a reservoir'),
          flow('fire', 'land burned by a wildfire'),
          flow('town', 'houses and streets of a town'),
        ],
      })
      const embedded = new EmbeddedMemory({ embedder, modelId: 'minilm', vectors: new VectorsInMemory() })
      await embedded.refresh(rows)
      const asked = { ...query, retrieved: ['nbr'] }
      const options = { embedded: await embedded.ask(asked.question, rows) }
      expect(recall(asked, rows, options).workflows[0]?.item.id).toBe('fire')
      expect(recall(asked, rows).workflows.map(({ item }) => item.id)).not.toContain('fire')
    },
    120_000,
  )
})
