import { compileExpression, type KernelRules } from '../raster/expression/compile.ts'
import { parseExpression } from '../raster/expression/parser.ts'
import type { BandName } from '../trace/port.ts'

/**
 * One spectral index. `compute` takes one row-major block a band in the order of `bands` and fills `out`.
 * A pixel where any band is NaN or not above zero has no index: NaN.
 */
export interface SpectralIndex {
  /** snake_case; also the name of its tool and the meaning of its layers. */
  readonly name: string
  readonly title: string
  /** In the band-maths language, with the signs of print; what is computed is this text. */
  readonly formula: string
  readonly bands: readonly BandName[]
  /** True where the formula has additive constants, so that unscaled numbers give another index. */
  readonly needsReflectance: boolean
  /** Usual values, for drawing. */
  readonly range: readonly [number, number]
  /** doi: or https: */
  readonly reference: string
  /** What it is for, in a sentence. */
  readonly application: string
  compute(inputs: readonly Float32Array[], out: Float32Array): void
}

/** Neither a ratio nor a physical formula stands on a reflectance that is not positive. */
export const INDEX_RULES: KernelRules = { positiveBands: true }

type Facts = Omit<SpectralIndex, 'compute' | 'needsReflectance' | 'range'>

/** (first − second) / (first + second): free of scale, not of offset. */
const normalisedDifference = (facts: Facts): SpectralIndex => ratio({ ...facts, range: [-1, 1] })

const ratio = (facts: Facts & Pick<SpectralIndex, 'range'>): SpectralIndex => ({
  ...facts,
  needsReflectance: false,
  compute: formulaKernel(facts),
})

const physical = (facts: Facts & Pick<SpectralIndex, 'range'>): SpectralIndex => ({
  ...facts,
  needsReflectance: true,
  compute: formulaKernel(facts),
})

/** Compiles the formula when it is first needed: a session uses few of the indices. */
function formulaKernel({ formula, bands }: Pick<Facts, 'formula' | 'bands'>): SpectralIndex['compute'] {
  let kernel: SpectralIndex['compute'] | undefined
  return (inputs, out) => {
    kernel ??= compileExpression(parseExpression(formula), bands, INDEX_RULES)
    kernel(inputs, out)
  }
}

