import { AppError } from '../../lib/errors.ts'
import { mapSources } from '../blocks.ts'
import { gpuSession } from '../gpu/accelerate.ts'
import type { RasterSource } from '../source.ts'
import { compileExpression, requireBands } from './compile.ts'
import { bandsOf, parseExpression } from './parser.ts'

/**
 * An expression over rasters of one grid as a lazy raster: `expressionSource('(nir - red) / (nir + red)', { nir, red })`.
 * Only the rasters that the expression names are read; the GPU computes where it is measured to be faster.
 * Throws invalid_input for what cannot be read or names no band, band_missing for a name that is not given,
 * grid_mismatch.
 */
export function expressionSource(
  text: string,
  sources: Readonly<Record<string, RasterSource>>,
): RasterSource {
  const expression = parseExpression(text)
  requireBands(expression, Object.keys(sources))
  const used = bandsOf(expression)
  if (used.length === 0) {
    throw new AppError(
      'invalid_input',
      `the expression names no band; there are ${Object.keys(sources).join(', ')}`,
    )
  }
  const rules = { positiveBands: false }
  const kernel = gpuSession.accelerate(compileExpression(expression, used, rules), {
    expression,
    bands: used,
    rules,
  })
  return mapSources(
    used.map((name) => sources[name]!),
    kernel,
  )
}
