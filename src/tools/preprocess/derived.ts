import { AppError } from '../../lib/errors.ts'
import { tap } from '../../raster/reduce.ts'
import { toDecibel, toPower } from '../../raster/kernels/decibel.ts'
import { SummaryReducer, summarise, type Summary } from '../../raster/kernels/statistics.ts'
import type { RasterSource } from '../../raster/source.ts'
import { isThermal } from '../../sensing/sensors.ts'
import type { LayerStyle } from '../../trace/layer.ts'
import { isQualityBand, type Port, type RasterQuantity } from '../../trace/port.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import type { Layer } from '../../trace/layer.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import type { SingleRaster } from '../support/single-raster.ts'
import type { ToolContext } from '../tool.ts'
import { bandUnit } from '../workspace/scene-layer.ts'
import { holdsCodes } from './arguments.ts'

/** What the pixels of one raster are, whether it is a result or a band of a scene. */
export interface Held {
  readonly quantity: RasterQuantity
  /** Null where the quantity says it all. */
  readonly meaning: string | null
  readonly unit: Unit
  readonly style: LayerStyle
  readonly date: string | null
}

export function heldBy({ layer, band }: SingleRaster): Held {
  const { port, scene, date } = layer
  if (port.kind !== 'raster')
    throw new AppError('invalid_input', `${layer.id} is a ${port.kind}; a raster is needed`)
  const style = layer.style.ramp === 'rgb' ? { ramp: 'gray' } : layer.style
  const quantity = typeof port.quantity === 'string' ? port.quantity : (port.quantity[0] ?? 'raw')
  const isProduct = scene !== null && port.bands === undefined
  if (scene === null || band === null || isProduct) {
    return { quantity, meaning: port.meaning ?? null, unit: layer.unit, style, date }
  }
  const isScaled = scene.bands.some(({ name, scale }) => name === band && Number.isFinite(scale))
  return {
    quantity: isQualityBand(band) ? 'class' : isThermal(band) && isScaled ? 'temperature' : quantity,
    meaning: band === 'band' ? null : band,
    unit: bandUnit(band, scene, isScaled),
    style: { ramp: 'gray' },
    date,
  }
}

export const meaningWords = ({ meaning, quantity }: Held): string => meaning ?? quantity

export function portOf({ quantity, meaning }: Held): Extract<Port, { kind: 'raster' }> {
  return { kind: 'raster', quantity, ...(meaning === null ? {} : { meaning }) }
}

/** Largest code that a byte holds beside the one for nodata. */
const LARGEST_CODE = 254

/** Throws invalid_input where codes of a dropped file do not fit a byte, in which results hold masks and classes. */
export async function assertCodesFit(
  context: ToolContext,
  { layer, source }: SingleRaster,
  held: Held,
): Promise<void> {
  if ((held.quantity !== 'class' && held.quantity !== 'mask') || layer.lineage !== null) return
  assertRangeFits(layer, await summarise(source, { signal: context.signal }))
}

function assertRangeFits(layer: Layer, { valid, min, max }: Summary): void {
  if (valid === 0 || (min >= 0 && max <= LARGEST_CODE)) return
  throw new AppError(
    'invalid_input',
    `the codes of ${layer.id} run from ${figure(min)} to ${figure(max)}, and results hold classes from 0 to ${LARGEST_CODE}; ` +
      'mark the classes of interest with threshold_mask first',
    { layer: layer.id },
  )
}

/** Throws invalid_input for codes, such as those of the quality band of a scene, which no sum or mean can be made of. */
export function assertValues({ layer }: Pick<SingleRaster, 'layer'>, held: Held): void {
  if (!holdsCodes(held.quantity)) return
  throw new AppError(
    'invalid_input',
    `${meaningWords(held)} of ${layer.id} holds codes, which cannot be reckoned with; name a measured band`,
    { layer: layer.id },
  )
}

export const holdsDecibel = ({ quantity, unit }: Held): boolean => quantity === 'backscatter' && unit === 'dB'

/**
 * What averages backscatter averages the power that decibels stand for, as their own mean reads too low: that of −10 and
 * −20 dB is −12.6 dB. Other values are averaged as they are.
 */
export function inPower(
  held: Held,
  sources: readonly RasterSource[],
  average: (sources: readonly RasterSource[]) => RasterSource,
): RasterSource {
  return holdsDecibel(held) ? toDecibel(average(sources.map(toPower))) : average(sources)
}

/** For texts of what `inPower` made. */
export const powerWords = (held: Held): string => (holdsDecibel(held) ? ' in linear power' : '')

export interface Derived {
  readonly layer: Layer
  readonly summary: Summary
  /** 'mean 0.4, from 0.1 to 0.7 over 12 pixels'; codes have no mean. */
  readonly words: string
  /** `valid`, and for values `mean`, `min`, `max`. */
  readonly numbers: readonly Quantity[]
}

/**
 * Saves a raster made of another and tells its figures. Throws nothing_valid, saving nothing, where no pixel of it is
 * valid; `empty` says what to do then. Throws invalid_input for codes that do not fit a byte and for
 * infinite values.
 */
export async function saveDerived(
  context: ToolContext,
  made: {
    readonly source: RasterSource
    readonly held: Held
    /** Our own words, before the date: 'NDVI, smoothed'. */
    readonly title: string
    /** The layer that it comes of. */
    readonly of: Layer
    readonly empty: string
  },
): Promise<Derived> {
  const { held, of } = made
  const { signal } = context
  const tapped = tap(made.source, { summary: new SummaryReducer() })
  const isByte = held.quantity === 'mask' || held.quantity === 'class'
  const layer = await context.saveRaster(
    async () => {
      const { summary } = await tapped.finish({ signal })
      if (summary.valid === 0) throw new AppError('nothing_valid', made.empty, { layer: of.id })
      if (isByte) assertRangeFits(of, summary)
      else assertFinite(of, summary)
      return {
        title: `${made.title} ${whenOf(of)}`,
        port: portOf(held),
        unit: held.unit,
        date: held.date,
        style: held.style,
      }
    },
    tapped.source,
    isByte ? 'uint8' : 'float32',
  )
  const { summary } = await tapped.finish({ signal })
  return { layer, summary, ...figuresOf(summary, held, layer.id) }
}

/** Decibels taken for power and the like run beyond what a pixel can hold. */
function assertFinite(of: Layer, { min, max }: Summary): void {
  if (Number.isFinite(min) && Number.isFinite(max)) return
  throw new AppError(
    'invalid_input',
    `the numbers of ${of.id} make values too large to be held; check what they are: their unit, scale and nodata`,
    { layer: of.id },
  )
}

function figuresOf(summary: Summary, held: Held, layer: string): Pick<Derived, 'words' | 'numbers'> {
  const valid = count('valid', summary.valid, { layer })
  const pixels = counted(summary.valid, 'valid pixel')
  if (holdsCodes(held.quantity)) return { words: pixels, numbers: [valid] }
  const { mean, min, max } = summary
  const unit = held.unit === '1' ? '' : ` ${held.unit}`
  const value = (name: string, of: number) => measured(name, of, held.unit, { layer })
  return {
    words: `mean ${figure(mean)}${unit}, from ${figure(min)} to ${figure(max)}${unit} over ${pixels}`,
    numbers: [valid, value('mean', mean), value('min', min), value('max', max)],
  }
}
