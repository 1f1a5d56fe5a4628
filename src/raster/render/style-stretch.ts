import type { PreviewCache } from './preview.ts'
import { isDiverging } from './ramps.ts'
import { percentileStretch } from './stretch.ts'
import type { Stretch } from './stretch.ts'
import type { RasterSource } from '../source.ts'

/** What of a layer's style says which values are spread over the colours. */
export interface StretchStyle {
  readonly ramp: string
  readonly min?: number
  readonly max?: number
  readonly percentiles?: readonly [low: number, high: number]
  readonly isPerBand?: true
  readonly ranges?: readonly [Stretch, Stretch, Stretch]
}

/** A band and the key that its preview is kept under. */
export interface TileSource {
  readonly source: RasterSource
  readonly key: string
}

/** The range that a band is drawn with: what the style says, else percentiles of the whole band. */
export async function stretchOf(
  { source, key }: TileSource,
  style: StretchStyle,
  previews: PreviewCache,
): Promise<Stretch> {
  const { min, max, percentiles } = style
  if (min !== undefined && max !== undefined && min < max) return { min, max }
  return percentileStretch((await previews.get(key, source)).data, {
    symmetric: isDiverging(style.ramp),
    picture: style.ramp === 'rgb',
    percentiles,
  })
}

/** The ranges of the three bands of a picture. */
export async function stretchesOf(
  sources: readonly TileSource[],
  style: StretchStyle,
  previews: PreviewCache,
): Promise<readonly [Stretch, Stretch, Stretch]> {
  const { ranges, isPerBand } = style
  if (ranges?.every(({ min, max }) => min < max)) return ranges
  const [red, green, blue] = await Promise.all(sources.map((source) => stretchOf(source, style, previews)))
  return isPerBand ? [red!, green!, blue!] : oneSpan(red!, green!, blue!)
}

/** Each band from its own dark end over the widest span of the three: colours keep their balance, haze is taken off. */
function oneSpan(...stretches: [Stretch, Stretch, Stretch]): [Stretch, Stretch, Stretch] {
  const span = Math.max(...stretches.map(({ min, max }) => max - min))
  const widened = ({ min }: Stretch): Stretch => ({ min, max: min + span })
  return [widened(stretches[0]), widened(stretches[1]), widened(stretches[2])]
}
