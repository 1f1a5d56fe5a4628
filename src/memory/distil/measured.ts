import { maskMeaning } from '../../sensing/meanings.ts'
import type { FinishedStep, Skill } from '../types.ts'
import type { Trace } from './trace.ts'

/**
 * What a layer of the run means ('ndwi', 'dnbr', 'water'), from what the tools declare and the arguments they were
 * given; null where that does not tell it.
 */
export function meaningOfLayer(id: unknown, trace: Trace): string | null {
  const maker = trace.makerOf(id)
  if (!maker) {
    const port = trace.run.context.products.find((product) => product.id === id)?.port
    return port?.kind === 'raster' ? (port.meaning ?? null) : null
  }
  const gives = trace.run.specs.find(({ name }) => name === maker.call.tool)?.gives
  if (gives?.kind !== 'raster' || maker.layers[0] !== id) return null
  if (gives.meaning !== undefined) return gives.meaning
  const [source = null] = inputsOf(maker, trace).map((input) => meaningOfLayer(input, trace))
  if (gives.quantity === 'difference') return source === null ? null : `d${source}`
  if (gives.quantity !== 'mask' || source === null) return null
  const side = maker.call.args['side']
  return typeof side === 'string' ? maskMeaning(source, side) : source
}

/** Which change the answer's first figure measures, as far as tools and dates tell it. */
export function changeOf(main: FinishedStep | undefined, trace: Trace): Skill['change'] {
  if (!main) return trace.run.change ?? undefined
  if (main.call.tool === 'spread_between') return 'gain'
  for (const step of trace.withSources([main]).toReversed()) {
    const change = setChange(step, trace) ?? sideChange(step, trace)
    if (change !== null) return change
  }
  return trace.run.change ?? undefined
}

/** A thing at one date and not at the other. */
function setChange(step: FinishedStep, trace: Trace): 'loss' | 'gain' | 'change' | null {
  const { operation, first, second } = step.call.args
  if (operation !== 'and_not' && operation !== 'xor') return null
  const [earlier, later] = [dateOf(first, trace), dateOf(second, trace)]
  if (earlier === null || later === null || earlier === later) return null
  const [one, other] = [meaningOfLayer(first, trace), meaningOfLayer(second, trace)]
  if (one === null || one !== other) return null
  if (operation === 'xor') return 'change'
  return earlier < later ? 'loss' : 'gain'
}

/** 'vegetation_loss': a mask that the field names after a change. */
function sideChange(step: FinishedStep, trace: Trace): 'loss' | 'gain' | null {
  const meaning = meaningOfLayer(step.layers[0], trace)
  if (meaning === null) return null
  return meaning.endsWith('_loss') ? 'loss' : meaning.endsWith('_gain') ? 'gain' : null
}

/** The latest date of the data that a layer stands on. */
function dateOf(id: unknown, trace: Trace): string | null {
  const maker = trace.makerOf(id)
  if (maker) {
    const dates = inputsOf(maker, trace).map((input) => dateOf(input, trace))
    return dates.reduce((latest, date) => ((date ?? '') > (latest ?? '') ? date : latest), null)
  }
  const { scenes, products } = trace.run.context
  return [...scenes, ...products].find((data) => data.id === id)?.date ?? null
}

/** Layers that a step was given, in the order of the tool's arguments. */
function inputsOf(step: FinishedStep, trace: Trace): readonly unknown[] {
  const needs = trace.run.specs.find(({ name }) => name === step.call.tool)?.needs ?? {}
  return Object.keys(needs).flatMap((name) => [step.call.args[name]].flat())
}
