import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { hiddenByCode } from '../../raster/kernels/hide.ts'
import { CLEAR_BANDS } from '../../sensing/qa/clear-bands.ts'
import { COMMON_QUALITY, qualityNames } from '../../sensing/qa/common-names.ts'
import { maskOf } from '../../sensing/qa/decode.ts'
import type { QaKind } from '../../sensing/qa/tables.ts'
import type { Layer } from '../../trace/layer.ts'
import { QUALITY_BANDS, type QualityBand } from '../../trace/port.ts'
import { count, counted, figure, percent, shareOf } from '../support/figures.ts'
import { alignedCodes } from '../support/scene-bands.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster } from './arguments.ts'
import { heldBy, meaningWords, saveDerived } from './derived.ts'

export const maskByQualityTool = defineTool({
  name: 'mask_by_quality',
  family: 'preprocess',
  title: 'Mask by quality flags',
  summary:
    'Takes clouds, cloud shadow, cirrus, snow, water, saturated or fill pixels out of one band of a scene by its quality band (SCL, QA_PIXEL, Fmask, MODIS state), by name.',
  source: 'https://www.usgs.gov/landsat-missions/landsat-collection-2-quality-assessment-bands',
  needs: { scene: valueRaster },
  gives: valueRaster,
  measures: [
    { name: 'hidden_share', dimension: 'share' },
    { name: 'hidden', dimension: 'count' },
  ],
  input: z.object({
    scene: layerRef('Id of the scene, which must have a quality band.'),
    band: bandArgument,
    hide: z
      .array(z.enum(COMMON_QUALITY))
      .min(1)
      .max(COMMON_QUALITY.length)
      .default(['cloud', 'shadow', 'cirrus', 'dilated_cloud', 'saturated', 'fill'])
      .describe('What to take out. Names that the quality band does not tell are said and passed over.'),
    quality: z
      .enum(QUALITY_BANDS)
      .optional()
      .describe(
        'Quality band to use, where the scene has several; by default the first that tells of clouds.',
      ),
  }),
  examples: [
    { scene: 'scene-1', band: 'nir', hide: ['cloud', 'shadow'] },
    { scene: 'scene-1', band: 'red', hide: ['cloud', 'snow', 'water'] },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.scene, input.band)
    const { layer } = raster
    const { band, kind } = qualityOf(layer, input.quality)
    const names = input.hide.map((common) => ({ common, names: qualityNames(kind, common) }))
    const known = names.filter((each) => each.names.length > 0)
    const untold = names.filter((each) => each.names.length === 0).map(({ common }) => common)
    if (known.length === 0) {
      const told = COMMON_QUALITY.filter((common) => qualityNames(kind, common).length > 0)
      throw new AppError(
        'invalid_input',
        `${kind} of ${layer.id} does not tell ${untold.join(', ')}; it tells ${told.join(', ')}`,
      )
    }
    // BQA is read in the bits of QA_PIXEL.
    const tests = known.map((each) => maskOf(kind === 'bqa' ? 'qa_pixel' : kind, each.names))
    const codes = alignedCodes(await context.raster(layer.id, band), raster.source.grid)
    const masked = hiddenByCode(raster.source, codes, {
      reasonOf: (code) => tests.findIndex((isHit) => isHit(code)),
      reasons: known.length,
    })
    const held = heldBy(raster)
    const made = await saveDerived(context, {
      source: masked.source,
      held,
      title: `${meaningWords(held)}, masked,`,
      of: layer,
      empty: `every valid pixel of ${layer.id} is hidden by ${input.hide.join(', ')}; hide less or take another date`,
    })
    const { valid, hidden, unknown } = await masked.finish({ signal: context.signal })
    const total = hidden.reduce((sum, each) => sum + each, unknown)
    const share = shareOf(total, valid)
    const on = { layer: made.layer.id }
    const used = known.map(
      (each, place) => `${each.common} (${each.names.join(', ')}) ${counted(hidden[place]!, 'pixel')}`,
    )
    const passed = untold.length > 0 ? [`${kind} does not tell ${untold.join(', ')}.`] : []
    return {
      text: [
        `${made.layer.id} is ${meaningWords(held)} of ${layer.id} without what ${kind} marks, each pixel under the first name that holds: ${used.join('; ')}.`,
        `${total} of ${counted(valid, 'valid pixel')} hidden, ${figure(share * 100)} %; ${made.words}.`,
        ...passed,
      ].join(' '),
      numbers: [
        percent('hidden_share', share, on),
        count('hidden', total, on),
        ...known.map((each, place) => count('hidden', hidden[place]!, { ...on, group: each.common })),
        ...made.numbers,
      ],
      layers: [made.layer],
      warnings: [
        ...passed,
        ...(unknown > 0
          ? [`${counted(unknown, 'pixel')} hidden because the quality band has no data there.`]
          : []),
      ],
    }
  },
})

function qualityOf(
  layer: Layer,
  wanted: QualityBand | undefined,
): { readonly band: QualityBand; readonly kind: QaKind } {
  const bands = layer.scene?.bands ?? []
  const name = (wanted ? [wanted] : CLEAR_BANDS).find((each) => bands.some((band) => band.name === each))
  const found = bands.find((band) => band.name === name)
  if (name === undefined || !found) {
    throw new AppError(
      'band_missing',
      `${layer.id} has no quality band${wanted ? ` ${wanted}` : ''} (such as scl, qa_pixel or fmask); add its file to the scene`,
      { layer: layer.id },
    )
  }
  return { band: name, kind: found.designation === 'BQA' ? 'bqa' : name }
}
