import type { Grid } from '../../raster/grid/grid.ts'
import type { Layer } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'

/** A few questions that the loaded scenes can answer, best first, at most four. */
export function suggestionsFor(layers: readonly Layer[]): readonly string[] {
  const scenes = layers.filter((layer) => layer.scene !== null && layer.missing === undefined)
  if (scenes.length === 0) return []
  // Numbers of another kind (heights, classes) give no index; without a CRS there is no area.
  const optical = scenes.filter(({ scene }) => scene?.quantity === 'reflectance' || scene?.quantity === 'raw')
  const placed = optical.filter(({ grid }) => grid !== null && grid.crs.proj4 !== null)
  const infrared = (scene: Layer) => has(scene, 'nir') || has(scene, 'nir_narrow')
  const burnable = placed.filter((scene) => infrared(scene) && has(scene, 'swir2') && scene.date !== null)
  const dates = datesOfOnePlace(burnable)
  const fitting: string[] = []
  if (dates >= 2) {
    fitting.push(
      dates === 2
        ? 'How many hectares burned between the two dates (dNBR at least 0.27)?'
        : 'How many hectares burned between the first and the last date (dNBR at least 0.27)?',
      'Which way did the fire spread?',
      'How severe was the burn, by class?',
    )
  }
  if (placed.some((scene) => infrared(scene) && has(scene, 'green'))) {
    fitting.push('How much of the scene is water, in km²?')
  }
  if (optical.some((scene) => infrared(scene) && has(scene, 'red'))) fitting.push('What is the mean NDVI?')
  fitting.push('What data is loaded?')
  return fitting.slice(0, 4)
}

const has = (layer: Layer, name: BandName): boolean =>
  layer.scene?.bands.some((band) => band.name === name) ?? false

/** The most dates that scenes of one place have: a change needs two dates of the same ground. */
function datesOfOnePlace(scenes: readonly Layer[]): number {
  const counts = scenes.map(
    (scene) => new Set(scenes.filter((other) => overlap(scene, other)).map(({ date }) => date)).size,
  )
  return Math.max(0, ...counts)
}

/** Whether two scenes of one CRS share ground. Those of two zones are not compared: no suggestion is better than a wrong one. */
function overlap({ grid: one }: Layer, { grid: other }: Layer): boolean {
  if (one === null || other === null || one.crs.id !== other.crs.id) return false
  const [left, bottom, right, top] = boundsOf(one)
  const [otherLeft, otherBottom, otherRight, otherTop] = boundsOf(other)
  return left < otherRight && otherLeft < right && bottom < otherTop && otherBottom < top
}

function boundsOf({ width, height, transform: [a, b, c, d, e, f] }: Grid) {
  const xs = [c, c + a * width, c + b * height, c + a * width + b * height]
  const ys = [f, f + d * width, f + e * height, f + d * width + e * height]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
}
