import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Layer } from '../trace/layer.ts'
import type { Known } from './types.ts'

/** What the reading of a question takes from the library and the data. */
export const knownOf = (
  specs: readonly ToolSpec[],
  all: SensingContext,
  layers: readonly Layer[],
): Known => ({
  indexNames: new Set(specs.filter(({ family }) => family === 'indices').map(({ name }) => name)),
  specs,
  products: all.products,
  names: layers.filter(({ id }) =>
    all.products.some((product) => product.id === id && product.made !== true),
  ),
  hasScenes: all.scenes.length > 0,
  sensors: all.sensors,
  shown: [...new Set(all.scenes.flatMap(({ meaning }) => meaning ?? []))],
})
