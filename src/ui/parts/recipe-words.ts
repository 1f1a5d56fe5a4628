import type { Port } from '../../trace/port.ts'
import type { RecipeStep } from '../../trace/recipe.ts'
import { plainWords } from './format.ts'

/** 'scene with nir, swir2', 'list of layers, each: index layer', 'table'. */
export function portWords(port: Port): string {
  if (port.kind === 'rasters') return `list of layers, each: ${portWords(port.of)}`
  if (port.kind !== 'raster') return port.kind
  if (port.bands)
    return port.bands.length > 0 ? `scene with ${port.bands.map(plainWords).join(', ')}` : 'scene'
  const kind = `${[port.quantity].flat().map(plainWords).join(' or ')} layer`
  return port.meaning === undefined ? kind : `${kind} of ${plainWords(port.meaning)}`
}

/** Settings of a step as 'rule value, side above'; layers and tables of values are left out. */
export function settingWords({ args }: Pick<RecipeStep, 'args'>): string {
  return Object.entries(args)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${plainWords(name)} ${String(value)}`)
    .join(', ')
}
