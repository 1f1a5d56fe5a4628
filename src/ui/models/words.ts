import type { ListedModel, ModelState } from '../../bridge/index.ts'
import { formatBytes, formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

type LoadedModel = Extract<ModelState, { state: 'ready' }>['loaded']

/** How a verdict looks. */
export const TONES = { runs: 'good', slow: 'warn', cannot: 'bad' } as const

/** '312 MB of 970 MB', or what is done alone where nobody knows how much it will be. */
export const ofTotal = (done: string, totalBytes: number | null): string =>
  totalBytes === null ? done : words.models.card.bytes(done, formatBytes(totalBytes))

/** Size, memory, engine, licence and source, each a short piece of text. */
export function factsOf(model: ListedModel): readonly string[] {
  const { totalBytes, memoryBytes, engine, licence, origin, context, state } = model
  const said = words.models.facts
  const size = totalBytes === null ? said.sizeUnknown : formatBytes(totalBytes)
  return [
    state === 'listed' && totalBytes !== null ? said.about(size) : size,
    ...(memoryBytes === null ? [] : [said.memory(formatBytes(memoryBytes))]),
    ...(context === null ? [] : [said.tokens(formatNumber(context))]),
    said.engines[engine],
    licence ?? said.licenceUnknown,
    said.from(origin),
  ]
}

/** What a loaded model runs on, how much it reads at once, and whether its word counts. */
export function loadedWords({ runsOn, contextSize, weight }: LoadedModel): string {
  const { loaded, tooSmall } = words.models.thinking
  return loaded(runsOn, formatNumber(contextSize)) + (weight === 0 ? tooSmall : '')
}

/** Measured speed, null where none was measured. */
export function speedOf({ writtenTokensPerSecond: written, promptTokensPerSecond: prompt }: ListedModel) {
  const rate = (value: number) => formatNumber(Number(value.toPrecision(2)))
  if (written === null) return null
  const { writes, writesAndReads } = words.models.facts
  return prompt === null ? writes(rate(written)) : writesAndReads(rate(written), rate(prompt))
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
