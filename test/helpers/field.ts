import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runAgent, type ToolRunner } from '../../src/agent/index.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { ByteSource } from '../../src/io/types.ts'
import type { Answer, RunEvent, RunRecord } from '../../src/trace/events.ts'

/** A person's desk in Node: a workspace with files on it and the agent over it. */
export interface Desk {
  readonly workspace: Workspace
  readonly problems: readonly { readonly fileName: string; readonly message: string }[]
  readonly ask: (question: string, store: MemoryStore, signal?: AbortSignal) => Promise<RunRecord>
}

export async function deskWithFolder(
  folder: string,
  accept: (name: string) => boolean = () => true,
): Promise<Desk> {
  const names = (await readdir(folder)).filter(accept).sort()
  return deskWith(
    await Promise.all(names.map(async (name) => ({ name, bytes: await fileBytes(join(folder, name)) }))),
  )
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
    async ask(question, store, signal) {
      const run = runAgent({ question, runner, store, signal })
      for (;;) {
        const next = await run.next()
        if (next.done) return next.value
      }
    },
  }
}

export function eventsOf<Type extends RunEvent['type']>(
  record: RunRecord,
  type: Type,
): Extract<RunEvent, { type: Type }>[] {
  return record.events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)
}

export function answerOf(record: RunRecord): Answer {
  const answer = eventsOf(record, 'answer').at(-1)?.answer
  if (!answer) throw new Error(`no answer: ${messagesOf(record).join(' ')}`)
  return answer
}

export function messagesOf(record: RunRecord): string[] {
  return record.events.flatMap((event) =>
    event.type === 'text-delta'
      ? [event.text]
      : event.type === 'ask'
        ? [event.question]
        : event.type === 'error'
          ? [event.message]
          : [],
  )
}

/** Calls made, without those that only choose an option. */
export function callsOf(record: RunRecord): string[] {
  return eventsOf(record, 'step-start').map(({ call }) => call.tool)
}
