import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { BAND_NAMES, RASTER_QUANTITIES } from '../../trace/port.ts'
import type { BandName, Port } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { slot } from '../tool.ts'
import type { ToolContext } from '../tool.ts'
import { bandUnit } from '../workspace/scene-layer.ts'

/** A raster of any meaning, or a scene of which one band is named. */
export const ANY_RASTER = {
  kind: 'raster',
  quantity: RASTER_QUANTITIES,
  bands: [],
} as const satisfies Port

export const bandArgument = z
  .enum(BAND_NAMES)
  .optional()
  .describe('Band to take, for scenes of several bands.')

export const testArgument = (fallback: 'above' | 'at_or_above') =>
  slot(
    z
      .enum(['above', 'at_or_above', 'below', 'at_or_below', 'equal'])
      .default(fallback)
      .describe(
        'Which values count: those above, at or above, below, at or below, or equal to the threshold.',
      ),
    'side',
  )

export const TEST_WORDS = {
  above: 'above',
  at_or_above: 'at or above',
  below: 'below',
  at_or_below: 'at or below',
  equal: 'equal to',
} as const

export interface ReadLayer {
  readonly layer: Layer
  readonly source: RasterSource
  readonly unit: Unit
  /** Band or meaning. */
  readonly what: string
}

/** One raster with the unit of its pixels. */
export async function readLayer(context: ToolContext, id: LayerId, band?: BandName): Promise<ReadLayer> {
  const found = await singleRaster(context, id, band)
  const { layer, source } = found
  return { layer, source, unit: unitOf(layer, found.band), what: found.band ?? meaningOf(layer) }
}

/** Several rasters in order of date, as given where one has none. Throws invalid_input where their units differ. */
export async function readLayers(
  context: ToolContext,
  ids: readonly LayerId[],
  band?: BandName,
): Promise<readonly ReadLayer[]> {
  const read: ReadLayer[] = []
  // A band is named for scenes; a result beside them has none.
  for (const id of ids) read.push(await readLayer(context, id, context.layer(id).scene ? band : undefined))
  const first = read[0]!
  const other = read.find(({ unit }) => unit !== first.unit)
  if (other) {
    throw new AppError(
      'invalid_input',
      `${first.layer.id} is in ${first.unit} and ${other.layer.id} in ${other.unit}; give layers of one unit`,
    )
  }
  return read.every(({ layer }) => layer.date !== null)
    ? read.sort((a, b) => (a.layer.date! < b.layer.date! ? -1 : a.layer.date! > b.layer.date! ? 1 : 0))
    : read
}

/** The unit of a band's pixels, or that of a result. */
export function unitOf({ scene, unit }: Layer, band: BandName | null): Unit {
  const facts = scene?.bands.find(({ name }) => name === band)
  return scene && facts ? bandUnit(facts.name, scene, Number.isFinite(facts.scale)) : unit
}

/** A warning where figures are in numbers that are not known to be physical. */
export function rawWarnings({ layer, unit }: Pick<ReadLayer, 'layer' | 'unit'>): readonly string[] {
  if (layer.scene?.quantity !== 'raw') return []
  return [
    unit === 'DN'
      ? `${layer.id} holds raw numbers whose scaling is unknown; the figures are in those numbers.`
      : `${layer.id} is not scaled all the way to reflectance; its figures compare within the scene alone.`,
  ]
}

/** The warnings of `rawWarnings` for many layers: one sentence for all of them. */
export function rawWarningsOf(read: readonly ReadLayer[]): readonly string[] {
  const raw = read.filter(({ layer }) => layer.scene?.quantity === 'raw')
  return raw.length <= 1
    ? raw.flatMap(rawWarnings)
    : [
        `${raw.length} of the layers hold raw numbers that are not scaled to physical values; the figures are in those numbers.`,
      ]
}

/** ' K', or nothing for plain numbers. */
export const unitSign = (unit: Unit): string => (unit === '1' ? '' : ` ${unit}`)

/** What a row of a series is called in figures: its date, or its id where it has none. */
export const groupOf = ({ layer }: ReadLayer): string => layer.date ?? layer.id
