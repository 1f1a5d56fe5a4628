import type { IndexRow } from './row.ts'

/** Kernel forms of vegetation indices. The kernel of two bands is exp(−(a − b)² / (2σ²)); σ = 0.5 gives exp(−2 · (a − b)²). */
export const KERNEL: readonly IndexRow[] = [
  {
    name: 'kevi',
    title: 'Kernel enhanced vegetation index (kEVI)',
    formula:
      '2.5 · (1 − exp(−2 · (nir − red)²)) / (1 + 6 · exp(−2 · (nir − red)²) − 7.5 · exp(−2 · (nir − blue)²) + exp(−2 · (nir − 1)²))',
    needsReflectance: true,
    reference: 'doi:10.1126/sciadv.abc7447',
    application:
      'Enhanced vegetation index in kernel form (kernel width 0.5): greenness that saturates later than EVI.',
  },
  {
    name: 'kipvi',
    title: 'Kernel infrared percentage vegetation index (kIPVI)',
    formula: '1 / (1 + exp(−2 · (nir − red)²))',
    needsReflectance: true,
    range: [0.5, 0.65],
    reference: 'doi:10.1126/sciadv.abc7447',
    application:
      'Infrared percentage vegetation index in kernel form (kernel width 0.5): 0.5 without plants, higher with them.',
  },
  {
    name: 'kndvi',
    title: 'Kernel normalised difference vegetation index (kNDVI)',
    formula: '(1 − exp(−2 · ((nir − red) / (nir + red))²)) / (1 + exp(−2 · ((nir − red) / (nir + red))²))',
    range: [0, 0.58],
    reference: 'doi:10.1126/sciadv.abc7447',
    application:
      'Greenness that follows photosynthesis and saturates less than NDVI; kernel width half the sum of near infrared and red, which gives tanh(NDVI²).',
  },
  {
    name: 'krvi',
    title: 'Kernel ratio vegetation index (kRVI)',
    formula: '1 / exp(−2 · (nir − red)²)',
    needsReflectance: true,
    range: [1, 1.6],
    reference: 'doi:10.1126/sciadv.abc7447',
    application:
      'Ratio vegetation index in kernel form (kernel width 0.5): 1 without plants, higher with them.',
  },
  {
    name: 'kvari',
    title: 'Kernel visible atmospherically resistant index (kVARI)',
    formula: '(1 − exp(−2 · (green − red)²)) / (1 + exp(−2 · (green − red)²) − exp(−2 · (green − blue)²))',
    needsReflectance: true,
    range: [0, 0.05],
    reference: 'doi:10.1126/sciadv.abc7447',
    application:
      'Greenness from visible bands in kernel form (kernel width 0.5), for cameras without near infrared.',
  },
]
