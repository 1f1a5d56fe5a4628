/** Common band names, the same for every sensor. */
export const BAND_NAMES = [
  'coastal', 'blue', 'green', 'yellow', 'red', 'rededge1', 'rededge2', 'rededge3', 'nir', 'nir_narrow',
  'nir_wide', 'green1', 'water_vapour', 'wv_905', 'wv_936', 'wv_940', 'cirrus', 'swir_1240', 'swir1', 'swir2', 'pan',
  'thermal1', 'thermal2', 'tir1', 'tir2', 'tir3', 'tir4', 'tir5', 'vv', 'vh', 'hv', 'hh', 'scl', 'qa_pixel', 'fmask',
  'modis_state', 'modis_reliability', 'modis_vi_quality', 'modis_lst_qc', 'band',
] as const // prettier-ignore
export type BandName = (typeof BAND_NAMES)[number]

/** Bands that describe the others and are no measurement of their own. */
export const QUALITY_BANDS = [
  'scl', 'qa_pixel', 'fmask', 'modis_state', 'modis_reliability', 'modis_vi_quality', 'modis_lst_qc',
] as const satisfies readonly BandName[] // prettier-ignore
export type QualityBand = (typeof QUALITY_BANDS)[number]

const QUALITY: ReadonlySet<BandName> = new Set(QUALITY_BANDS)

export const isQualityBand = (name: BandName): name is QualityBand => QUALITY.has(name)

/**
 * What the pixels of a raster mean; `meaning` of the port says more. 'raw' is unscaled or of unknown meaning.
 * 'terrain': slope, aspect, shade, ruggedness. 'score': a statistic such as z or the probability of chance. 'trend': change per
 * unit of time. 'day': days since 1 January 1970, or day of the year where the meaning says so. 'power': radiative power of
 * fires. 'retrieval': what an inversion gives, such as water vapour, turbidity or soil moisture. 'fraction': 0 to 1.
 */
export const RASTER_QUANTITIES = [
  'reflectance', 'index', 'difference', 'mask', 'class', 'temperature', 'elevation', 'backscatter', 'raw', 'emissivity',
  'fraction', 'terrain', 'score', 'trend', 'distance', 'day', 'power', 'radiance', 'retrieval',
] as const // prettier-ignore
export type RasterQuantity = (typeof RASTER_QUANTITIES)[number]

/** The kinds of figure a tool can measure; each has its family of units. */
export const DIMENSIONS = [
  'area', 'share', 'ratio', 'angle', 'length', 'count', 'temperature', 'value', 'rate', 'speed', 'time', 'sector', 'text',
] as const // prettier-ignore
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * A typed port: what a tool takes or gives. The sensing filter, the planner, the cold-start graph and the SOP
 * checks all compare ports with `fits`.
 */
export type Port =
  | {
      readonly kind: 'raster'
      /** One of these quantities. */
      readonly quantity: RasterQuantity | readonly RasterQuantity[]
      /** Bands a scene must hold (common names). */
      readonly bands?: readonly BandName[]
      /** Index, difference or mask meaning, such as 'nbr', 'dnbr', 'burned'; absent in a need: any. */
      readonly meaning?: string
    }
  | { readonly kind: 'rasters'; readonly of: Extract<Port, { kind: 'raster' }> }
  | { readonly kind: 'vector' }
  | { readonly kind: 'table' }
  | { readonly kind: 'figures' }
  | { readonly kind: 'place' }
  | { readonly kind: 'file' }
  | { readonly kind: 'data' }
