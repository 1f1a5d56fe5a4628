import { findIndex } from '../../sensing/indices.ts'
import type { Layer, LayerStyle, SceneFacts } from '../../trace/layer.ts'
import type { Port } from '../../trace/port.ts'

type RasterPort = Extract<Port, { kind: 'raster' }>

/** What a layer is called in a title: its date, or its id where it has none. Never a file's own words. */
export const whenOf = (layer: Layer): string => layer.date ?? layer.id

/** What the raster means: 'nbr', 'dnbr', 'burned'; its quantity where it has no meaning of its own. */
export function meaningOf(layer: Layer): string {
  if (layer.port.kind !== 'raster') return layer.port.kind
  const { meaning, quantity } = layer.port
  return meaning ?? (typeof quantity === 'string' ? quantity : (quantity[0] ?? 'raw'))
}

/** 'nbr' → 'NBR', 'dnbr' → 'dNBR', 'dtemperature' → 'change of temperature', 'water_lost' → 'water lost'. */
export function wordsOf(meaning: string, quantity: string): string {
  const spaced = meaning.replaceAll('_', ' ')
  if (quantity === 'index') return spaced.toUpperCase()
  if (quantity !== 'difference' || !spaced.startsWith('d')) return spaced
  return findIndex(meaning.slice(1)) ? `d${spaced.slice(1).toUpperCase()}` : `change of ${spaced.slice(1)}`
}

export const maskPort = (meaning: string): RasterPort => ({ kind: 'raster', quantity: 'mask', meaning })

/** Colours told apart by colour-blind eyes (Okabe and Ito, https://jfly.uni-koeln.de/color/); first word of the meaning. */
const MASK_COLORS: Readonly<Record<string, string>> = {
  burned: '#d55e00',
  water: '#0072b2',
  snow: '#56b4e9',
  vegetation: '#009e73',
  built: '#cc79a7',
}
const OTHER_MASK = '#e69f00'

/** How a mask is drawn, with its one class for the legend. */
export function maskStyle(meaning: string): LayerStyle {
  const color = MASK_COLORS[meaning.split('_')[0] ?? ''] ?? OTHER_MASK
  return { ramp: 'mask', classes: [{ code: 1, label: wordsOf(meaning, 'mask'), color }] }
}

/** The later of two dates; null where neither is known. */
export function laterDate(first: Layer, second: Layer): string | null {
  const dates = [first.date, second.date].filter((date) => date !== null).sort()
  return dates.at(-1) ?? null
}

/** A sentence where the layer given as earlier is dated after the other one, else null. */
export function orderWarning(earlier: Layer, later: Layer): string | null {
  if (earlier.date === null || later.date === null || earlier.date <= later.date) return null
  return `${earlier.id}, given as the earlier one, is dated ${earlier.date}, after ${later.id} of ${later.date}.`
}

/** 'scene of sentinel-2 L2A', 'scene of an unknown sensor'. */
export function sceneWords({ sensor, level }: SceneFacts): string {
  const known = [sensor === 'unknown' ? 'an unknown sensor' : sensor, ...(level === 'unknown' ? [] : [level])]
  return `scene of ${known.join(' ')}`
}
