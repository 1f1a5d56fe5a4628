import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toolText } from '../../src/retrieval/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import type { RetrievedTool, RunRecord } from '../../src/trace/events.ts'
import { burnedField } from './burned-field.ts'
import { EMBEDDED_TEXTS } from './embedded-texts.ts'
import { cleanStorage, openWorkers, opfsNames, type OpenWorkers } from './open-workers.ts'
import { sharedModel } from './shared-model.ts'

const FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx']
const files = await sharedModel('all-MiniLM-L6-v2', FILES)

const QUESTION = 'How many hectares burned between the two dates (dNBR at least 0.27)?'
const OTHER = 'What is the mean NBR of scene-1?'
const NOTHING = () => undefined
/** Some hundred texts on one thread of a machine that has other work too. */
const PATIENT = { timeout: 240_000, interval: 250 }

const toolTexts = new Set(
  TOOLS.map(toolSpec)
    .filter(({ internal }) => !internal)
    .map(toolText),
)

/** Texts of tools that were handed to the embedding worker, in their order. */
let embedded: string[] = []
let channel: BroadcastChannel

beforeEach(async () => {
  await cleanStorage()
  embedded = []
  channel = new BroadcastChannel(EMBEDDED_TEXTS)
  channel.onmessage = ({ data }: MessageEvent<string[]>) => {
    embedded.push(...data.filter((text) => toolTexts.has(text)))
  }
})

afterEach(async () => {
  channel.close()
  await cleanStorage()
})

const open = () =>
  openWorkers(
    'sealed',
    (name) =>
      new Worker(new URL('./watched-agent-worker.ts', import.meta.url), {
        type: 'module',
        name,
      }),
  )

async function withModel(): Promise<OpenWorkers> {
  const forge = open()
  const { problems } = await forge.raster.addFiles(await burnedField(), NOTHING)
  expect(problems).toEqual([])
  const chosen = [...files!].map(([name, blob]) => ({ name, file: new File([blob], name) }))
  await forge.models.importFiles(chosen, { onProgress: NOTHING })
  return forge
}

async function ask(forge: OpenWorkers, question: string): Promise<ReadonlySet<string>> {
  const record = await forge.agent.ask(question, NOTHING)
  expect(record.status).toBe('answered')
  return signalsOf(record)
}

/** What the texts of its retrieved tools were compared by. */
function signalsOf({ events }: RunRecord): ReadonlySet<string> {
  const tools = events.flatMap((event): readonly RetrievedTool[] =>
    event.type === 'tools-retrieved' ? event.tools : [],
  )
  expect(tools.length).toBeGreaterThan(0)
  return new Set(
    tools.flatMap(({ grounds }) => [
      ...(grounds?.subTask ? [grounds.subTask.by ?? 'words'] : []),
      ...(grounds && grounds.questionRank !== null ? [grounds.questionBy ?? 'words'] : []),
    ]),
  )
}

const isByMeaning = (signals: ReadonlySet<string>) => signals.has('meaning') || signals.has('both')

/** Until every tool was handed over and the file with the last of them is there alone. */
async function allStored(): Promise<string> {
  await expect.poll(() => new Set(embedded).size, PATIENT).toBe(toolTexts.size)
  let before = ''
  await expect
    .poll(
      async () => {
        const names = (await opfsNames('tool-index')).join()
        const isStill = names !== '' && names === before
        before = names
        return isStill
      },
      { timeout: 60_000, interval: 3000 },
    )
    .toBe(true)
  return before
}

describe.skipIf(!files)('tools found in the app, with MiniLM', () => {
  it('are found by words first, then by meaning, and after a reload without embedding any again', async () => {
    const first = await withModel()
    expect([...(await ask(first, QUESTION))]).toEqual(['words'])
    const stored = await allStored()
    expect(embedded).toHaveLength(toolTexts.size)
    expect(stored).toMatch(/^tools-\d+\.index$/)
    expect(isByMeaning(await ask(first, OTHER))).toBe(true)
    first.close()

    const second = open()
    expect(isByMeaning(await ask(second, QUESTION))).toBe(true)
    expect(isByMeaning(await ask(second, OTHER))).toBe(true)
    expect(embedded).toHaveLength(toolTexts.size)
    expect(await opfsNames('tool-index')).toEqual([stored])
  }, 600_000)

  it('lose no more than what was under way where the tab ends while they are embedded', async () => {
    const first = await withModel()
    await ask(first, QUESTION)
    await expect.poll(() => embedded.length, PATIENT).toBeGreaterThanOrEqual(80)
    first.kill('agent')
    first.close()
    const [handed, kept] = [embedded.length, await opfsNames('tool-index')]
    expect(kept.some((name) => /^tools-\d+\.index$/.test(name))).toBe(true)

    const second = open()
    await ask(second, OTHER)
    await allStored()
    expect(handed).toBeLessThan(toolTexts.size)
    // One batch was handed over when the tab ended, the one before it may not have been stored.
    expect(embedded.length).toBeLessThanOrEqual(toolTexts.size + 32)
    expect(isByMeaning(await ask(second, QUESTION))).toBe(true)
  }, 600_000)
})
