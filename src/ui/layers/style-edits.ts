import type { RampName } from '../../raster/render/ramps.ts'
import type { Layer, LayerStyle, SceneFacts, StyleRange } from '../../trace/layer.ts'
import { isQualityBand } from '../../trace/port.ts'

/** How the values that the colours are spread over are found; 'auto' is 2 to 98 % with cloud held back in pictures. */
export const STRETCHES = ['auto', '2-98', '1-99', '5-95', '0-100', 'hand'] as const
export type StretchId = (typeof STRETCHES)[number]

const DIVERGING: ReadonlySet<string> = new Set<RampName>(['diverging', 'drywet'])
const ALL: readonly RampName[] = [
  'viridis', 'cividis', 'magma', 'gray', 'vegetation', 'water', 'burn', 'terrain', 'diverging', 'drywet',
] // prettier-ignore
/** Ramps whose colours mean what the quantity means; differences need a middle for zero. */
const FIT: Readonly<Record<string, readonly RampName[]>> = {
  difference: ['diverging', 'drywet'],
  score: ['diverging', 'drywet'],
  trend: ['diverging', 'drywet'],
  index: ['vegetation', 'water', 'burn', 'viridis', 'diverging', 'drywet'],
  temperature: ['magma', 'cividis', 'viridis'],
  elevation: ['terrain', 'gray', 'viridis'],
  terrain: ['gray', 'viridis', 'cividis'],
  power: ['magma', 'burn'],
  radiance: ['magma', 'gray'],
}

/** Ramps for a layer: those that fit its quantity, the one it was made with first, and the others. */
export function rampsFor({ port, style, madeStyle }: Layer): {
  readonly fitting: readonly RampName[]
  readonly others: readonly RampName[]
} {
  const quantity = port.kind === 'raster' && typeof port.quantity === 'string' ? port.quantity : ''
  const made = ALL.filter((ramp) => ramp === (madeStyle ?? style).ramp)
  const fitting = [...new Set([...made, ...(FIT[quantity] ?? (['viridis', 'cividis', 'gray'] as const))])]
  return { fitting, others: ALL.filter((ramp) => !fitting.includes(ramp)) }
}

/** Whether there is anything to choose: classes and masks have the colours of their meaning. */
export function canBeColoured({ kind, style, missing }: Layer): boolean {
  return kind === 'raster' && missing === undefined && !['classes', 'mask', 'none'].includes(style.ramp)
}

/** The bands that can be drawn, each by the word that a style calls it: the name where it is one of its own. */
export function drawableBands({
  bands,
}: SceneFacts): readonly { readonly key: string; readonly index: number }[] {
  return bands.flatMap(({ name, designation }, index) => {
    if (isQualityBand(name)) return []
    const isFirst = bands.findIndex((band) => band.name === name) === index
    return [{ key: name !== 'band' && isFirst ? name : designation, index }]
  })
}

export function stretchOf({ ranges, min, max, percentiles }: LayerStyle): StretchId {
  if (ranges !== undefined || (min !== undefined && max !== undefined)) return 'hand'
  if (!percentiles) return 'auto'
  return STRETCHES.find((id) => id === percentiles.join('-')) ?? 'auto'
}

/** Another stretch; by hand it begins with the ranges that are shown now. */
export function withStretch(style: LayerStyle, id: StretchId, shown: readonly StyleRange[]): LayerStyle {
  const { min: _min, max: _max, ranges: _ranges, percentiles: _percentiles, ...rest } = style
  if (id === 'auto') return rest
  if (id === 'hand') return withRanges(rest, shown)
  return { ...rest, percentiles: id.split('-').map(Number) as [number, number] }
}

/** Ranges by hand. A ramp with a middle keeps zero in it. */
export function withRanges(style: LayerStyle, ranges: readonly StyleRange[]): LayerStyle {
  const [first, second, third] = ranges
  if (!first) return style
  if (style.ramp === 'rgb' && second && third) return { ...style, ranges: [first, second, third] }
  if (!DIVERGING.has(style.ramp)) return { ...style, ...first }
  const reach = Math.max(Math.abs(first.min), Math.abs(first.max))
  return { ...style, min: -reach, max: reach }
}

/** Three bands as a picture; what was set for other bands does not hold for these. */
export function withBands(style: LayerStyle, bands: readonly [string, string, string]): LayerStyle {
  const { percentiles, isPerBand, gamma } = style
  return {
    ramp: 'rgb',
    bands,
    ...(percentiles && { percentiles }),
    ...(isPerBand && { isPerBand }),
    ...(gamma !== undefined && { gamma }),
  }
}

/** One band by a ramp. */
export function withBand({ percentiles }: LayerStyle, band: string, ramp: string): LayerStyle {
  return { ramp, bands: [band], ...(percentiles && { percentiles }) }
}

export function withRamp(style: LayerStyle, ramp: string): LayerStyle {
  const { min, max } = style
  const next = { ...style, ramp }
  return min === undefined || max === undefined ? next : withRanges(next, [{ min, max }])
}
