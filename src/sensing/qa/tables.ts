import type { QualityBand } from '../../trace/port.ts'

/**
 * A field of a quality value: `width` bits from bit `first` on. One bit is a flag of the field's own name, set where it
 * is 1. Wider fields name their values in order from 0; null stands for a value that says nothing.
 */
export interface QaField {
  readonly name: string
  readonly first: number
  readonly width: number
  readonly values?: readonly (string | null)[]
}

export interface QaTable {
  /** The guide that defines the bits. */
  readonly source: string
  readonly fields: readonly QaField[]
  /** Names, as `decode` gives them, of what hides the ground. */
  readonly hiding: readonly string[]
  /** Those of them that say cloud; shadow, thin cirrus and fill are not among them. */
  readonly clouds: readonly string[]
}

const flag = (name: string, first: number): QaField => ({ name, first, width: 1 })
const CONFIDENCE = [null, 'low', 'medium', 'high'] as const
const LAND_WATER = [
  'shallow_ocean', 'land', 'coastline', 'shallow_inland_water', 'ephemeral_water', 'deep_inland_water',
  'moderate_ocean', 'deep_ocean',
] as const // prettier-ignore

const confidence = (name: string, first: number): QaField => ({ name, first, width: 2, values: CONFIDENCE })

/** Sentinel-2 L2A. Dark areas (2), bare soil (5) and unclassified (7) do not hide: fresh burn scars often fall there. */
const SCL: QaTable = {
  source: 'https://sentiwiki.copernicus.eu/web/s2-processing (scene classification of level 2A)',
  fields: [
    {
      name: '',
      first: 0,
      width: 8,
      values: [
        'no_data', 'saturated', 'dark_or_cast_shadow', 'cloud_shadow', 'vegetation', 'bare', 'water', 'unclassified',
        'cloud_medium', 'cloud_high', 'cirrus', 'snow',
      ], // prettier-ignore
    },
  ],
  hiding: ['no_data', 'saturated', 'cloud_shadow', 'cloud_medium', 'cloud_high', 'cirrus'],
  clouds: ['cloud_medium', 'cloud_high'],
}

/** Landsat Collection 2. */
const QA_PIXEL: QaTable = {
  source: 'USGS LSDS-1619, Landsat 8-9 Collection 2 level 2 science product guide, table 6-3',
  fields: [
    flag('fill', 0),
    flag('dilated_cloud', 1),
    flag('cirrus', 2),
    flag('cloud', 3),
    flag('cloud_shadow', 4),
    flag('snow', 5),
    flag('clear', 6),
    flag('water', 7),
    confidence('cloud_confidence', 8),
    confidence('cloud_shadow_confidence', 10),
    confidence('snow_confidence', 12),
    confidence('cirrus_confidence', 14),
  ],
  hiding: ['fill', 'dilated_cloud', 'cirrus', 'cloud', 'cloud_shadow'],
  clouds: ['cloud'],
}

/** Landsat Collection 1. There is no dilated cloud and no water; shadow and cirrus are what has a high confidence. */
const BQA: QaTable = {
  source: 'USGS LSDS-1656, Landsat Collection 1 level 1 product definition, quality assessment band',
  fields: [
    flag('fill', 0),
    // Terrain occlusion for Landsat 8, a dropped pixel for those before it.
    flag('occluded_or_dropped', 1),
    {
      name: 'saturated_bands',
      first: 2,
      width: 2,
      values: [null, '1_to_2', '3_to_4', '5_or_more'],
    },
    flag('cloud', 4),
    confidence('cloud_confidence', 5),
    confidence('cloud_shadow_confidence', 7),
    confidence('snow_confidence', 9),
    confidence('cirrus_confidence', 11),
  ],
  hiding: ['fill', 'cloud', 'cloud_shadow_confidence_high', 'cirrus_confidence_high'],
  clouds: ['cloud'],
}

/** HLS 2.0. Bit 0 is reserved there and was cirrus before. 255 is fill: it has the cloud bit and hides. */
const FMASK: QaTable = {
  source: 'https://lpdaac.usgs.gov/documents/1698/HLS_User_Guide_V2.pdf, table 9',
  fields: [
    flag('cirrus', 0),
    flag('cloud', 1),
    flag('adjacent', 2),
    flag('cloud_shadow', 3),
    flag('snow', 4),
    flag('water', 5),
    { name: 'aerosol', first: 6, width: 2, values: ['climatology', 'low', 'moderate', 'high'] },
  ],
  hiding: ['cirrus', 'cloud', 'adjacent', 'cloud_shadow'],
  clouds: ['cloud'],
}

