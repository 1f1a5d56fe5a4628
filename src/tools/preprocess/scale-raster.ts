import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { linear, OutsideReducer } from '../../raster/kernels/linear.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterQuantity } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import { count, counted, figure } from '../support/figures.ts'
import { singleRaster, type SingleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument } from './arguments.ts'
import { assertValues, heldBy, saveDerived, type Held } from './derived.ts'

const QUANTITIES = [
  'reflectance', 'temperature', 'index', 'difference', 'elevation', 'backscatter', 'radiance', 'emissivity', 'fraction',
  'retrieval',
] as const satisfies readonly RasterQuantity[] // prettier-ignore
const SCALED_UNITS = [
  '1', '%', 'K', 'degC', 'm', 'cm', 'mm', 'dB', 'NTU', 'm3/m3', 'kg/m2',
] as const satisfies readonly Unit[] // prettier-ignore

/** Units that a quantity can have, the usual one first; others take any. */
const UNITS_OF: Readonly<Partial<Record<(typeof QUANTITIES)[number], readonly Unit[]>>> = {
  reflectance: ['1', '%'],
  temperature: ['K', 'degC'],
  index: ['1'],
  elevation: ['m', 'cm', 'mm'],
  backscatter: ['1', 'dB'],
  emissivity: ['1'],
  fraction: ['1', '%'],
}

const RAMPS: Readonly<Partial<Record<(typeof QUANTITIES)[number], string>>> = {
  temperature: 'magma',
  elevation: 'terrain',
  difference: 'diverging',
}

export const scaleRasterTool = defineTool({
  name: 'scale_raster',
  family: 'preprocess',
  title: 'Scale stored numbers to physical values',
  summary:
    'Turns raw digital numbers (DN) of one raster or band into reflectance, kelvin or another quantity by a scale factor and an offset: ' +
    'Landsat Collection 2 surface reflectance 0.0000275 and -0.2, surface temperature 0.00341802 and 149, MODIS reflectance 0.0001, MODIS temperature 0.02.',
  source: 'https://www.usgs.gov/faqs/how-do-i-use-a-scale-factor-landsat-level-2-science-products',
  needs: { layer: { kind: 'raster', quantity: 'raw', bands: [] } },
  gives: { kind: 'raster', quantity: [...QUANTITIES] },
  measures: [{ name: 'outside_valid_range', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene with stored numbers.'),
    band: bandArgument,
    scale: z.number().min(-1e6).max(1e6).describe('Number that each pixel is multiplied by, not 0.'),
    offset: z.number().min(-1e6).max(1e6).default(0).describe('Number added after the multiplication.'),
    quantity: z.enum(QUANTITIES).default('reflectance').describe('What the scaled values are.'),
    unit: z
      .enum(SCALED_UNITS)
      .optional()
      .describe(
        'Unit of the scaled values; by default the usual one of the quantity, such as K for temperature.',
      ),
    valid_min: z
      .number()
      .optional()
      .describe('Lowest scaled value that can be true. Lower ones are counted, not changed.'),
    valid_max: z
      .number()
      .optional()
      .describe('Highest scaled value that can be true. Higher ones are counted, not changed.'),
  }),
  examples: [
    { layer: 'scene-1', band: 'nir', scale: 0.0000275, offset: -0.2, quantity: 'reflectance' },
    {
      layer: 'layer-1',
      scale: 0.00341802,
      offset: 149,
      quantity: 'temperature',
      valid_min: 150,
      valid_max: 373,
    },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const { scale, offset, quantity } = input
    if (scale === 0) {
      throw new AppError(
        'invalid_input',
        'a scale of 0 makes every pixel the same; give the factor of the product',
      )
    }
    const before = heldBy(raster)
    assertValues(raster, before)
    assertUnscaled(raster, before)
    const unit = unitFor(quantity, input.unit)
    const isIndex = quantity === 'index' || quantity === 'difference'
    const [low, high] = [input.valid_min ?? -Infinity, input.valid_max ?? Infinity]
    if (!(low <= high)) {
      throw new AppError(
        'invalid_input',
        `the valid range runs from ${figure(low)} to ${figure(high)}; swap its ends`,
      )
    }
    const scaled = tap(linear(raster.source, scale, offset), { outside: new OutsideReducer(low, high) })
    const made = await saveDerived(context, {
      source: scaled.source,
      held: {
        ...before,
        quantity,
        unit,
        meaning: isIndex || raster.band !== null ? before.meaning : null,
        style: { ramp: RAMPS[quantity] ?? (isIndex ? before.style.ramp : 'gray') },
      },
      title: `${raster.band ?? quantity}, scaled,`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} holds a value; give another layer or band`,
    })
    const { outside } = await scaled.finish({ signal: context.signal })
    const beyond = outside.below + outside.above
    const range = Number.isFinite(low) || Number.isFinite(high)
    return {
      text:
        `${made.layer.id} is ${quantity}${unit === '1' ? '' : ` in ${unit}`}: ${raster.layer.id}${raster.band ? ` ${raster.band}` : ''} × ${figure(scale)} ${offset < 0 ? '−' : '+'} ${figure(Math.abs(offset))}; ${made.words}.` +
        (range ? ` ${counted(beyond, 'pixel')} outside the valid range, kept as they are.` : ''),
      numbers: [...made.numbers, count('outside_valid_range', beyond, { layer: made.layer.id })],
      layers: [made.layer],
      warnings: [
        ...(beyond > 0
          ? [
              `${outside.below} pixels lie below and ${outside.above} above the valid range; they were kept, as nothing is clamped.`,
            ]
          : []),
        ...(quantity === 'reflectance' && unit === '1' && made.summary.max > 2
          ? [`Reflectance reaches ${figure(made.summary.max)}, far above 1: check scale and offset.`]
          : []),
      ],
    }
  },
})

function unitFor(quantity: (typeof QUANTITIES)[number], given: Unit | undefined): Unit {
  const possible = UNITS_OF[quantity]
  const unit = given ?? possible?.[0] ?? '1'
  if (possible && !possible.includes(unit)) {
    throw new AppError(
      'invalid_input',
      `${quantity} is not measured in ${unit}; give ${possible.join(' or ')}`,
    )
  }
  return unit
}

/** Numbers that are scaled already would be scaled twice: bands with a scaling of their own, and results of ours. */
function assertUnscaled({ layer, band }: SingleRaster, { quantity }: Held): void {
  const sceneBand = layer.scene?.bands.find(({ name }) => name === band)
  const isScaled =
    sceneBand !== undefined &&
    Number.isFinite(sceneBand.scale) &&
    (sceneBand.scale !== 1 || sceneBand.offset !== 0)
  if (!isScaled && (layer.lineage === null || quantity === 'raw')) return
  throw new AppError(
    'invalid_input',
    `${layer.id}${band === null ? '' : ` ${band}`} is in physical units already: ` +
      (isScaled
        ? 'its own scale and offset are applied when it is read; use it as it is, or correct the scaling in the details of the scene'
        : `it is a result that holds ${quantity}; use it as it is`),
    { layer: layer.id },
  )
}
