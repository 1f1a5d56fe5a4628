import { beforeAll, describe, expect, it } from 'vitest'
import { runAgent, type ToolRunner } from '../../../src/agent/index.ts'
import { zlibDecoder } from '../../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../../src/io/read/block-decoder.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import { memoryStore } from '../../../src/memory/index.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { Workspace } from '../../../src/tools/workspace.ts'
import type { RunEvent } from '../../../src/trace/events.ts'
import { LESSONS } from '../../../src/ui/lessons/content/index.ts'
import { check, type Lesson } from '../../../src/ui/lessons/content/lesson.ts'
import { madeFile } from '../../../workers/made-files.ts'

/** The lesson's files in a workspace, as a drop brings them. */
async function opened(lesson: Lesson): Promise<Workspace> {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  const files = await Promise.all(
    lesson.rasters().map(async (raster, at) => ({
      id: `file-${at}`,
      name: raster.name,
      bytes: bufferBytes(await madeFile(raster)),
    })),
  )
  const { problems } = await workspace.addFiles(files, { signal: new AbortController().signal })
  expect(problems).toEqual([])
  return workspace
}

/** What the agent answers without a language model and without memory. */
async function answered(workspace: Workspace, question: string): Promise<number | null> {
  const runner: ToolRunner = {
    specs: () => Promise.resolve(workspace.specs()),
    layers: () => Promise.resolve(workspace.layers()),
    run: (call, options) => workspace.run(call, options),
  }
  const run = runAgent({
    question,
    runner,
    store: memoryStore(undefined),
    signal: new AbortController().signal,
  })
  const events: RunEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) break
    events.push(next.value)
  }
  const answer = events.find((event) => event.type === 'answer')
  return answer?.type === 'answer' && typeof answer.answer.value === 'number' ? answer.answer.value : null
}

/** Answers that are calculated from what is measured. */
const FOUND_FROM: Readonly<Record<string, (measured: number, of: Lesson) => number>> = {
  'lost-water': (left, of) => Number(of.tasks.find(({ id }) => id === 'spring-water')!.truth) - left,
}

beforeAll(() => decodeWith(zlibDecoder))

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('%s', (_id, lesson) => {
  it('makes scenes that are recognised without a doubt', async () => {
    const layers = (await opened(lesson)).layers()
    expect(layers).toHaveLength(new Set(lesson.rasters().map(({ name }) => name.slice(7, 15))).size)
    for (const { scene, date } of layers) {
      expect(scene?.quantity).toBe('reflectance')
      expect(scene?.bands.map(({ name }) => name)).toHaveLength(6)
      expect(date).toMatch(/^2023-/)
    }
  })

  it('makes the same pixels each time', () => {
    expect(lesson.rasters()).toEqual(lesson.rasters())
  })

  it('asks what the agent answers rightly', { timeout: 60_000 }, async () => {
    const workspace = await opened(lesson)
    for (const task of lesson.tasks) {
      if (task.ask === undefined || task.kind !== 'number') continue
      const measured = await answered(workspace, task.ask)
      const value = measured === null ? null : (FOUND_FROM[task.id]?.(measured, lesson) ?? measured)
      expect([task.id, value, check(task, String(value)).says]).toEqual([task.id, value, expect.stringMatching(/^Right/)]) // prettier-ignore
    }
  })

  it('tells each mistake from the truth', () => {
    for (const task of lesson.tasks) {
      if (task.kind === 'choice') {
        expect(task.options.filter(({ id }) => check(task, id).right)).toHaveLength(1)
        for (const { id, says } of task.options) if (id !== task.truth) expect(says).not.toBe('')
        continue
      }
      expect(check(task, String(task.truth)).right).toBe(true)
      for (const { value, says } of task.mistakes) expect(check(task, String(value)).says).toContain(says)
    }
  })

  it('fills a class of 90 minutes', () => {
    expect(lesson.teacher.timing.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(90)
  })
})
