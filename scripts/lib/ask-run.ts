import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainText, runAgent, type ToolRunner } from '../../src/agent/index.ts'
import { folderResults } from '../../src/io/node/folder-results.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { RunEvent, RunRecord, RunStatus } from '../../src/trace/events.ts'
import type { AskOptions } from './ask-options.ts'
import { dataFiles } from './data-files.ts'
import { eventLine } from './event-line.ts'

/** Nobody can be asked here: a question back ends the run, and a script has to see it. */
const EXIT: Readonly<Record<RunStatus, number>> = {
  answered: 0,
  declined: 0,
  needs_input: 2,
  ungrounded: 1,
  error: 1,
  stopped: 130,
}

/** Puts the question to the files of the folder, prints what happens and what came of it, and gives the exit code. */
export async function answer(
  { question, data, json, memory, mode, out }: AskOptions,
  signal: AbortSignal,
): Promise<number> {
  decodeWith(zlibDecoder)
  const store = memoryStore(await readMemory(memory))
  const folder = out ?? (await mkdtemp(join(tmpdir(), 'geoforge-')))
  const unpacked = await mkdtemp(join(tmpdir(), 'geoforge-unpacked-'))
  try {
    const workspace = new Workspace({ results: folderResults(folder), tools: TOOLS })
    const { files, problems } = await dataFiles(data, unpacked, signal)
    const added = await workspace.addFiles(files, { signal })
    for (const problem of [...problems, ...added.problems])
      console.error(`! ${problem.fileName}: ${problem.message}`)
    const runner: ToolRunner = {
      specs: () => Promise.resolve(workspace.specs()),
      layers: () => Promise.resolve(workspace.layers()),
      run: (call, options) => workspace.run(call, options),
    }
    const show = json ? () => undefined : (event: RunEvent) => print(event)
    const record = await follow(runAgent({ question, runner, store, signal, memory: mode }), show)
    // Read-only keeps not even the run: the file stays as it is.
    if (memory && mode === 'on') await writeMemory(memory, store.dump())
    if (json)
      console.log(JSON.stringify({ ...toJson(record), problems: [...problems, ...added.problems] }, null, 2))
    return record.status === 'running' ? 1 : EXIT[record.status]
  } finally {
    await rm(unpacked, { recursive: true, force: true })
    if (!out) await rm(folder, { recursive: true, force: true })
  }
}

async function follow(
  run: AsyncGenerator<RunEvent, RunRecord>,
  show: (event: RunEvent) => void,
): Promise<RunRecord> {
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
    show(next.value)
  }
}

function print(event: RunEvent): void {
  const line = eventLine(event)
  if (line !== null) console.log(line)
}

async function readMemory(path: string | undefined) {
  if (!path) return undefined
  try {
    return parseMemory(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Under another name first, so that a kill in mid-write leaves the old memory whole. */
async function writeMemory(path: string, text: string): Promise<void> {
  await writeFile(path + '.new', text)
  await rename(path + '.new', path)
}

function toJson(record: RunRecord) {
  const last = <Type extends RunEvent['type']>(type: Type) =>
    record.events.findLast((event): event is Extract<RunEvent, { type: Type }> => event.type === type)
  const answer = last('answer')?.answer
  const refusal = record.events.flatMap((event) =>
    event.type === 'text-delta'
      ? [event.text]
      : event.type === 'ask'
        ? [event.question]
        : event.type === 'error'
          ? [event.message]
          : [],
  )
  const starts = record.events.filter((event) => event.type === 'step-start')
  const ends = record.events.filter((event) => event.type === 'step-end')
  return {
    status: record.status,
    answer: answer ? plainText(answer) : refusal.join('\n'),
    value: answer?.value ?? null,
    unit: answer?.unit ?? null,
    choice: answer?.choice ?? null,
    place: answer?.place ?? null,
    evidence: answer?.evidence ?? [],
    taskType: record.taskType,
    memory: last('context-ready')?.memory ?? null,
    recalled: last('context-ready')?.recalled ?? [],
    steps: starts.map(({ step, call, purpose }) => {
      const end = ends.find((event) => event.step === step)
      return {
        step,
        ...call,
        purpose,
        status: end?.status ?? 'stopped',
        milliseconds: end?.milliseconds ?? null,
        text: end?.observation?.text ?? end?.error?.message ?? null,
        numbers: end?.observation?.numbers ?? [],
        labels: end?.observation?.labels ?? [],
        warnings: end?.observation?.warnings ?? [],
        failedChecks: end?.failedChecks ?? [],
      }
    }),
    layers: answer?.layers ?? [],
    gate: last('gate') ?? null,
    memoryChange: last('memory-change') ?? null,
  }
}
