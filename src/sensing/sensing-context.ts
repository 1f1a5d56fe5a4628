import type { Grid } from '../raster/grid/grid.ts'
import { overlap } from '../raster/grid/overlap.ts'
import type { Layer, SceneBand } from '../trace/layer.ts'
import type { SceneSummary, SensingContext } from './context.ts'
import { isQuality, isRadar, isThermal } from './sensors.ts'

/** Metres in a degree of latitude, for the pixel size that is shown; areas are measured on the ellipsoid elsewhere. */
const METRES_PER_DEGREE = 111_320

type Modality = SensingContext['modalities'][number]
type SceneLayer = Layer & { readonly scene: NonNullable<Layer['scene']>; readonly grid: Grid }

/** χ(d) of the layers at hand. Layers whose pixels cannot be reached now are left out. */
export function sensingContext(layers: readonly Layer[]): SensingContext {
  const reachable = layers.filter((layer) => layer.missing === undefined)
  const scenes = reachable
    .filter(isScene)
    .sort((a, b) => compareDates(a.date, b.date) || a.id.localeCompare(b.id, 'en', { numeric: true }))
  const products = reachable.filter((layer) => !isScene(layer))
  return {
    modalities: [...new Set(reachable.flatMap(modalitiesOf))],
    sensors: unique(scenes.map((layer) => layer.scene.sensor)),
    scenes: scenes.map(summary),
    products: products.map(({ id, port, date, lineage }) => ({ id, port, date, made: lineage !== null })),
    dates: unique(scenes.flatMap((layer) => layer.date ?? [])),
    overlap: scenes.every((a, index) => scenes.slice(index + 1).every((b) => overlaps(a.grid, b.grid))),
  }
}

/** χ(d) in words: ids, sensors, bands, dates and pixel sizes from typed facts, nothing that a file worded. */
export function describeContext(context: SensingContext): string {
  const scenes = context.scenes.map((scene) => {
    const size = Number.isNaN(scene.pixelSizeMetres)
      ? 'pixel size unknown'
      : `${round(scene.pixelSizeMetres)} m pixels`
    return (
      `${scene.id}: ${scene.sensor} ${scene.level}, ${scene.quantity}, ${scene.date ?? 'undated'}, ` +
      `${scene.bands.join(' ')}, ${scene.width} × ${scene.height}, ${size}, ${scene.crs}`
    )
  })
  const products = context.products.map(
    ({ id, port, date }) => `${id}: ${describePort(port)}, ${date ?? 'undated'}`,
  )
  if (scenes.length + products.length === 0) return 'No data is loaded.'
  const warning = context.overlap ? [] : ['Not all scenes overlap.']
  return [...scenes, ...products, ...warning].join('\n')
}

/** Scenes hold bands to compute with; elevation, index and class products stand beside them. */
function isScene(layer: Layer): layer is SceneLayer {
  return (
    layer.scene !== null &&
    layer.grid !== null &&
    layer.scene.quantity !== 'elevation' &&
    layer.scene.quantity !== 'index' &&
    layer.scene.quantity !== 'class'
  )
}

function summary(layer: SceneLayer): SceneSummary {
  const { id, scene, date, grid } = layer
  return {
    id,
    sensor: scene.sensor,
    level: scene.level,
    quantity: scene.quantity,
    date,
    // As in the port: unnamed bands count one by one.
    bands: layer.port.kind === 'raster' ? (layer.port.bands ?? []) : [],
    scaled: isScaled(scene.bands),
    ...(layer.port.kind === 'raster' && layer.port.meaning !== undefined && { meaning: layer.port.meaning }),
    ...timeOf(scene.bands),
    crs: grid.crs.id,
    pixelSizeMetres: pixelSizeMetres(grid),
    width: grid.width,
    height: grid.height,
  }
}

function timeOf(bands: readonly SceneBand[]): Pick<SceneSummary, 'time'> {
  const has = (time: string) => bands.some(({ designation }) => designation === `LST_${time}`)
  return has('DAY') === has('NIGHT') ? {} : { time: has('DAY') ? 'day' : 'night' }
}

/** Thermal bands of level 1 are never scaled and take no part in ratios of the others. */
function isScaled(bands: readonly SceneBand[]): boolean {
  const measured = bands.filter(({ name }) => !isQuality(name))
  const others = measured.filter(({ name }) => !isThermal(name))
  return (others.length > 0 ? others : measured).every(({ scale }) => Number.isFinite(scale))
}

function modalitiesOf({ scene }: Layer): Modality[] {
  if (scene === null) return []
  if (scene.quantity === 'elevation') return ['DEM']
  if (['class', 'index', 'fraction', 'radiance', 'power'].includes(scene.quantity)) return ['product']
  if (scene.quantity === 'backscatter' || scene.bands.some(({ name }) => isRadar(name))) return ['SAR']
  const bands = new Set(scene.bands.map((band) => band.name))
  const found: Modality[] = []
  if (['nir', 'nir_narrow', 'swir1', 'swir2'].some((band) => bands.has(band as 'nir'))) {
    found.push('multispectral')
  } else if (bands.has('red') && bands.has('green') && bands.has('blue')) {
    found.push('RGB')
  }
  if (bands.has('thermal1') || bands.has('thermal2') || scene.quantity === 'temperature') {
    found.push('thermal')
  }
  if (found.length > 0) return found
  return scene.sensor === 'unknown' ? ['unknown'] : ['multispectral']
}

/** Mean side of a pixel in metres, by the middle latitude for geographic grids; NaN where the CRS is unknown. */
function pixelSizeMetres(grid: Grid): number {
  const [a, b, , d, e, f] = grid.transform
  const side = Math.sqrt(Math.abs(a * e - b * d))
  if (grid.crs.kind === 'projected') return side * grid.crs.metresPerUnit
  if (grid.crs.kind === 'unknown') return NaN
  const latitude = f + d * (grid.width / 2) + e * (grid.height / 2)
  return side * METRES_PER_DEGREE * Math.sqrt(Math.cos((latitude * Math.PI) / 180))
}

/** True where the grids meet. Those of an unknown CRS are taken to overlap until they are aligned. */
function overlaps(first: Grid, second: Grid): boolean {
  const isPlaced = first.crs.proj4 !== null && second.crs.proj4 !== null
  return first.crs.id === second.crs.id || isPlaced ? overlap(first, second) !== null : true
}

function describePort(port: Layer['port']): string {
  if (port.kind !== 'raster') return port.kind
  const meaning = port.meaning === undefined ? '' : ` ${port.meaning}`
  return `${[port.quantity].flat().join(' or ')} raster${meaning}`
}

function compareDates(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]
const round = (value: number) => Number(value.toPrecision(4))
