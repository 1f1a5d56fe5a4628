import { isQualityBand, type BandName, type Port, type RasterQuantity } from './port.ts'

type RasterPort = Extract<Port, { kind: 'raster' }>

/** Bands that serve where another is asked for: Sentinel-2's B8A and its like are near infrared too. */
const STANDS_IN: Readonly<Partial<Record<BandName, BandName>>> = { nir: 'nir_narrow' }

/**
 * True where something with the port `have` can be given for an argument that needs `need`.
 * A need without `bands` takes one raster, so a scene of several measured bands does not fit it; `bands: []` takes
 * scenes of any bands. A need without `meaning` takes every meaning. A need for `rasters` is also met by one raster.
 * A need for `data` takes any single raster and any vector layer.
 */
export function fits(need: Port, have: Port): boolean {
  if (need.kind === 'rasters') {
    return fits(need.of, have.kind === 'rasters' ? have.of : have)
  }
  if (need.kind === 'data' && have.kind === 'raster') return measuredBands(have) <= 1
  if (need.kind === 'data' && have.kind === 'vector') return true
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
