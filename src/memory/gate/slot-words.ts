/** The slots that a question may fill: the same list as SLOTS of src/tools/tool.ts, whose code memory may not load. */
export const SLOT_NAMES = [
  'threshold', 'side', 'rule', 'percentile', 'factor', 'sectors', 'unit', 'top', 'min_pixels', 'connectivity',
  'operation', 'order', 'format', 'part', 'clouds', 'breaks', 'longitude', 'latitude', 'index', 'share', 'alpha',
  'confidence', 'date', 'steepness', 'polarisation', 'sun_zenith',
] as const // prettier-ignore
export const SLOT_WORDS = SLOT_NAMES.join(' ')
