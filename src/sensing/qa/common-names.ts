import type { QaKind } from './tables.ts'

/** What a person may ask to hide, whatever the sensor calls it. */
export const COMMON_QUALITY = [
  'cloud', 'shadow', 'cirrus', 'dilated_cloud', 'snow', 'water', 'saturated', 'fill', 'dark',
] as const // prettier-ignore
export type CommonQuality = (typeof COMMON_QUALITY)[number]

const SURFACE_WATER = [
  'surface_shallow_ocean', 'surface_shallow_inland_water', 'surface_ephemeral_water', 'surface_deep_inland_water',
  'surface_moderate_ocean', 'surface_deep_ocean',
] // prettier-ignore

type Names = Readonly<Partial<Record<CommonQuality, readonly string[]>>>

/** Names of each kind, as `decode` gives them, for the common ones; a name that is missing is not told by the kind. */
const NAMES: Readonly<Record<QaKind, Names>> = {
  scl: {
    cloud: ['cloud_medium', 'cloud_high'],
    shadow: ['cloud_shadow'],
    cirrus: ['cirrus'],
    snow: ['snow'],
    water: ['water'],
    saturated: ['saturated'],
    fill: ['no_data'],
    dark: ['dark_or_cast_shadow'],
  },
  qa_pixel: {
    cloud: ['cloud'],
    shadow: ['cloud_shadow'],
    cirrus: ['cirrus'],
    dilated_cloud: ['dilated_cloud'],
    snow: ['snow'],
    water: ['water'],
    fill: ['fill'],
  },
  // Read in the bits of QA_PIXEL, see bqa.ts; saturation has no bit there.
  bqa: {
    cloud: ['cloud'],
    shadow: ['cloud_shadow'],
    cirrus: ['cirrus'],
    snow: ['snow'],
    fill: ['fill'],
  },
  fmask: {
    cloud: ['cloud'],
    shadow: ['cloud_shadow'],
    cirrus: ['cirrus'],
    dilated_cloud: ['adjacent'],
    snow: ['snow'],
    water: ['water'],
  },
  modis_state: {
    cloud: ['cloud_cloudy', 'cloud_mixed', 'internal_cloud'],
    shadow: ['cloud_shadow'],
    // Small and average cirrus are over half of a humid scene and are corrected for.
    cirrus: ['cirrus_high'],
    dilated_cloud: ['adjacent'],
    snow: ['mod35_snow', 'internal_snow'],
    water: SURFACE_WATER,
  },
  modis_reliability: { cloud: ['cloudy'], snow: ['snow'], fill: ['estimated'] },
  modis_vi_quality: {
    cloud: ['vi_cloudy', 'mixed_cloud'],
    shadow: ['possible_shadow'],
    dilated_cloud: ['adjacent'],
    snow: ['possible_snow'],
    water: SURFACE_WATER,
    fill: ['vi_not_produced'],
  },
  modis_lst_qc: { cloud: ['lst_cloudy'], fill: ['lst_not_produced'] },
}

/** What a kind of quality band calls a common name; empty where it does not tell it. */
export const qualityNames = (kind: QaKind, name: CommonQuality): readonly string[] => NAMES[kind][name] ?? []
