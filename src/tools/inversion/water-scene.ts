import { AppError } from '../../lib/errors.ts'
import type { PixelFormula } from '../../raster/kernels/pixel-formula.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import { alignOnto } from '../support/align.ts'
import { saveFormula } from '../support/formula-layer.ts'
import type { FormulaLayer } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { hiddenGround, sceneBands } from '../support/scene-bands.ts'
import { datesNotes } from '../support/physical-inputs.ts'
import { maskRaster } from '../support/single-raster.ts'
import { layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

export const waterArgument = layerRef(
  'Id of a mask of water; without it land is computed too, where the figures mean nothing.',
).optional()

export interface WaterRequest {
  readonly scene: LayerId
  readonly bands: readonly BandName[]
  readonly water: LayerId | undefined
  readonly clouds: 'mask' | 'keep'
  /** Of the reflectances, in the order of `bands`. */
  readonly formula: PixelFormula
  readonly meaning: string
  readonly unit: Unit
}

export interface WaterLayer extends FormulaLayer {
  readonly notes: readonly string[]
}

/**
 * A property of water out of the reflectance of a scene, inside a water mask and outside cloud. Throws scaling_unknown
 * where the scene holds no reflectance.
 */
export async function saveWater(context: ToolContext, request: WaterRequest): Promise<WaterLayer> {
  const layer = context.layer(request.scene)
  if (layer.scene && layer.scene.quantity !== 'reflectance') {
    throw new AppError(
      'scaling_unknown',
      `${layer.id} holds ${layer.scene.quantity} numbers, and water reflectance from 0 to 1 is needed; give the scene its scale and offset`,
      { layer: layer.id },
    )
  }
  const { sources, grid, notes } = await sceneBands(context, layer, request.bands)
  const hidden = request.clouds === 'mask' ? await hiddenGround(context, layer, { grid }) : null
  const water = request.water === undefined ? null : await maskRaster(context, request.water)
  const aligned =
    water && alignOnto({ grid, id: layer.id }, { source: water.source, id: water.layer.id, holds: 'classes' })
  const days = water ? datesNotes([layer, water.layer]) : []
  const masks = [...(hidden ? [hidden] : []), ...(aligned ? [aligned.source] : [])]
  const { formula, bands } = request
  const made = await saveFormula(context, {
    inputs: [...sources, ...masks],
    formula: (values) => {
      if (hidden && values[bands.length] !== 0) return NaN
      if (aligned && values[values.length - 1] !== 1) return NaN
      return formula(values)
    },
    layer: {
      title: `${request.meaning.replaceAll('_', ' ')} ${whenOf(layer)}`,
      port: { kind: 'raster', quantity: 'retrieval', meaning: request.meaning },
      unit: request.unit,
      date: layer.date,
    },
    ramp: 'viridis',
  })
  return {
    ...made,
    notes: [
      ...notes,
      ...(aligned?.note ? [aligned.note] : []),
      ...days,
      ...(hidden ? ['Pixels under cloud and shadow are left out.'] : []),
    ],
    warnings: [
      ...(water ? [] : ['No water mask was given, so land is computed too, where the figures mean nothing.']),
      ...days,
      'The formula takes reflectance of the water itself, corrected for air and glint.',
      ...made.warnings,
    ],
  }
}