/** State of MOD09 and MYD09 (A1, GA, Q1), Collection 6 and 6.1. */
const MODIS_STATE: QaTable = {
  source:
    'MODIS surface reflectance user guide 1.4 (Collection 6), tables of state_1km and sur_refl_state_500m',
  fields: [
    // 3 means not set, assumed clear.
    { name: 'cloud', first: 0, width: 2, values: ['clear', 'cloudy', 'mixed', 'not_set'] },
    flag('cloud_shadow', 2),
    { name: 'surface', first: 3, width: 3, values: LAND_WATER },
    { name: 'aerosol', first: 6, width: 2, values: ['climatology', 'low', 'average', 'high'] },
    { name: 'cirrus', first: 8, width: 2, values: [null, 'small', 'average', 'high'] },
    flag('internal_cloud', 10),
    flag('internal_fire', 11),
    flag('mod35_snow', 12),
    flag('adjacent', 13),
    flag('salt_pan', 14),
    flag('internal_snow', 15),
  ],
  // Small and average cirrus are over half of a humid scene and are corrected for.
  hiding: ['cloud_cloudy', 'cloud_mixed', 'cloud_shadow', 'cirrus_high', 'internal_cloud'],
  clouds: ['cloud_cloudy', 'cloud_mixed', 'internal_cloud'],
}

/** VI Quality of MOD13 and MYD13. */
const MODIS_VI_QUALITY: QaTable = {
  source: 'MODIS vegetation index user guide (MOD13, Collection 6.1), table of VI quality',
  fields: [
    { name: 'vi', first: 0, width: 2, values: ['good', 'check_other', 'cloudy', 'not_produced'] },
    {
      name: 'usefulness',
      first: 2,
      width: 4,
      values: [
        'highest', 'lower', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', 'lowest', 'too_low', 'not_useful',
        'faulty',
      ], // prettier-ignore
    },
    { name: 'aerosol', first: 6, width: 2, values: ['climatology', 'low', 'intermediate', 'high'] },
    flag('adjacent', 8),
    flag('brdf_corrected', 9),
    flag('mixed_cloud', 10),
    { name: 'surface', first: 11, width: 3, values: LAND_WATER },
    flag('possible_snow', 14),
    flag('possible_shadow', 15),
  ],
  hiding: ['vi_cloudy', 'vi_not_produced', 'mixed_cloud', 'possible_shadow'],
  clouds: ['vi_cloudy', 'mixed_cloud'],
}

/** Pixel reliability of MOD13 and MYD13; its fill −1 (255 in unsigned files) names nothing and hides as nodata. */
const MODIS_RELIABILITY: QaTable = {
  source: 'MODIS vegetation index user guide (MOD13, Collection 6.1), table of pixel reliability',
  fields: [{ name: '', first: 0, width: 8, values: ['good', 'marginal', 'snow', 'cloudy', 'estimated'] }],
  hiding: ['cloudy', 'estimated'],
  clouds: ['cloudy'],
}

/** QC_Day and QC_Night of MOD11 and MYD11. */
const MODIS_LST_QC: QaTable = {
  source: 'MODIS land surface temperature user guide (MOD11, Collection 6), table of QC_Day and QC_Night',
  fields: [
    { name: 'lst', first: 0, width: 2, values: ['good', 'other_quality', 'cloudy', 'not_produced'] },
    { name: 'data', first: 2, width: 2, values: ['good', 'other_quality', null, null] },
    { name: 'emissivity_error', first: 4, width: 2, values: ['to_0.01', 'to_0.02', 'to_0.04', 'above_0.04'] },
    { name: 'lst_error', first: 6, width: 2, values: ['to_1_K', 'to_2_K', 'to_3_K', 'above_3_K'] },
  ],
  hiding: ['lst_cloudy', 'lst_not_produced'],
  clouds: ['lst_cloudy'],
}

/** Kinds of quality values: the common names of bands, and BQA, which is read as QA_PIXEL. */
export type QaKind = QualityBand | 'bqa'

export const QA_TABLES: Readonly<Record<QaKind, QaTable>> = {
  scl: SCL,
  qa_pixel: QA_PIXEL,
  bqa: BQA,
  fmask: FMASK,
  modis_state: MODIS_STATE,
  modis_reliability: MODIS_RELIABILITY,
  modis_vi_quality: MODIS_VI_QUALITY,
  modis_lst_qc: MODIS_LST_QC,
}
