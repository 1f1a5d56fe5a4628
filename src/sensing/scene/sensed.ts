import type { RasterHeader } from '../../io/types.ts'
import type { XmlElement } from '../../io/read/xml.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'

/** A raster file whose header has been read. */
export interface SensedFile {
  readonly id: string
  readonly header: RasterHeader
}

/** A text file dropped beside rasters, such as `_MTL.txt`. Foreign text. */
export interface SideText {
  readonly id: string
  readonly name: string
  readonly text: string
  /** The text parsed, where it is XML. */
  readonly xml?: XmlElement
}

/** One acquisition, or one file of an unknown kind, with all that is known and assumed of it. */
export interface SensedScene {
  /** Stable for the same acquisition or file. Holds foreign text: never shown. */
  readonly key: string
  /** For people: may hold a file's name. */
  readonly title: string
  readonly date: string | null
  /** The finest grid among the bands. */
  readonly grid: Grid
  readonly facts: SceneFacts
  /** Rasters in order of bands, then side files that were used. */
  readonly fileIds: readonly string[]
}

export function finestGrid(bands: readonly SceneBand[]): Grid {
  return bands
    .map((band) => band.grid)
    .reduce((best, grid) => (cellSize(grid) < cellSize(best) ? grid : best))
}

/** Size of a pixel in square units of the CRS. */
export function cellSize({ transform: [a, b, , d, e] }: Grid): number {
  return Math.abs(a * e - b * d)
}

/** Where pixels without data are told by more than a number: the file's own mask or its alpha band. */
export function maskReasons(files: readonly SensedFile[]): readonly Assumption[] {
  const reasons: Assumption[] = []
  const add = (value: string, why: string) => reasons.push({ field: 'mask', value, why, sure: true })
  if (files.some(({ header }) => header.hasInternalMask)) {
    add('of the file', 'the file carries an internal mask; pixels that it hides are no data')
  }
  if (files.some(({ header }) => header.alpha === 'straight')) {
    add('alpha band', 'pixels that are wholly transparent are no data; the alpha band itself is no data')
  }
  if (files.some(({ header }) => header.alpha === 'premultiplied')) {
    add(
      'alpha band, premultiplied',
      'pixels that are wholly transparent are no data; colours were multiplied by the alpha band, so that half-transparent pixels are too dark, and this is not undone',
    )
  }
  return reasons
}

/** Where the number for no data comes from: the files' own tag, what the product fixes, or nowhere. */
export function nodataReasons(
  bands: readonly { readonly stated: number | null; readonly used: number | null }[],
): readonly Assumption[] {
  const numbers = (wanted: (band: (typeof bands)[number]) => boolean) =>
    [...new Set(bands.filter(wanted).flatMap(({ used }) => used ?? []))].join(', ')
  const stated = numbers((band) => band.stated !== null)
  const assumed = numbers((band) => band.stated === null)
  return [
    ...(stated === ''
      ? []
      : [{ field: 'nodata' as const, value: stated, why: 'the nodata tag of the file says so', sure: true }]),
    ...(assumed === ''
      ? []
      : [
          {
            field: 'nodata' as const,
            value: assumed,
            why: `the files state none; ${assumed} is the fill value of these products`,
            sure: true,
          },
        ]),
  ]
}

/** Warns where a grid lies nowhere: without a CRS no area, length or direction can be measured. */
export function crsAssumptions(grid: Grid): readonly Assumption[] {
  if (grid.crs.kind !== 'unknown') return []
  return [
    {
      field: 'crs',
      value: 'unknown',
      why: 'the file names no coordinate system that is known here; set its EPSG code, until then areas, lengths and directions cannot be measured',
      sure: false,
    },
  ]
}
