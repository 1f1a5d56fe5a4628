/** Common band names, the same for every sensor. */
export const BAND_NAMES = [
  'coastal', 'blue', 'green', 'yellow', 'red', 'rededge1', 'rededge2', 'rededge3', 'nir', 'nir_narrow',
  'nir_wide', 'water_vapour', 'cirrus', 'swir1', 'swir2', 'pan', 'thermal1', 'thermal2', 'scl', 'qa_pixel', 'fmask',
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

/** What the pixels of a raster mean. 'raw' is unscaled or of unknown meaning. */
export type RasterQuantity =
  | 'reflectance'
  | 'index'
  | 'difference'
  | 'mask'
  | 'class'
  | 'temperature'
  | 'elevation'
  | 'backscatter'
  | 'raw'

/** The kinds of figure a tool can measure; each has its family of units. */
export type Dimension =
  'area' | 'share' | 'ratio' | 'angle' | 'length' | 'count' | 'temperature' | 'value' | 'sector' | 'text'

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
