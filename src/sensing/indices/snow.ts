import type { IndexRow } from './row.ts'

/** Snow and ice. */
export const SNOW: readonly IndexRow[] = [
  {
    name: 'ndsi',
    title: 'Normalised difference snow index (NDSI)',
    formula: '(green − swir1) / (green + swir1)',
    reference: 'doi:10.1109/IGARSS.1994.399618',
    application: 'Snow and ice cover: above 0.4 over snow. Water is high as well.',
  },
  {
    name: 'nbsims',
    title: 'Non-binary snow index for multi-component surfaces (NBSIMS)',
    formula: '0.36 · (green + red + nir) − ((blue + swir2) / green + swir1)',
    needsReflectance: true,
    range: [-3.8, -0.84],
    reference: 'doi:10.3390/rs13142777',
    application: 'Snow among mixed ground, water and cloud: high over snow; several thresholds grade it.',
  },
  {
    name: 'ndglai',
    title: 'Normalised difference glacier index (NDGlaI)',
    formula: '(green − red) / (green + red)',
    range: [-0.28, 0.32],
    reference: 'doi:10.1080/01431160802385459',
    application: 'Glacier ice and debris-covered ice: tells ice from snow in mountain scenes.',
  },
  {
    name: 'ndsii',
    title: 'Normalised difference snow ice index (NDSII)',
    formula: '(green − nir) / (green + nir)',
    reference: 'doi:10.1080/01431160802385459',
    application:
      'Snow and ice from green and near infrared where no short-wave infrared is at hand; its numbers equal those of NDWI.',
  },
  {
    name: 'ndsii_tm',
    title: 'Normalised difference snow/ice index for Landsat TM (NDSIITM)',
    formula: '(red − swir1) / (red + swir1)',
    reference: 'doi:10.1080/01431160119766',
    application: 'Snow and ice on Landsat TM from red and short-wave infrared.',
  },
  {
    name: 'ndsi_nw',
    title: 'Normalised difference snow index with no water (NDSInw)',
    formula: '(nir − swir1 − 0.05) / (nir + swir1)',
    needsReflectance: true,
    range: [-1.8, 0.38],
    reference: 'doi:10.3390/w12051339',
    application: 'Snow without confusing it with water, from near and short-wave infrared less 0.05.',
  },
  {
    name: 'snow_index_s3',
    title: 'S3 snow index',
    formula: 'nir · (red − swir1) / ((nir + red) · (nir + swir1))',
    reference: 'doi:10.3178/jjshwr.12.28',
    application: 'Snow under and between trees: uses near infrared so that forest snow is seen.',
  },
  {
    name: 'snow_water_index',
    title: 'Snow water index (SWI)',
    formula: 'green · (nir − swir1) / ((green + nir) · (nir + swir1))',
    reference: 'doi:10.3390/rs11232774',
    application: 'Snow pixels told from water and other land from green, near and short-wave infrared.',
  },
]
