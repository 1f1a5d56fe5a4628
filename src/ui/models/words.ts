import type { ListedModel, ModelsOverview, ModelState } from '../../bridge/index.ts'
import { counted, formatBytes, formatNumber } from '../parts/format.ts'

type Machine = ModelsOverview['machine']
type LoadedModel = Extract<ModelState, { state: 'ready' }>['loaded']

/** This machine as the models see it: a term and what is to be said of it. */
export function machineWords(machine: Machine): readonly { term: string; text: string }[] {
  const { adapter, memoryGigabytes, cores, isolated, usageBytes, quotaBytes, browserModel } = machine
  return [
    { term: 'Graphics processor', text: adapterWords(adapter) },
    {
      term: 'Memory',
      text:
        memoryGigabytes === null
          ? 'the browser does not tell'
          : `${formatNumber(memoryGigabytes)} GB or more, as far as the browser tells`,
    },
    {
      term: 'Processor',
      text: `${counted(cores, 'core', 'cores')}, ${isolated ? 'which can work together on a model' : 'of which a model can use one: the page is not isolated'}`,
    },
    {
      term: 'Storage',
      text: `${formatBytes(usageBytes)} used of the ${formatBytes(quotaBytes)} that the browser leaves to this page`,
    },
    {
      term: 'Browser’s own model',
      text: { ready: 'ready', 'to-fetch': 'offered, and not fetched yet', none: 'none' }[browserModel],
    },
  ]
}

function adapterWords(adapter: Machine['adapter']): string {
  if (!adapter) return 'none that the browser offers (no WebGPU)'
  const f16 = adapter.f16 ? '16-bit arithmetic' : 'no 16-bit arithmetic'
  return `${adapter.name}, ${f16}${adapter.software ? '; imitated by software, so slow' : ''}`
}

export const LEVELS = {
  runs: { label: 'will run', tone: 'good' },
  slow: { label: 'runs slowly', tone: 'warn' },
  cannot: { label: 'cannot run', tone: 'bad' },
} as const

const ENGINES: Readonly<Record<ListedModel['engine'], string>> = {
  webllm: 'on the graphics processor, by WebLLM',
  transformers: 'by transformers.js',
  wllama: 'on the processor, by llama.cpp',
}

/** Size, memory, engine, licence and source, each a short piece of text. */
export function factsOf(model: ListedModel): readonly string[] {
  const { totalBytes, memoryBytes, engine, licence, origin, context, state } = model
  const facts = [
    totalBytes === null ? 'size unknown' : `${state === 'listed' ? 'about ' : ''}${formatBytes(totalBytes)}`,
  ]
  if (memoryBytes !== null) facts.push(`${formatBytes(memoryBytes)} of memory`)
  if (context !== null) facts.push(`${formatNumber(context)} tokens`)
  facts.push(ENGINES[engine], licence ?? 'licence unknown', `from ${origin}`)
  return facts
}

/** What a loaded model runs on, how much it reads at once, and whether its word counts. */
export function loadedWords({ runsOn, contextSize, weight }: LoadedModel): string {
  const says =
    weight === 0
      ? ' It is too small to choose better than the planner, which decides alone: a larger model has a say.'
      : ''
  return `Loaded: it runs on ${runsOn}, and reads up to ${formatNumber(contextSize)} tokens.${says}`
}

/** Measured speed, null where none was measured. */
export function speedOf({ writtenTokensPerSecond: written, promptTokensPerSecond: prompt }: ListedModel) {
  const rate = (value: number) => formatNumber(Number(value.toPrecision(2)))
  if (written === null) return null
  const reads = prompt === null ? '' : `, reads ${rate(prompt)}`
  return `writes ${rate(written)} tokens a second here${reads}`
}

/** A message as a sentence of its own: 'no adapter; choose another' → 'No adapter; choose another.' */
export function sentence(message: string): string {
  const text = message.trim()
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.')
}

/** Host of an address, '' where it is none. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return ''
  }
}
