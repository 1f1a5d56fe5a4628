import type { Port } from '../../trace/port.ts'
import type { RecipeStep } from '../../trace/recipe.ts'
import { words } from '../words/words.svelte.ts'
import { plainWords } from './format.ts'

/** 'scene with nir, swir2', 'list of layers, each: index layer', 'table'. */
export function portWords(port: Port): string {
  const said = words.parts.recipe
  if (port.kind === 'rasters') return said.list(portWords(port.of))
  if (port.kind !== 'raster') return port.kind
  if (port.bands)
    return port.bands.length > 0 ? said.sceneWith(port.bands.map(plainWords).join(', ')) : said.scene
  const kind = [port.quantity].flat().map(plainWords).join(said.or)
  return port.meaning === undefined ? said.layer(kind) : said.layerOf(kind, plainWords(port.meaning))
}

/** Settings of a step as 'rule value, side above'; layers and tables of values are left out. */
export function settingWords({ args }: Pick<RecipeStep, 'args'>): string {
  return Object.entries(args)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${plainWords(name)} ${String(value)}`)
    .join(', ')
}
