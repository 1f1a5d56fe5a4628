import type { IndexRow } from './row.ts'

/** Clouds and their shadows. */
export const CLOUDS: readonly IndexRow[] = [
  {
    name: 'ci1_swir',
    title: 'Cloud index form 1 with SWIR 1 (CI1SWIR)',
    formula: '(nir + 2 · swir1) / (blue + green + red)',
    range: [0, 5.4],
    reference: 'doi:10.1016/j.isprsjprs.2018.07.006',
    application:
      'Spots clouds: near 1 where the near and short-wave infrared are as bright as the visible bands.',
  },
  {
    name: 'ci1_no_swir',
    title: 'Cloud index form 1 without SWIR bands (CI1woSWIR)',
    formula: '3 · nir / (blue + green + red)',
    range: [0, 8.4],
    reference: 'doi:10.1016/j.isprsjprs.2018.07.006',
    application: 'Spots clouds with sensors that lack short-wave infrared: near 1 over cloud.',
  },
  {
    name: 'ci2_swir',
    title: 'Cloud index form 2 with SWIR bands (CI2SWIR)',
    formula: '(blue + green + red + nir + swir1 + swir2) / 6',
    needsReflectance: true,
    range: [0, 0.26],
    reference: 'doi:10.1016/j.isprsjprs.2018.07.006',
    application: 'Brightness over six bands: high over cloud, low over cloud shadow.',
  },
  {
    name: 'ci2_no_swir',
    title: 'Cloud index form 2 without SWIR bands (CI2woSWIR)',
    formula: '(blue + green + red + nir) / 4',
    needsReflectance: true,
    range: [0, 0.22],
    reference: 'doi:10.1016/j.isprsjprs.2018.07.006',
    application: 'Brightness over four bands: high over cloud, for sensors without short-wave infrared.',
  },
  {
    name: 'closdi',
    title: 'Cloud shadow detection index (CLOSDI)',
    formula: '(1 − 1.5 · nir − 0.1 · red) / (1 + 3.5 · nir + 4.9 · red)',
    needsReflectance: true,
    range: [0, 0.8],
    reference: 'doi:10.1016/j.rsase.2026.101990',
    application: 'Cloud shadow: high over dark shadowed ground, from red and near infrared.',
  },
  {
    name: 'csi_swir',
    title: 'Cloud shadow index with SWIR 1 (CSISWIR)',
    formula: '(nir + swir1) / 2',
    needsReflectance: true,
    range: [0, 0.38],
    reference: 'doi:10.1016/j.isprsjprs.2018.07.006',
    application: 'Cloud shadow: low values of the infrared mean point to shadow.',
  },
]
