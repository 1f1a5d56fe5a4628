import { AppError } from '../../lib/errors.ts'
import type { RasterSource } from '../source.ts'
import { paintClasses, paintMask, paintRamp, paintRgb } from './paint.ts'
import type { ClassColor, Rgba } from './paint.ts'
import type { PreviewCache } from './preview.ts'
import { isDiverging } from './ramps.ts'
import { sampleExtent } from './sample-extent.ts'
import type { Extent } from './sample-extent.ts'
import { percentileStretch } from './stretch.ts'
import type { Stretch } from './stretch.ts'

/** How a source is drawn; the fields of a layer's style that pixels need. */
export interface TileStyle {
  /** A ramp of ramps.ts, or 'classes', 'mask', 'rgb', 'none'. */
  readonly ramp: string
  readonly min?: number
  readonly max?: number
  readonly classes?: readonly ClassColor[]
}

/** A band and the key that its preview is kept under. */
export interface TileSource {
  readonly source: RasterSource
  readonly key: string
}

export interface TileOptions {
  /** One, or three for 'rgb'; their grids may differ but share a CRS. */
  readonly sources: readonly TileSource[]
  readonly style: TileStyle
  /** In the CRS of the sources; row 0 of the tile is its top. */
  readonly extent: Extent
  readonly width: number
  readonly height: number
  readonly previews: PreviewCache
  readonly signal?: AbortSignal | undefined
}

/** RGBA of a north-up tile; transparent where there is no data. Throws invalid_input where 'rgb' has not three bands. */
export async function renderTile(options: TileOptions): Promise<Rgba> {
  const { sources, style, extent, width, height, previews, signal } = options
  if (style.ramp === 'none') return new Uint8ClampedArray(4 * width * height)
  assertBands(sources, style)
  const bands = await Promise.all(
    sources.map(({ source, key }) =>
      sampleExtent(source, {
        extent,
        size: { width, height },
        signal,
        preview: () => previews.get(key, source),
      }),
    ),
  )
  const [first, second, third] = bands
  switch (style.ramp) {
    case 'classes':
      return paintClasses(first!, style.classes ?? [])
    case 'mask':
      return paintMask(first!, style.classes?.find(({ code }) => code === 1)?.color)
    case 'rgb': {
      const stretches = await Promise.all(sources.map((source) => stretchOf(source, style, previews)))
      return paintRgb([first!, second!, third!], oneSpan(stretches[0]!, stretches[1]!, stretches[2]!))
    }
    default:
      return paintRamp(first!, style.ramp, await stretchOf(sources[0]!, style, previews))
  }
}

/** Each band from its own dark end over the widest span of the three: colours keep their balance, haze is taken off. */
export function oneSpan(...stretches: [Stretch, Stretch, Stretch]): [Stretch, Stretch, Stretch] {
  const span = Math.max(...stretches.map(({ min, max }) => max - min))
  const widened = ({ min }: Stretch): Stretch => ({ min, max: min + span })
  return [widened(stretches[0]), widened(stretches[1]), widened(stretches[2])]
}

/** The range that a band is drawn with: what the style says, else percentiles of the whole band. */
export async function stretchOf(
  { source, key }: TileSource,
  style: TileStyle,
  previews: PreviewCache,
): Promise<Stretch> {
  const { min, max } = style
  if (min !== undefined && max !== undefined && min < max) return { min, max }
  return percentileStretch((await previews.get(key, source)).data, {
    symmetric: isDiverging(style.ramp),
    picture: style.ramp === 'rgb',
  })
}

function assertBands(sources: readonly TileSource[], { ramp }: TileStyle): void {
  const needed = ramp === 'rgb' ? 3 : 1
  if (sources.length !== needed) {
    throw new AppError(
      'invalid_input',
      `drawing as '${ramp}' needs ${needed} bands, ${sources.length} were given`,
    )
  }
}