/** The catalogue: one row is one tool. Facts checked against the papers named as reference. */
export const INDICES: readonly SpectralIndex[] = [
  normalisedDifference({
    name: 'ndvi',
    title: 'Normalised difference vegetation index (NDVI)',
    formula: '(nir − red) / (nir + red)',
    bands: ['nir', 'red'],
    reference: 'https://ntrs.nasa.gov/citations/19740022614',
    application:
      'How green and dense vegetation is: bare ground near 0.1, dense canopy above 0.6, water below 0.',
  }),
  normalisedDifference({
    name: 'nbr',
    title: 'Normalised burn ratio (NBR)',
    formula: '(nir − swir2) / (nir + swir2)',
    bands: ['nir', 'swir2'],
    reference: 'doi:10.2737/RMRS-GTR-164',
    application:
      'Fire scars and burned area: low over fresh burns; the drop between two dates (dNBR) marks what burned.',
  }),
  normalisedDifference({
    name: 'ndwi',
    title: 'Normalised difference water index (NDWI, McFeeters)',
    formula: '(green − nir) / (green + nir)',
    bands: ['green', 'nir'],
    reference: 'doi:10.1080/01431169608948714',
    application: 'Open water, lakes, rivers and floods: above 0 over water.',
  }),
  normalisedDifference({
    name: 'ndwi_gao',
    title: 'Normalised difference water index of leaves (NDWI, Gao)',
    formula: '(nir − swir1) / (nir + swir1)',
    bands: ['nir', 'swir1'],
    reference: 'doi:10.1016/S0034-4257(96)00067-3',
    application:
      'Liquid water in leaves (not open water). With the 1.6 µm band, as here, its numbers equal those of NDMI; Gao used 1.24 µm.',
  }),
  normalisedDifference({
    name: 'ndmi',
    title: 'Normalised difference moisture index (NDMI)',
    formula: '(nir − swir1) / (nir + swir1)',
    bands: ['nir', 'swir1'],
    reference: 'doi:10.1016/S0034-4257(01)00318-2',
    application: 'Moisture of vegetation, drought and water stress.',
  }),
  normalisedDifference({
    name: 'mndwi',
    title: 'Modified normalised difference water index (MNDWI)',
    formula: '(green − swir1) / (green + swir1)',
    bands: ['green', 'swir1'],
    reference: 'doi:10.1080/01431160600589179',
    application: 'Open water, also beside built-up land: above 0 over water.',
  }),
  physical({
    name: 'evi',
    title: 'Enhanced vegetation index (EVI)',
    formula: '2.5 · (nir − red) / (nir + 6 · red − 7.5 · blue + 1)',
    bands: ['nir', 'red', 'blue'],
    range: [-1, 1],
    reference: 'doi:10.1016/S0034-4257(02)00096-2',
    application: 'Vegetation where NDVI saturates, with haze corrected by the blue band.',
  }),
  physical({
    name: 'evi2',
    title: 'Two-band enhanced vegetation index (EVI2)',
    formula: '2.5 · (nir − red) / (nir + 2.4 · red + 1)',
    bands: ['nir', 'red'],
    range: [-1, 1],
    reference: 'doi:10.1016/j.rse.2008.06.006',
    application: 'Like EVI for sensors without a blue band.',
  }),
  physical({
    name: 'savi',
    title: 'Soil-adjusted vegetation index (SAVI)',
    formula: '1.5 · (nir − red) / (nir + red + 0.5)',
    bands: ['nir', 'red'],
    range: [-1, 1],
    reference: 'doi:10.1016/0034-4257(88)90106-X',
    application: 'Sparse vegetation over bright or dark soil.',
  }),
  physical({
    name: 'osavi',
    title: 'Optimised soil-adjusted vegetation index (OSAVI)',
    formula: '(nir − red) / (nir + red + 0.16)',
    bands: ['nir', 'red'],
    range: [-1, 1],
    reference: 'doi:10.1016/0034-4257(95)00186-7',
    application: 'Sparse vegetation and crops with the soil seen between rows.',
  }),
  physical({
    name: 'msavi',
    title: 'Modified soil-adjusted vegetation index (MSAVI2)',
    formula: '(2 · nir + 1 − √((2 · nir + 1)² − 8 · (nir − red))) / 2',
    bands: ['nir', 'red'],
    range: [-1, 1],
    reference: 'doi:10.1016/0034-4257(94)90134-1',
    application: 'Emerging vegetation over bare soil, without a soil factor to choose.',
  }),
  normalisedDifference({
    name: 'gndvi',
    title: 'Green normalised difference vegetation index (GNDVI)',
    formula: '(nir − green) / (nir + green)',
    bands: ['nir', 'green'],
    reference: 'doi:10.1016/S0034-4257(96)00072-7',
    application: 'Chlorophyll of crops and dense canopies.',
  }),
  normalisedDifference({
    name: 'ndre',
    title: 'Normalised difference red edge index (NDRE)',
    formula: '(nir − rededge1) / (nir + rededge1)',
    bands: ['nir', 'rededge1'],
    reference: 'doi:10.1016/1011-1344(93)06963-4',
    application: 'Chlorophyll and nitrogen of crops in later growth, from the red edge.',
  }),
  physical({
    name: 'bai',
    title: 'Burned area index (BAI)',
    formula: '1 / ((0.1 − red)² + (0.06 − nir)²)',
    bands: ['red', 'nir'],
    range: [0, 300],
    reference: 'https://digital.csic.es/handle/10261/6426',
    application: 'Charcoal of fresh fire scars on a single date: high over burns.',
  }),
  normalisedDifference({
    name: 'nbr2',
    title: 'Normalised burn ratio 2 (NBR2)',
    formula: '(swir1 − swir2) / (swir1 + swir2)',
    bands: ['swir1', 'swir2'],
    reference: 'https://www.usgs.gov/landsat-missions/landsat-normalized-burn-ratio-2',
    application: 'Water in burned vegetation and recovery after fire.',
  }),
  physical({
    name: 'mirbi',
    title: 'Mid-infrared burn index (MIRBI)',
    formula: '10 · swir2 − 9.8 · swir1 + 2',
    bands: ['swir2', 'swir1'],
    range: [0, 4],
    reference: 'doi:10.1080/01431160110053185',
    application: 'Burned shrub and savanna on a single date.',
  }),
  normalisedDifference({
    name: 'ndsi',
    title: 'Normalised difference snow index (NDSI)',
    formula: '(green − swir1) / (green + swir1)',
    bands: ['green', 'swir1'],
    reference: 'doi:10.1109/IGARSS.1994.399618',
    application: 'Snow and ice cover: above 0.4 over snow. Water is high as well.',
  }),
  normalisedDifference({
    name: 'ndbi',
    title: 'Normalised difference built-up index (NDBI)',
    formula: '(swir1 − nir) / (swir1 + nir)',
    bands: ['swir1', 'nir'],
    reference: 'doi:10.1080/01431160304987',
    application: 'Built-up, urban land and settlements: above 0 over buildings; bare soil is high as well.',
  }),
  ratio({
    name: 'bsi',
    title: 'Bare soil index (BSI)',
    formula: '((swir1 + red) − (nir + blue)) / ((swir1 + red) + (nir + blue))',
    bands: ['swir1', 'red', 'nir', 'blue'],
    range: [-1, 1],
    reference: 'https://citeseerx.ist.psu.edu/viewdoc/download?doi=10.1.1.465.8749&rep=rep1&type=pdf',
    application: 'Bare soil and tilled fields.',
  }),
  normalisedDifference({
    name: 'ndti',
    title: 'Normalised difference turbidity index (NDTI)',
    formula: '(red − green) / (red + green)',
    bands: ['red', 'green'],
    reference: 'doi:10.1016/j.rse.2006.07.012',
    application: 'Turbidity and suspended matter of water: mask the water first.',
  }),
  normalisedDifference({
    name: 'ndci',
    title: 'Normalised difference chlorophyll index (NDCI)',
    formula: '(rededge1 − red) / (rededge1 + red)',
    bands: ['rededge1', 'red'],
    reference: 'doi:10.1016/j.rse.2011.10.016',
    application: 'Chlorophyll and algal blooms in water: mask the water first.',
  }),
]

const byName = new Map(INDICES.map((index) => [index.name, index]))

/** The index of a name, undefined where the catalogue has none. Case is ignored. */
export function findIndex(name: string): SpectralIndex | undefined {
  return byName.get(name.toLowerCase())
}
