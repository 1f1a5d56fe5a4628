import { isQualityBand, type BandName, type Port, type RasterQuantity } from './port.ts'

type RasterPort = Extract<Port, { kind: 'raster' }>

/** Bands that serve where another is asked for: Sentinel-2's B8A and its like are near infrared too. */
const STANDS_IN: Readonly<Partial<Record<BandName, BandName>>> = { nir: 'nir_narrow' }

/**
 * True where something with the port `have` can be given for an argument that needs `need`.
 * A need without `bands` takes one raster, so a scene of several measured bands does not fit it; `bands: []` takes
 * scenes of any bands. A need without `meaning` takes every meaning. A need for `rasters` is also met by one raster.
 * A need for `data` takes any single raster, any vector layer and any table.
 */
export function fits(need: Port, have: Port): boolean {
  if (need.kind === 'rasters') {
    return fits(need.of, have.kind === 'rasters' ? have.of : have)
  }
  if (need.kind === 'data' && have.kind === 'raster') return measuredBands(have) <= 1
  if (need.kind === 'data' && (have.kind === 'vector' || have.kind === 'table')) return true
  if (need.kind === 'raster') return have.kind === 'raster' && rasterFits(need, have)
  return need.kind === have.kind
}

function rasterFits(need: RasterPort, have: RasterPort): boolean {
  const wanted = quantities(need)
  if (!quantities(have).some((quantity) => wanted.includes(quantity))) return false
  if (need.meaning !== undefined && need.meaning !== have.meaning) return false
  if (need.bands === undefined) return measuredBands(have) <= 1
  return need.bands.every((band) => hasBand(have.bands ?? [], band))
}

/**
 * True for a tool that gives what it takes: a filter, a clip, a mosaic. `gives` then lists all that it may be, and which of
 * it comes out is the kind of its input.
 */
export function passesOn({ needs, gives }: { needs: Readonly<Record<string, Port>>; gives: Port }): boolean {
  const given = oneOf(gives)
  const all = Object.values(needs)
  const isOpen = given.kind === 'raster' && typeof given.quantity !== 'string'
  return (isOpen || all.length === 1) && all.some((need) => fits(oneOf(need), given))
}

/** What may come out of a tool that passes on what it takes: those of its quantities that `have` holds, or that it cannot take. */
export function passedOn(
  { needs, gives }: { needs: Readonly<Record<string, Port>>; gives: Port },
  have: readonly Port[],
): Port {
  const given = oneOf(gives)
  if (given.kind !== 'raster' || typeof given.quantity === 'string' || !passesOn({ needs, gives }))
    return gives
  const wants = Object.values(needs).map(oneOf)
  const held = new Set(
    have.flatMap((port) =>
      port.kind === 'raster' && wants.some((need) => fits(need, port)) ? quantities(port) : [],
    ),
  )
  const taken = new Set(wants.flatMap((need) => (need.kind === 'raster' ? quantities(need) : [])))
  const quantity = given.quantity.filter((each) => held.has(each) || !taken.has(each))
  const port = { ...given, quantity }
  return gives.kind === 'rasters' ? { ...gives, of: port } : port
}

const oneOf = (port: Port): Port => (port.kind === 'rasters' ? port.of : port)

/** True where the band or one that stands in for it is among `bands`. */
export function hasBand(bands: readonly BandName[], band: BandName): boolean {
  const other = STANDS_IN[band]
  return bands.includes(band) || (other !== undefined && bands.includes(other))
}

function quantities(port: RasterPort): readonly RasterQuantity[] {
  return typeof port.quantity === 'string' ? [port.quantity] : port.quantity
}

function measuredBands(port: RasterPort): number {
  return (port.bands ?? []).filter((band) => !isQualityBand(band)).length
}
