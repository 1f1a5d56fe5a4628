import type { CatalogueEntry } from './catalogue.ts'
import type { GpuFacts } from './webllm/gpu-facts.ts'
import { obstacles } from './webllm/pre-flight.ts'

/** A WebGPU adapter as far as models ask. */
export interface AdapterFacts {
  /** 'apple m-series', 'intel gen-12lp'; as much as the browser tells. */
  readonly name: string
  /** Computes on the processor. */
  readonly software: boolean
  readonly f16: boolean
  readonly workgroupStorageBytes: number
  readonly storageBuffers: number
}

/** What this browser on this machine has. */
export interface MachineFacts {
  readonly adapter: GpuFacts | null
  /** As the browser rounds it, and never more than it admits to; null where it does not tell. */
  readonly memoryGigabytes: number | null
  readonly cores: number
  /** Threads that share memory. */
  readonly isolated: boolean
  readonly usageBytes: number
  readonly quotaBytes: number
  /** State of the browser's own language model. */
  readonly browserModel: 'ready' | 'to-fetch' | 'none'
}

export interface Verdict {
  readonly level: 'runs' | 'slow' | 'cannot'
  /** Whole sentences, the weightiest first. */
  readonly reasons: readonly string[]
}

/** llama.cpp compiled to 32-bit WebAssembly takes files up to this size. */
const LARGEST_GGUF = 2 ** 31

/** Left free for layers and results. */
const RESERVE_BYTES = 64 << 20

/** One thread reads and writes about so many million parameters times tokens a second (SmolLM2 135M, one busy core). */
const PARAMETERS_M_TOKENS_PER_SECOND = 1300

/** From here on a model keeps up with somebody who reads along. */
const FLUENT_TOKENS_PER_SECOND = 10

type Asked = Pick<CatalogueEntry, 'kind' | 'engine' | 'parametersM' | 'aboutBytes' | 'memoryBytes' | 'needs'>

/** Whether a model will run here, and why not or not well. `stored`: its files are here already. */
export function verdict(entry: Asked, facts: MachineFacts, { stored = false } = {}): Verdict {
  const cannot = [...missingFeatures(entry, facts), ...tooLarge(entry, facts, stored)]
  if (cannot.length > 0) return { level: 'cannot', reasons: cannot }
  const slow = entry.kind === 'embedder' ? [] : [...slowness(entry, facts), ...tightMemory(entry, facts)]
  return { level: slow.length > 0 ? 'slow' : 'runs', reasons: slow }
}

/**
 * The best model that runs well and leaves two thirds of the memory to the rest, the largest of those; null where the
 * planner alone is the better choice.
 */
export function defaultChoice(
  entries: readonly CatalogueEntry[],
  facts: MachineFacts,
): CatalogueEntry | null {
  const memory = (facts.memoryGigabytes ?? 4) * 1e9
  const candidates = entries
    .filter((entry) => entry.kind === 'chat' && entry.memoryBytes * 3 <= memory)
    .filter((entry) => verdict(entry, facts).level === 'runs')
  // Of two forms of one model the one that takes less memory.
  return candidates.sort((a, b) => b.parametersM - a.parametersM || a.memoryBytes - b.memoryBytes)[0] ?? null
}

function missingFeatures({ needs }: Asked, { adapter }: MachineFacts): string[] {
  if (!needs.includes('webgpu')) return []
  // Sizes are judged below: before a model is here nobody knows that of its largest part.
  const sizes = { largestTensorBytes: 0, weightBytes: 0 }
  return obstacles({ ...sizes, f16: needs.includes('shader-f16') }, adapter, { gigabytes: null })
}

function tooLarge(
  { engine, aboutBytes, memoryBytes }: Asked,
  facts: MachineFacts,
  stored: boolean,
): string[] {
  const reasons: string[] = []
  if (engine === 'wllama' && aboutBytes > LARGEST_GGUF) {
    reasons.push('Its file is larger than the 2 GiB that WebAssembly can load.')
  }
  if (facts.memoryGigabytes !== null && memoryBytes > facts.memoryGigabytes * 1e9) {
    reasons.push(
      `It takes ${gigabytes(memoryBytes)} of memory; this machine has ${facts.memoryGigabytes} GB as far as the browser tells.`,
    )
  }
  const free = facts.quotaBytes - facts.usageBytes - RESERVE_BYTES
  if (!stored && aboutBytes > free) {
    reasons.push(
      `Its files take ${gigabytes(aboutBytes)}; the browser leaves ${gigabytes(Math.max(0, free))} to this page.`,
    )
  }
  return reasons
}

function slowness({ engine, parametersM, needs }: Asked, facts: MachineFacts): string[] {
  const { adapter } = facts
  const onGraphics = needs.includes('webgpu') || (engine === 'transformers' && adapter !== null)
  if (onGraphics) {
    return adapter!.software
      ? ['The graphics processor is imitated by software here: an answer takes minutes.']
      : []
  }
  if (engine === 'transformers')
    return ['Without a graphics processor it writes a few words a second at most.']
  const threads = facts.isolated ? Math.max(1, Math.min(8, facts.cores - 1)) : 1
  // Threads share the way to the memory, so twice as many are not twice as fast.
  const rate = (PARAMETERS_M_TOKENS_PER_SECOND / parametersM) * threads ** 0.8
  if (rate >= FLUENT_TOKENS_PER_SECOND) return []
  const speed = rate < 1 ? `one token in ${Math.round(1 / rate)} s` : `${Math.round(rate)} tokens a second`
  const on = threads === 1 ? 'one thread' : `${threads} threads`
  return [`It runs on the processor: about ${speed} with ${on}, and longer before the first word.`]
}

function tightMemory({ memoryBytes }: Asked, { memoryGigabytes }: MachineFacts): string[] {
  if (memoryGigabytes === null || memoryBytes <= memoryGigabytes * 1e9 * 0.6) return []
  return [`It takes ${gigabytes(memoryBytes)} of memory and may run out of it with other programs open.`]
}

const gigabytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
