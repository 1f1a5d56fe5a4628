import type { IndexRow } from './row.ts'

/** Built-up land and impervious surfaces. */
export const URBAN: readonly IndexRow[] = [
  {
    name: 'ndbi',
    title: 'Normalised difference built-up index (NDBI)',
    formula: '(swir1 − nir) / (swir1 + nir)',
    reference: 'doi:10.1080/01431160304987',
    application: 'Built-up, urban land and settlements: above 0 over buildings; bare soil is high as well.',
  },
  {
    name: 'blfei',
    title: 'Built-up land features extraction index (BLFEI)',
    formula: '((green + red + swir2) / 3 − swir1) / ((green + red + swir2) / 3 + swir1)',
    reference: 'doi:10.1080/10106049.2018.1497094',
    application: 'Built-up land told from bare soil and water.',
  },
  {
    name: 'brba',
    title: 'Band ratio for built-up area (BRBA)',
    formula: 'red / swir1',
    range: [0, 6],
    reference: 'https://www.omicsonline.org/scientific-reports/JGRS-SR136.pdf',
    application: 'Built-up area from the ratio of red to short-wave infrared.',
  },
  {
    name: 'ibi',
    title: 'Index-based built-up index (IBI)',
    formula:
      '((swir1 − nir) / (swir1 + nir) − ((nir − red) · 1.5 / (nir + red + 0.5) + (green − swir1) / (green + swir1)) / 2) / ((swir1 − nir) / (swir1 + nir) + ((nir − red) · 1.5 / (nir + red + 0.5) + (green − swir1) / (green + swir1)) / 2)',
    needsReflectance: true,
    reference: 'doi:10.1080/01431160802039957',
    application: 'Built-up land from three indices at once (built-up, plants, water): high over buildings.',
  },
  {
    name: 'nbai',
    title: 'Normalised built-up area index (NBAI)',
    formula: '(swir2 − swir1 / green) / (swir2 + swir1 / green)',
    needsReflectance: true,
    range: [-0.96, -0.68],
    reference: 'https://www.omicsonline.org/scientific-reports/JGRS-SR136.pdf',
    application: 'Built-up area from green and both short-wave infrared bands.',
  },
  {
    name: 'nhfd',
    title: 'Non-homogeneous feature difference (NHFD)',
    formula: '(rededge1 − coastal) / (rededge1 + coastal)',
    reference:
      'https://www.semanticscholar.org/paper/Using-WorldView-2-Vis-NIR-MSI-Imagery-to-Support-Wolf/5e5063ccc4ee76b56b721c866e871d47a77f9fb4',
    application: 'Features that stand out from their surroundings, such as buildings, on WorldView scenes.',
  },
  {
    name: 'pisi',
    title: 'Perpendicular impervious surface index (PISI)',
    formula: '0.8192 · blue − 0.5735 · nir + 0.075',
    needsReflectance: true,
    range: [-0.14, 0.14],
    reference: 'doi:10.3390/rs10101521',
    application: 'Impervious surfaces such as roofs and roads from blue and near infrared.',
  },
  {
    name: 'urban_index',
    title: 'Urban index (UI)',
    formula: '(swir2 − nir) / (swir2 + nir)',
    reference: 'https://www.isprs.org/proceedings/XXXI/congress/part7/321_XXXI-part7.pdf',
    application: 'Urban density from far short-wave and near infrared: high over buildings.',
  },
  {
    name: 'vibi',
    title: 'Vegetation index built-up index (VIBI)',
    formula: '(nir − red) / (nir + red) / ((nir − red) / (nir + red) + (swir1 − nir) / (swir1 + nir))',
    range: [0, 2.4],
    reference: 'doi:10.1080/01431161.2012.687842',
    application: 'Urban land against plants: low over towns, high over plants.',
  },
  {
    name: 'vgnirbi',
    title: 'Visible green-based built-up index (VgNIRBI)',
    formula: '(green − nir) / (green + nir)',
    reference: 'doi:10.1016/j.ecolind.2015.03.037',
    application: 'Built-up land from green and near infrared; its numbers equal those of NDWI.',
  },
  {
    name: 'vrnirbi',
    title: 'Visible red-based built-up index (VrNIRBI)',
    formula: '(red − nir) / (red + nir)',
    reference: 'doi:10.1016/j.ecolind.2015.03.037',
    application: 'Built-up land from red and near infrared: NDVI with its sign turned.',
  },
  {
    name: 'bui',
    title: 'Built-up index (BUI)',
    formula: '(swir1 − nir) / (swir1 + nir) − (nir − red) / (nir + red)',
    range: [-1.4, 0.2],
    reference: 'doi:10.1080/01431161.2010.481681',
    application: 'Built-up land as NDBI less NDVI: high over towns, low over plants.',
  },
]
