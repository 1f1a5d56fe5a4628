import type { Layer } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'

/** A few questions that fit what is loaded, best first, at most four. */
export function suggestionsFor(layers: readonly Layer[]): readonly string[] {
  const scenes = layers.filter((layer) => layer.scene !== null && layer.missing === undefined)
  if (scenes.length === 0) return []
  const dates = new Set(scenes.map((scene) => scene.date).filter((date) => date !== null)).size
  const every = (...bands: BandName[]) =>
    scenes.every((scene) => bands.every((name) => scene.scene?.bands.some((band) => band.name === name)))
  const infrared = every('nir') || every('nir_narrow')
  const fitting: string[] = []
  if (dates >= 2 && infrared && every('swir2')) {
    fitting.push(
      dates === 2
        ? 'How many hectares burned between the two dates (dNBR at least 0.27)?'
        : 'How many hectares burned between the first and the last date (dNBR at least 0.27)?',
      'Which way did the fire spread?',
      'How severe was the burn, by class?',
    )
  }
  if (infrared && every('green')) fitting.push('How much of the scene is water, in km²?')
  if (infrared && every('red')) fitting.push('What is the mean NDVI?')
  fitting.push('What data is loaded?')
  return fitting.slice(0, 4)
}
