import type { Layer } from '../trace/layer.ts'
import type { Quantity } from '../trace/quantity.ts'
import type { DoneStep } from './types.ts'
import { meaningWords, spellMeaning } from './words.ts'

/** Group of a figure in words: the two zones of a mask are its inside and outside. */
export function groupText({ group = '' }: Quantity, step: DoneStep, layers: readonly Layer[]): string {
  const zones = layers.find(({ id }) => id === step.call.args['zones'])?.port
  if (zones?.kind === 'raster' && zones.quantity === 'mask') {
    const side = group === '1' ? 'inside' : 'outside'
    return `${side} the ${meaningWords(zones.meaning)}`
  }
  return group.replaceAll('_', ' ')
}

export function groupWords(step: DoneStep): string {
  if (step.call.tool === 'components' || step.call.tool === 'hotspots') return 'patch, largest first'
  if (step.call.tool === 'mask_direction' || step.call.tool === 'spread_between') return 'sector'
  if (step.call.tool === 'zonal_statistics_polygons') return 'polygon'
  if (step.call.tool === 'index_series') return 'date'
  return step.call.tool === 'zonal_statistics' ? 'zone' : 'class'
}

const FIGURE_WORDS: Readonly<Record<string, string>> = {
  largest_area: 'largest connected patch',
  components: 'connected patches',
  hotspots: 'hotspots',
  growth_area: 'area that grew',
  std: 'standard deviation',
  slope: 'trend',
  p_value: 'probability of chance (p)',
  r_squared: 'R²',
  bearing: 'bearing',
  burned_area: 'burned area',
  scene_count: 'scenes',
  layer_count: 'layers',
  date_count: 'dates',
  band_count: 'bands',
  at_date: 'value',
}

const POINTS = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
]

/** Both ends of an axis by the compass: 27.2° → 'NNE–SSW'. */
export function axisWords(bearingDegrees: number): string {
  const at = Math.round(bearingDegrees / (360 / POINTS.length)) % POINTS.length
  return `${POINTS[at]!}–${POINTS[(at + POINTS.length / 2) % POINTS.length]!}`
}

/** What a figure is, in words: 'largest connected patch', 'mean NDVI of 2019-08-09'. */
export function figureWords(quantity: Quantity, step: DoneStep, layers: readonly Layer[]): string {
  const input = layers.find((layer) => Object.values(step.call.args).includes(layer.id))
  const meaning = input?.port.kind === 'raster' ? input.port.meaning : undefined
  if (quantity.group !== undefined && (step.call.tool === 'components' || step.call.tool === 'hotspots')) {
    return `patch ${quantity.group} by size`
  }
  if (step.call.tool === 'gain_loss') return balanceWords(quantity, meaningWords(meaning))
  if (step.call.tool === 'index_series' && quantity.group !== undefined) {
    const { statistic, index } = step.call.args
    return `${statistic === 'median' ? 'median' : 'mean'} ${spellMeaning(String(index))} of ${quantity.group}`
  }
  if (quantity.name === 'area' && SEVERITY_TOOLS.has(step.call.tool) && quantity.group !== undefined)
    return `${quantity.group.replaceAll('_', ' ')}${/regrowth|unburned/.test(quantity.group) ? '' : ' severity'}, area`
  if (quantity.name === 'area') return quantity.group ? areaOf(quantity.group) : meaningWords(meaning)
  if (quantity.name === 'share' && quantity.group === undefined)
    return `${meaningWords(meaning)}, share of the valid pixels`
  const part = step.call.args['part'] === 'largest' ? 'the largest patch' : 'the whole mask'
  if (quantity.name === 'axis_bearing') return `axis of ${part}, clockwise from north`
  if (quantity.name === 'axis_ratio') return `long to short axis of ${part}`
  const words = FIGURE_WORDS[quantity.name] ?? quantity.name.replaceAll('_', ' ')
  if (step.call.tool === 'zonal_statistics_polygons' && quantity.group !== undefined) {
    return `${words} of polygon ${quantity.group}`
  }
  if (step.call.tool === 'zonal_statistics') return zonalWords(words, quantity, step, layers)
  const own = step.layers[0]?.port
  const of = own?.kind === 'raster' && own.quantity !== 'mask' ? own.meaning : meaning
  return quantity.dimension === 'value' && of ? `${words} ${spellMeaning(of)}` : words
}

const SEVERITY_TOOLS: ReadonlySet<string> = new Set(['burn_severity', 'severity_classes'])

/** What became of a thing between two dates. */
function balanceWords({ name }: Quantity, thing: string): string {
  const words: Readonly<Record<string, string>> = {
    net_change: `net change of ${thing}`,
    net_change_share: `net change of ${thing}, of what was there before`,
    gained_area: `${thing} gained`,
    lost_area: `${thing} lost`,
    kept_area: `${thing} at both dates`,
    before_area: `${thing} at the earlier date`,
    after_area: `${thing} at the later date`,
  }
  return words[name] ?? name.replaceAll('_', ' ')
}

/** 'class 3, area' for a code, 'high severity area' for a class that has a name. */
const areaOf = (group: string) =>
  /^\d+$/.test(group) ? `class ${group}, area` : `${group.replaceAll('_', ' ')} area`

function zonalWords(words: string, quantity: Quantity, step: DoneStep, layers: readonly Layer[]): string {
  const values = layers.find(({ id }) => id === step.call.args['values'])?.port
  const of = values?.kind === 'raster' ? spellMeaning(values.meaning ?? '') : ''
  if (quantity.name === 'mean_difference') return `${of} inside minus outside, difference of the means`
  return `${words} ${of} ${quantity.group === undefined ? '' : groupText(quantity, step, layers)}`.trim()
}
