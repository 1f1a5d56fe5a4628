import { expect } from 'vitest'
import { runAgent, type ToolRunner } from '../../src/agent/index.ts'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { MemoryMode, RunEvent } from '../../src/trace/events.ts'
import type { Lesson } from '../../src/ui/lessons/content/lesson.ts'
import { madeFile } from '../../workers/made-files.ts'

/** The lesson's files in a workspace, as a drop brings them. */
export async function opened(lesson: Lesson): Promise<Workspace> {
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

/** All events of a run of the agent without a language model. */
export async function eventsOf(
  workspace: Workspace,
  question: string,
  how: { readonly store: MemoryStore; readonly memory: MemoryMode },
): Promise<readonly RunEvent[]> {
  const runner: ToolRunner = {
    specs: () => Promise.resolve(workspace.specs()),
    layers: () => Promise.resolve(workspace.layers()),
    run: (call, options) => workspace.run(call, options),
  }
  const run = runAgent({ question, runner, ...how, signal: new AbortController().signal })
  const events: RunEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return events
    events.push(next.value)
  }
}

export const valueOf = (events: readonly RunEvent[]): number | null =>
  events.find((event) => event.type === 'answer')?.answer.value ?? null

/** What the agent answers by itself, without memory. */
export const answered = async (workspace: Workspace, question: string): Promise<number | null> =>
  valueOf(await eventsOf(workspace, question, { store: memoryStore(), memory: 'off' }))
