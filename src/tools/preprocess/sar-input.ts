import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { squared, toPower } from '../../raster/kernels/decibel.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import { singleRaster, type SingleRaster } from '../support/single-raster.ts'
import type { ToolContext } from '../tool.ts'
import { heldBy, type Held } from './derived.ts'

export type SarScale = 'power' | 'amplitude' | 'decibel'

export const sarScaleArgument = z
  .enum(['auto', 'power', 'amplitude', 'decibel'])
  .default('auto')
  .describe(
    'What the numbers of the layer are: linear power (sigma nought, intensity), amplitude, or decibel. Auto takes it from the unit of the layer.',
  )

export interface SarInput extends SingleRaster {
  readonly held: Held
  readonly scale: SarScale
  readonly warnings: readonly string[]
}

const WORDS: Readonly<Record<SarScale, string>> = {
  power: 'linear power',
  amplitude: 'amplitude',
  decibel: 'decibel',
}

/**
 * A raster of backscatter and the scale of its numbers. Throws scaling_unknown where nothing tells the scale, and
 * invalid_input where a scale is given that a result of ours does not have.
 */
export async function sarInput(
  context: ToolContext,
  id: LayerId,
  { band, given }: { readonly band?: BandName | undefined; readonly given: 'auto' | SarScale },
): Promise<SarInput> {
  const raster = await singleRaster(context, id, band)
  const held = heldBy(raster)
  const told: SarScale | null =
    held.unit === 'dB' ? 'decibel' : held.quantity === 'backscatter' && held.unit === '1' ? 'power' : null
  if (given === 'auto') {
    if (told) return { ...raster, held, scale: told, warnings: [] }
    throw new AppError(
      'scaling_unknown',
      `the numbers of ${id} are ${held.quantity} in ${held.unit}, which does not tell whether they are power, amplitude or decibel; say so by given`,
      { layer: id },
    )
  }
  if (told === null || told === given) return { ...raster, held, scale: given, warnings: [] }
  if (raster.layer.lineage !== null) {
    throw new AppError(
      'invalid_input',
      `${id} holds ${WORDS[told]} already, by its unit; use it as that, converting twice would spoil it`,
      { layer: id },
    )
  }
  return {
    ...raster,
    held,
    scale: given,
    warnings: [
      `The numbers of ${id} were taken for ${WORDS[given]}, as told, though its unit says ${WORDS[told]}.`,
    ],
  }
}

/** Linear power of the numbers, whatever their scale. */
export function powerOf({ source, scale }: Pick<SarInput, 'source' | 'scale'>): RasterSource {
  return scale === 'decibel' ? toPower(source) : scale === 'amplitude' ? squared(source) : source
}

/** How numbers came to linear power, in words; null where they are that. */
export const powerNote = ({ layer, scale }: SarInput): string | null =>
  scale === 'power' ? null : `${layer.id} was brought from ${WORDS[scale]} to linear power first.`

/** What backscatter in a unit is listed as. */
export const backscatterHeld = (held: Held, unit: 'dB' | '1'): Held => ({
  ...held,
  quantity: 'backscatter',
  unit,
  style: { ramp: 'gray' },
})
