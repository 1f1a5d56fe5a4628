import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Port } from '../trace/port.ts'
import type { Question } from './types.ts'

const isElevation = (port: Port | undefined): boolean =>
  port?.kind === 'raster' && [port.quantity].flat().includes('elevation')

/**
 * The question back where several elevation models are loaded and the words do not tell which is meant: heights of one place
 * say nothing of another. Null where one is meant, or none.
 */
export function whichElevation(
  question: Question,
  { products }: SensingContext,
  specs: readonly ToolSpec[],
): string | null {
  const models = products.filter(({ port, made }) => made !== true && isElevation(port)).map(({ id }) => id)
  if (models.length < 2 || models.some((id) => question.layers.includes(id))) return null
  if (!isOfHeights(question, specs)) return null
  return `${models.length} layers hold elevations: ${models.join(', ')}. Name the one that is meant, by what it is called or by its id (“in ${models[0]!}”).`
}

function isOfHeights({ direct, asks }: Question, specs: readonly ToolSpec[]): boolean {
  if (direct?.kind === 'relief' || direct?.kind === 'facing') return true
  if (direct && 'of' in direct) return direct.of.what === 'height' || direct.of.what === 'slope'
  const named = new Set(asks.flatMap((ask) => ask.named))
  return specs.some((spec) => named.has(spec.name) && Object.values(spec.needs).some(isElevation))
}
