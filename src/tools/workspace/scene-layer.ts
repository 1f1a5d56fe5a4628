import type { Layer, LayerStyle, SceneFacts } from '../../trace/layer.ts'
import { isQualityBand, type BandName, type Port } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { SensedScene } from '../../sensing/scene/sensed.ts'
import { findIndex } from '../../sensing/indices.ts'
import { isThermal } from '../../sensing/sensors.ts'
import { finishedProduct } from '../../sensing/profiles.ts'
import { indexStyle } from '../support/styles.ts'
import { sceneFingerprint } from './fingerprint.ts'

const UNITS: Readonly<Record<SceneFacts['quantity'], Unit>> = {
  reflectance: '1',
  raw: 'DN',
  elevation: 'm',
  temperature: 'K',
  index: '1',
  class: '1',
  backscatter: '1',
  fraction: '1',
  power: 'MW',
  radiance: 'nW/cm2/sr',
}

const sceneUnit = ({ quantity, isDecibel, sensor }: SceneFacts): Unit =>
  // What DMSP counts was never brought to radiance.
  isDecibel ? 'dB' : sensor === 'dmsp-ols' ? 'DN' : UNITS[quantity]

/** The layer of a sensed scene. */
export async function sceneLayer(
  { title, date, grid, facts, fileIds }: Omit<SensedScene, 'key'>,
  identity: Pick<Layer, 'id' | 'createdAt'>,
): Promise<Layer> {
  return {
    ...identity,
    kind: 'raster',
    title,
    port: scenePort(facts),
    grid,
    date,
    unit: sceneUnit(facts),
    scene: facts,
    lineage: null,
    style: sceneStyle(facts),
    storage: { where: 'files', fileIds },
    fingerprint: await sceneFingerprint(facts, date),
  }
}

/** Elevation and classes are single rasters with a meaning; a scene offers its bands, unnamed ones each on its own. */
function scenePort({ quantity, bands }: SceneFacts): Port {
  if (quantity === 'elevation') return { kind: 'raster', quantity, meaning: 'elevation' }
  const product = productOf(bands)
  if (product?.quantity === quantity) return { kind: 'raster', ...product }
  const named = new Set<BandName>()
  const names = bands.flatMap(({ name }) => {
    if (name !== 'band' && named.has(name)) return []
    named.add(name)
    return [name]
  })
  return { kind: 'raster', quantity, bands: names }
}

const productOf = (bands: SceneFacts['bands']) =>
  bands.flatMap(({ designation }) => finishedProduct(designation) ?? [])[0]

function sceneStyle({ quantity, bands }: SceneFacts): LayerStyle {
  const names = new Set(bands.map((band) => band.name))
  const has = (...wanted: readonly BandName[]) => wanted.every((name) => names.has(name))
  const index = quantity === 'index' ? findIndex(productOf(bands)?.meaning ?? '') : undefined
  if (index) return indexStyle(index)
  // Forest and water reflect hardly any visible light: without a gamma they are drawn black.
  if (has('red', 'green', 'blue')) return { ramp: 'rgb', bands: ['red', 'green', 'blue'], gamma: 1.5 }
  if (has('nir', 'red', 'green')) return { ramp: 'rgb', bands: ['nir', 'red', 'green'] }
  const swir = (['swir2', 'swir1'] as const).find((name) => has(name, 'nir', 'red'))
  if (swir) return { ramp: 'rgb', bands: [swir, 'nir', 'red'] }
  return { ramp: quantity === 'elevation' ? 'terrain' : 'gray' }
}

/** Unit of one band: thermal bands that are scaled are kelvin whatever the scene holds beside them. */
export function bandUnit(name: BandName, facts: SceneFacts, isScaled: boolean): Unit {
  if (isQualityBand(name)) return '1'
  if (!isScaled) return 'DN'
  if (isThermal(name)) return 'K'
  // Scaled, though not all the way to reflectance.
  return facts.quantity === 'raw' && name !== 'band' ? '1' : sceneUnit(facts)
}
