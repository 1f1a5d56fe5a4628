import type { IndexRow } from './row.ts'

/** Fire scars and char. `thermal1` is in kelvin. */
export const BURN: readonly IndexRow[] = [
  {
    name: 'nbr',
    title: 'Normalised burn ratio (NBR)',
    formula: '(nir − swir2) / (nir + swir2)',
    reference: 'doi:10.2737/RMRS-GTR-164',
    application:
      'Fire scars and burned area: low over fresh burns; the drop between two dates (dNBR) marks what burned.',
  },
  {
    name: 'bai',
    title: 'Burned area index (BAI)',
    formula: '1 / ((0.1 − red)² + (0.06 − nir)²)',
    needsReflectance: true,
    range: [0, 300],
    reference: 'https://digital.csic.es/handle/10261/6426',
    application: 'Charcoal of fresh fire scars on a single date: high over burns.',
  },
  {
    name: 'nbr2',
    title: 'Normalised burn ratio 2 (NBR2)',
    formula: '(swir1 − swir2) / (swir1 + swir2)',
    reference: 'https://www.usgs.gov/landsat-missions/landsat-normalized-burn-ratio-2',
    application: 'Water in burned vegetation and recovery after fire.',
  },
  {
    name: 'mirbi',
    title: 'Mid-infrared burn index (MIRBI)',
    formula: '10 · swir2 − 9.8 · swir1 + 2',
    needsReflectance: true,
    range: [0, 4],
    reference: 'doi:10.1080/01431160110053185',
    application: 'Burned shrub and savanna on a single date.',
  },
  {
    name: 'baim',
    title: 'Burned area index adapted to MODIS (BAIM)',
    formula: '1 / ((0.05 − nir)² + (0.2 − swir2)²)',
    needsReflectance: true,
    range: [0, 100],
    reference: 'doi:10.1016/j.foreco.2006.08.248',
    application:
      'MODIS scenes: charcoal of fresh burns on a single date, high over burnt ground; the convergence point lies at 0.05 in near and 0.2 in short-wave infrared.',
  },
  {
    name: 'bais2',
    title: 'Burned area index for Sentinel 2 (BAIS2)',
    formula:
      '(1 − √(rededge2 · rededge3 · nir_narrow / red)) · ((swir2 − nir_narrow) / √(swir2 + nir_narrow) + 1)',
    needsReflectance: true,
    range: [0, 1.5],
    reference: 'doi:10.3390/ecrs-2-05177',
    application:
      'Burned area on one Sentinel-2 date, from the red edge, the narrow near infrared and the far short-wave infrared.',
  },
  {
    name: 'csi',
    title: 'Char soil index (CSI)',
    formula: 'nir / swir2',
    range: [0, 5.2],
    reference: 'doi:10.1016/j.rse.2005.04.014',
    application: 'Tells char from bare soil after a fire: low over char, higher over plants.',
  },
  {
    name: 'csit',
    title: 'Char soil index thermal (CSIT)',
    formula: 'nir / (swir2 · thermal1 / 10000)',
    needsReflectance: true,
    range: [0, 180],
    reference: 'doi:10.1080/01431160600954704',
    application:
      'Char after a fire with the surface temperature taken in (kelvin / 10000): low over hot, charred ground.',
  },
  {
    name: 'nbr_swir',
    title: 'Normalised burn ratio SWIR (NBRSWIR)',
    formula: '(swir2 − swir1 − 0.02) / (swir2 + swir1 + 0.1)',
    needsReflectance: true,
    range: [-0.38, 0.022],
    reference: 'doi:10.1080/22797254.2020.1738900',
    application:
      'Fresh burns from the two short-wave infrared bands alone, less disturbed by water and shadow.',
  },
  {
    name: 'nbrt1',
    title: 'Normalised burn ratio thermal 1 (NBRT1)',
    formula: '(nir − swir2 · thermal1 / 10000) / (nir + swir2 · thermal1 / 10000)',
    needsReflectance: true,
    range: [0.9, 1],
    reference: 'doi:10.1080/01431160500239008',
    application:
      'Burned area where the thermal band helps: normalised burn ratio with the far short-wave infrared times temperature (kelvin / 10000).',
  },
  {
    name: 'nbrt2',
    title: 'Normalised burn ratio thermal 2 (NBRT2)',
    formula: '(nir / (thermal1 / 10000) − swir2) / (nir / (thermal1 / 10000) + swir2)',
    needsReflectance: true,
    range: [0.9, 1],
    reference: 'doi:10.1080/01431160500239008',
    application:
      'Burned area where the thermal band helps: normalised burn ratio with the near infrared divided by temperature (kelvin / 10000).',
  },
  {
    name: 'nbrt3',
    title: 'Normalised burn ratio thermal 3 (NBRT3)',
    formula: '(nir − thermal1 / 10000 − swir2) / (nir − thermal1 / 10000 + swir2)',
    needsReflectance: true,
    reference: 'doi:10.1080/01431160500239008',
    application:
      'Burned area where the thermal band helps: normalised burn ratio with temperature (kelvin / 10000) taken from the near infrared.',
  },
  {
    name: 'nbr_plus',
    title: 'Normalised burn ratio plus (NBRplus)',
    formula: '(swir2 − nir_narrow − green − blue) / (swir2 + nir_narrow + green + blue)',
    range: [-0.94, -0.18],
    reference: 'doi:10.3390/rs14071727',
    application: 'Burned area on Sentinel-2 with fewer false alarms over water and cloud: high over burns.',
  },
  {
    name: 'ndswir',
    title: 'Normalised difference SWIR (NDSWIR)',
    formula: '(nir − swir1) / (nir + swir1)',
    reference: 'doi:10.1109/TGRS.2003.819190',
    application:
      'Fire effects and dryness of a canopy from near and first short-wave infrared; its numbers equal those of NDMI.',
  },
  {
    name: 'ndvit',
    title: 'Normalised difference vegetation index thermal (NDVIT)',
    formula: '(nir − red · thermal1 / 10000) / (nir + red · thermal1 / 10000)',
    needsReflectance: true,
    range: [0.84, 1],
    reference: 'doi:10.1080/01431160600954704',
    application: 'Char and burnt ground: NDVI with red weighted by temperature (kelvin / 10000).',
  },
  {
    name: 'nst_v1',
    title: 'NIR-SWIR-Temperature version 1 (NSTv1)',
    formula: '(nir − swir2) / (nir + swir2) · thermal1',
    needsReflectance: true,
    range: [-60, 220],
    reference: 'doi:10.1016/j.rse.2011.06.010',
    application:
      'Burnt ground from the normalised burn ratio times surface temperature in kelvin: low over hot scars.',
  },
  {
    name: 'savit',
    title: 'Soil-adjusted vegetation index thermal (SAVIT)',
    formula: '1.5 · (nir − red · thermal1 / 10000) / (nir + red · thermal1 / 10000 + 0.5)',
    needsReflectance: true,
    range: [0, 0.72],
    reference: 'doi:10.1080/01431160600954704',
    application:
      'Char and burnt ground over sparse plants: soil-adjusted index with red weighted by temperature (kelvin / 10000).',
  },
  {
    name: 'vi6t',
    title: 'VI6T index',
    formula: '(nir − thermal1 / 10000) / (nir + thermal1 / 10000)',
    needsReflectance: true,
    reference: 'doi:10.1080/01431160500239008',
    application: 'Burnt and hot ground: near infrared against temperature (kelvin / 10000).',
  },
]
