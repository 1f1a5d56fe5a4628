import { thresholdMask } from '../../src/raster/kernels/threshold.ts'
import type { RasterSource } from '../../src/raster/source.ts'
import type { FeatureCollection } from '../../src/tools/tool.ts'
import type { BandName, Port, RasterQuantity } from '../../src/trace/port.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import type { Table } from '../../src/trace/table.ts'
import { randomRaster } from '../raster/kernels/rasters.ts'
import type { MemoryContext } from './memory-context.ts'

const [WIDTH, HEIGHT] = [20, 10]
/** Dates of a series: monthly over two years. */
const DATES = Array.from(
  { length: 24 },
  (_, month) => `${2018 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`,
)

type RasterPort = Extract<Port, { kind: 'raster' }>

/** Plausible values of each quantity: lowest, highest and unit. */
const RANGES: Readonly<Record<RasterQuantity, readonly [low: number, high: number, unit: Unit]>> = {
  reflectance: [0.01, 0.6, '1'],
  index: [-0.4, 0.9, '1'],
  difference: [-0.5, 0.8, '1'],
  mask: [0, 1, '1'],
  class: [1, 4, '1'],
  temperature: [275, 315, 'K'],
  elevation: [0, 900, 'm'],
  backscatter: [0.001, 0.5, '1'],
  raw: [100, 4000, 'DN'],
  emissivity: [0.94, 0.99, '1'],
  fraction: [0, 1, '1'],
  terrain: [0, 40, 'deg'],
  score: [-4, 4, '1'],
  trend: [-0.05, 0.05, '1/year'],
  distance: [0, 900, 'm'],
  day: [17_700, 17_760, 'days'],
  power: [0, 80, 'MW'],
  radiance: [1, 12, '1'],
  retrieval: [0.1, 5, '1'],
}

/** A raster of plausible values; classes and days are whole. */
function plausible(quantity: RasterQuantity, seed: number): RasterSource {
  const random = randomRaster(seed, WIDTH, HEIGHT)
  if (quantity === 'mask') return thresholdMask(random, 0.5, 'above')
  const [low, high] = RANGES[quantity]
  return {
    ...random,
    async read(window, options) {
      const block = await random.read(window, options)
      return block.map((value) => {
        const scaled = low + (high - low) * value
        return quantity === 'class' || quantity === 'day' ? Math.round(scaled) : scaled
      })
    },
  }
}

/** QA_PIXEL values: clear, and a tenth under cloud. */
function flags(seed: number): RasterSource {
  const random = randomRaster(seed + 1000, WIDTH, HEIGHT)
  return {
    ...random,
    async read(window, options) {
      return (await random.read(window, options)).map((value) => (value < 0.1 ? 8 : 64))
    },
  }
}

const square = (left: number, bottom: number, side: number) => [
  [
    [left, bottom],
    [left + side, bottom],
    [left + side, bottom + side],
    [left, bottom + side],
    [left, bottom],
  ],
]

/** Lists a layer that fits the port and gives its id, or a list of ids where the port takes several. */
export function sampleFor(
  need: Port,
  context: MemoryContext,
  { argument, area }: { readonly argument: string; readonly area: FeatureCollection },
): string | string[] {
  switch (need.kind) {
    case 'data':
      return sampleFor({ kind: 'raster', quantity: 'mask' }, context, { argument, area })
    case 'rasters': {
      // Lists of scenes are there for an index, which takes two bands.
      const of = argument === 'scenes' ? { ...need.of, bands: ['nir', 'red'] as const } : need.of
      return DATES.map((date, place) => sampleRaster(of, context, `${argument}-${place}`, { date, place }))
    }
    case 'raster':
      return sampleRaster(need, context, argument, { date: '2018-06-15', place: argument.length })
    case 'vector':
      return context.addVector(argument, area).id
    case 'table':
      return context.addTable(argument, SAMPLE_TABLE).id
    default:
      throw new Error(`no layer is a ${need.kind}`)
  }
}

function sampleRaster(
  need: RasterPort,
  context: MemoryContext,
  id: string,
  { date, place }: { readonly date: string; readonly place: number },
): string {
  const quantity = [need.quantity].flat()[0]!
  if (need.bands) {
    // A scene of any bands has one to measure and one that tells of clouds.
    const names: readonly BandName[] = need.bands.length > 0 ? need.bands : ['nir', 'qa_pixel']
    const bands = names.map((name, index) => [
      name,
      name === 'qa_pixel' ? flags(place) : plausible(bandQuantity(name, quantity), place * 50 + index + 1),
    ])
    const held = quantity === 'backscatter' ? quantity : 'reflectance'
    return context.addScene(id, Object.fromEntries(bands) as object, { date, quantity: held }).id
  }
  const meaning = need.meaning === undefined ? {} : { meaning: need.meaning }
  const unit = RANGES[quantity][2]
  return context.addRaster(id, plausible(quantity, place + 1), { quantity, date, unit, ...meaning }).id
}

function bandQuantity(name: BandName, quantity: RasterQuantity): RasterQuantity {
  if (/^(thermal|tir)/.test(name)) return 'temperature'
  if (/^[vh][vh]$/.test(name)) return 'backscatter'
  return quantity === 'raw' ? 'reflectance' : quantity
}

/** Two squares on the ground of the sample rasters and points between them, each with a number. */
export function sampleFeatures(longitude: number, latitude: number, step: number): FeatureCollection {
  const polygon = (left: number, id: number) => ({
    type: 'Feature' as const,
    geometry: { type: 'Polygon', coordinates: square(longitude + left * step, latitude, 3 * step) },
    properties: { id, value: id * 1.5 },
  })
  return { type: 'FeatureCollection', features: [polygon(0, 1), polygon(5, 2)] }
}

/** Monthly values with a place and a rising trend: what series, points and tracks are read from. */
const SAMPLE_TABLE: Table = {
  columns: [
    { name: 'date', unit: 'date' },
    { name: 'value', unit: '1' },
    { name: 'longitude', unit: 'deg' },
    { name: 'latitude', unit: 'deg' },
    { name: 'frp', unit: 'MW' },
  ],
  rows: DATES.map((date, place) => [
    date,
    0.4 + 0.2 * Math.sin((2 * Math.PI * place) / 12) + 0.005 * place,
    15 + 0.0001 * place,
    45.153 - 0.00002 * place,
    10 + place,
  ]),
}
