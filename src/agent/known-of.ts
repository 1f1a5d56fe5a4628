import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Known } from './types.ts'

/** What the reading of a question takes from the library and the data. */
export const knownOf = (specs: readonly ToolSpec[], all: SensingContext): Known => ({
  indexNames: new Set(specs.filter(({ family }) => family === 'indices').map(({ name }) => name)),
  specs,
  products: all.products,
  hasScenes: all.scenes.length > 0,
  sensors: all.sensors,
  shown: [...new Set(all.scenes.flatMap(({ meaning }) => meaning ?? []))],
})
