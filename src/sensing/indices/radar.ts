import type { IndexRow } from './row.ts'

/** Backscatter of two or more polarisations, in linear power. */
export const RADAR: readonly IndexRow[] = [
  {
    name: 'dpdd',
    title: 'Dual-pol diagonal distance (DPDD)',
    formula: '(vv + vh) / √(2)',
    needsReflectance: true,
    range: [0, 0.3],
    reference: 'doi:10.1016/j.rse.2018.09.003',
    application:
      'Distance of both polarisations from zero in linear radar power: follows crop growth and roughness.',
  },
  {
    name: 'dprvi_hh',
    title: 'Dual-polarised radar vegetation index HH (DpRVIHH)',
    formula: '4 · hv / (hh + hv)',
    range: [0, 1.2],
    reference: 'https://www.tandfonline.com/doi/abs/10.5589/m12-043',
    application:
      'Radar vegetation index from HH and HV power: near 0 over bare ground, towards 1 and more over dense plants.',
  },
  {
    name: 'dprvi_vv',
    title: 'Dual-polarised radar vegetation index VV (DpRVIVV)',
    formula: '4 · vh / (vv + vh)',
    range: [0, 0.98],
    reference: 'doi:10.3390/app9040655',
    application:
      'Radar vegetation index of Sentinel-1 from VV and VH power: near 0 over bare ground, higher over crops and forest.',
  },
  {
    name: 'ndpoli',
    title: 'Normalised difference polarisation index (NDPolI)',
    formula: '(vv − vh) / (vv + vh)',
    range: [0.5, 0.86],
    reference: 'https://www.isprs.org/proceedings/XXXVII/congress/4_pdf/267.pdf',
    application:
      'Share of co-polarised radar return: near 1 over smooth bare ground and water, lower over plants.',
  },
  {
    name: 'qprvi',
    title: 'Quad-polarised radar vegetation index (QpRVI)',
    formula: '8 · hv / (hh + vv + 2 · hv)',
    range: [0, 1.2],
    reference: 'doi:10.1109/IGARSS.2001.976856',
    application:
      'Radar vegetation index of quad-polarised scenes: 0 for bare, smooth ground, near 1 for a random canopy.',
  },
  {
    name: 'rfdi',
    title: 'Radar forest degradation index (RFDI)',
    formula: '(hh − hv) / (hh + hv)',
    range: [0.42, 0.88],
    reference: 'doi:10.5194/bg-9-179-2012',
    application:
      'Forest degradation and clearing from L-band radar: low in dense forest, high where it was thinned or cut.',
  },
  {
    name: 'vddpi',
    title: 'Vertical dual de-polarisation index (VDDPI)',
    formula: '(vv + vh) / vv',
    range: [1, 1.4],
    reference: 'doi:10.1016/j.rse.2018.09.003',
    application:
      'Depolarisation of Sentinel-1: 1 over bare, smooth ground, higher over plants and buildings.',
  },
  {
    name: 'vh_minus_vv',
    title: 'VH-VV difference (VHVVD)',
    formula: 'vh − vv',
    needsReflectance: true,
    range: [-0.32, -0.0078],
    reference: 'doi:10.3390/app9040655',
    application: 'Difference of VH and VV radar power, for crop and flood mapping.',
  },
  {
    name: 'vh_times_vv',
    title: 'VH-VV product (VHVVP)',
    formula: 'vh · vv',
    needsReflectance: true,
    range: [0, 0.016],
    reference: 'doi:10.1109/IGARSS47720.2021.9554099',
    application: 'Product of VH and VV radar power: very low over open water, so that floods stand out.',
  },
  {
    name: 'vh_over_vv',
    title: 'VH-VV ratio (VHVVR)',
    formula: 'vh / vv',
    range: [0, 0.32],
    reference: 'doi:10.1109/IGARSS47720.2021.9554099',
    application: 'Cross ratio of Sentinel-1: rises with the volume of plants, for crop growth.',
  },
  {
    name: 'vv_minus_vh',
    title: 'VV-VH difference (VVVHD)',
    formula: 'vv − vh',
    needsReflectance: true,
    range: [0, 0.32],
    reference: 'doi:10.1109/IGARSS47720.2021.9554099',
    application: 'Difference of VV and VH radar power.',
  },
  {
    name: 'vv_over_vh',
    title: 'VV-VH ratio (VVVHR)',
    formula: 'vv / vh',
    range: [0, 14],
    reference: 'doi:10.3390/app9040655',
    application: 'Ratio of VV and VH radar power: falls as plants grow.',
  },
  {
    name: 'vv_plus_vh',
    title: 'VV-VH sum (VVVHS)',
    formula: 'vv + vh',
    needsReflectance: true,
    range: [0, 0.4],
    reference: 'doi:10.1109/IGARSS47720.2021.9554099',
    application: 'Total radar power of both polarisations: low over water, high over towns.',
  },
]
