import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { mapSources } from '../../raster/blocks.ts'
import { expressionSource } from '../../raster/expression/expression-source.ts'
import { bandsOf, parseExpression } from '../../raster/expression/parser.ts'
import { isScaleFree } from '../../raster/expression/scale-free.ts'
import type { Expression } from '../../raster/expression/syntax.ts'
import type { RasterSource } from '../../raster/source.ts'
import { holdsCodes } from '../../trace/export-formats.ts'
import type { Layer } from '../../trace/layer.ts'
import { BAND_NAMES, type BandName } from '../../trace/port.ts'
import { alignOnto } from '../support/align.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { maskPort, maskStyle, whenOf } from '../support/naming.ts'
import { hiddenGround, sceneBands } from '../support/scene-bands.ts'
import { singleRaster } from '../support/single-raster.ts'
import { ANY_RASTER } from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'
import { COMPOSED_MEASURES, saveComposed } from './save-composed.ts'

/** What layers are called in a formula, in their order. */
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

export const bandMathsTool = defineTool({
  name: 'band_maths',
  family: 'compose',
  title: 'Band maths',
  summary:
    'A formula of your own over the bands of a scene, such as (nir - red) / (nir + red), or over single layers named a, b, c in their order, such as (a - b) / b. A comparison such as ndvi > 0.3 gives a mask.',
  source: 'https://gdal.org/en/stable/programs/gdal_calc.html',
  needs: {
    scene: { kind: 'raster', quantity: ['reflectance', 'raw', 'temperature', 'backscatter'], bands: [] },
    layers: { kind: 'rasters', of: ANY_RASTER },
  },
  gives: { kind: 'raster', quantity: 'index', meaning: 'band_maths' },
  measures: COMPOSED_MEASURES,
  input: z.object({
    expression: z
      .string()
      .min(1)
      .max(2000)
      .describe(
        'Formula of band names (blue, green, red, nir, swir1, swir2, …) or of a, b, c, … for layers: + - * / ^, comparisons, and, or, not, where(condition, x, y), min, max, sqrt, log, exp, abs.',
      ),
    scene: layerRef('Id of the scene whose bands the formula names.').optional(),
    layers: z
      .array(layerRef('Id of a single raster.'))
      .min(1)
      .max(LETTERS.length)
      .optional()
      .describe('Ids of single rasters; the first is a in the formula, the second b, and so on.'),
    clouds: cloudsArgument,
  }),
  examples: [
    { scene: 'scene-1', expression: '1 - nir' },
    { scene: 'scene-1', expression: '(nir - red) / (nir + red)' },
    { layers: ['layer-1', 'layer-2'], expression: '(a - b) / b' },
  ],
  async run(input, context) {
    const expression = parseExpression(input.expression)
    const isMask = isTruth(expression)
    const { sources, first, notes, warnings } = await inputsOf(expression, input, context)
    const computed = expressionSource(input.expression, sources)
    const hidden =
      first.scene && input.clouds === 'mask'
        ? await hiddenGround(context, first, { grid: computed.grid })
        : null
    const result = hidden ? withoutHidden(computed, hidden) : computed
    const composed = await saveComposed(context, result, {
      title: `${isMask ? 'mask of a formula' : 'band maths'} ${whenOf(first)}`,
      port: isMask ? maskPort('band_maths') : { kind: 'raster', quantity: 'index', meaning: 'band_maths' },
      unit: '1',
      date: first.date,
      ...(isMask ? { style: maskStyle('band_maths') } : {}),
    })
    const used = bandsOf(expression).join(', ')
    return {
      text: [
        `${composed.saved.id} is the formula over ${used}${isMask ? ', a mask' : ', a plain number whose unit is not known'}: ${composed.words}.`,
        ...notes,
      ].join(' '),
      numbers: composed.numbers,
      layers: [composed.saved],
      warnings: [
        ...notes,
        ...warnings,
        ...(hidden ? ['Pixels under cloud, shadow or saturation are among those left out.'] : []),
        ...composed.warnings,
      ],
    }
  },
})

interface Inputs {
  readonly sources: Readonly<Record<string, RasterSource>>
  /** The layer that title and date come from, the scene where there is one. */
  readonly first: Layer
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** The rasters that a formula names, on one grid: bands of the scene, layers by their letters. */
async function inputsOf(
  expression: Expression,
  input: { readonly scene?: string | undefined; readonly layers?: readonly string[] | undefined },
  context: ToolContext,
): Promise<Inputs> {
  const names = bandsOf(expression)
  const ids = input.layers ?? []
  const isBand = (name: string): name is BandName => BAND_NAMES.some((each) => each === name)
  const bands = names.filter(isBand)
  const letters = names.filter((name) => !isBand(name))
  const known = LETTERS.slice(0, ids.length)
  const strange = letters.filter((name) => !known.some((letter) => letter === name))
  const scene = input.scene === undefined ? null : context.layer(input.scene)
  if (strange.length > 0 || (bands.length > 0 && !scene)) {
    throw new AppError(
      'invalid_input',
      'the formula names something that was not given; there are ' +
        ([
          ...known.map((letter, index) => `${letter} (${ids[index]!})`),
          ...(scene ? [`the bands of ${scene.id}`] : []),
        ].join(', ') || 'no layers: give a scene or layers'),
    )
  }
  if (names.length === 0) {
    throw new AppError(
      'invalid_input',
      'the formula names no band and no layer; it would be one number everywhere',
    )
  }
  const warnings = scene && bands.length > 0 ? rawWarnings(scene, expression) : []
  const found = scene && bands.length > 0 ? await sceneBands(context, scene, bands) : null
  const sources: Record<string, RasterSource> = {}
  for (const [index, band] of bands.entries()) sources[band] = found!.sources[index]!
  const notes = [...(found?.notes ?? [])]
  let target = found && scene ? { grid: found.grid, id: scene.id } : null
  let first = scene
  for (const letter of letters) {
    const { layer, source } = await singleRaster(context, ids[known.findIndex((each) => each === letter)]!)
    target ??= { grid: source.grid, id: layer.id }
    first ??= layer
    const aligned = alignOnto(target, {
      source,
      id: layer.id,
      holds: holdsCodes(layer) ? 'classes' : 'values',
    })
    sources[letter] = aligned.source
    if (aligned.note) notes.push(aligned.note)
  }
  return { sources, first: first!, notes, warnings }
}

/** Throws scaling_unknown where raw numbers would give a wrong result. */
function rawWarnings(scene: Layer, expression: Expression): readonly string[] {
  if (scene.scene?.quantity !== 'raw') return []
  if (!isScaleFree(expression)) {
    throw new AppError(
      'scaling_unknown',
      `${scene.id} holds raw numbers, and this formula gives another result for another scaling; set scale and offset of ${scene.id}, or give a formula of ratios`,
      { layer: scene.id },
    )
  }
  return [
    `${scene.id} holds raw numbers whose scaling is unknown: a factor cancels in this formula, an offset does not.`,
  ]
}

const TRUTHS = new Set(['less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'equal', 'notEqual', 'and', 'or', 'not', 'valid']) // prettier-ignore

const isTruth = (expression: Expression) => expression.kind === 'operation' && TRUTHS.has(expression.operator)

function withoutHidden(source: RasterSource, hidden: RasterSource): RasterSource {
  return mapSources([source, hidden], ([values, cover], out) => {
    for (let index = 0; index < out.length; index++) out[index] = cover![index] === 1 ? NaN : values![index]!
  })
}
