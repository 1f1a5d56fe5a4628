import type { QualityBand } from '../../trace/port.ts'

/** Bands that say of each pixel whether the ground is seen, best first. */
export const CLEAR_BANDS: readonly QualityBand[] = [
  'scl',
  'qa_pixel',
  'fmask',
  'modis_state',
  'modis_reliability',
  'modis_vi_quality',
  'modis_lst_qc',
]
