import { AppError } from '../../lib/errors.ts'
import { paintClasses, paintMask, paintRamp, paintRgb } from './paint.ts'
import type { ClassColor, Rgba } from './paint.ts'
import type { PreviewCache } from './preview.ts'
import { sampleExtent } from './sample-extent.ts'
import type { Extent } from './sample-extent.ts'
import { stretchesOf, stretchOf } from './style-stretch.ts'
import type { StretchStyle, TileSource } from './style-stretch.ts'

/** How a source is drawn; the fields of a layer's style that pixels need. `ramp` is one of ramps.ts, or 'classes', 'mask', 'rgb', 'none'. */
export interface TileStyle extends StretchStyle {
  readonly classes?: readonly ClassColor[]
  readonly gamma?: number
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
      const stretches = await stretchesOf(sources, style, previews)
      return paintRgb([first!, second!, third!], stretches, style.gamma)
    }
    default:
      return paintRamp(first!, style.ramp, await stretchOf(sources[0]!, style, previews))
  }
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
