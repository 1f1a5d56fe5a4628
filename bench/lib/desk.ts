import { runAgent, type ModelUse, type ToolRunner } from '../../src/agent/index.ts'
import type { ByteSource } from '../../src/io/types.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import type { UnitWishes } from '../../src/trace/units.ts'

/** A person's desk in Node: a workspace with files on it and the agent over it. */
export interface Desk {
  readonly workspace: Workspace
  readonly problems: readonly { readonly fileName: string; readonly message: string }[]
  readonly ask: (
    question: string,
    store: MemoryStore,
    signal?: AbortSignal,
    model?: ModelUse,
    units?: UnitWishes,
  ) => Promise<RunRecord>
}

export async function deskWith(
  files: readonly { readonly name: string; readonly bytes: ByteSource }[],
): Promise<Desk> {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  const { problems } = await workspace.addFiles(files.map((file, at) => ({ id: `file-${at}`, ...file })))
  const runner: ToolRunner = {
    specs: () => Promise.resolve(workspace.specs()),
    layers: () => Promise.resolve(workspace.layers()),
    run: (call, options) => workspace.run(call, options),
  }
  return {
    workspace,
    problems,
    async ask(question, store, signal, model, units) {
      const run = runAgent({ question, runner, store, signal, units, ...(model ? { model } : {}) })
      for (;;) {
        const next = await run.next()
        if (next.done) return next.value
      }
    },
  }
}
