/** The one list of task types: seed skills, classification, FieldBench families and lessons all use these ids. */
export const TASK_TYPES = [
  'inventory', 'index-map', 'statistics', 'burned-area', 'burn-severity', 'fire-spread', 'active-fire',
  'vegetation-trend', 'vegetation-change', 'phenology', 'drought', 'water-extent', 'water-change', 'turbidity',
  'flood-sar', 'snow-cover', 'sea-ice', 'surface-temperature', 'urban-heat', 'air-moisture', 'night-lights',
  'urban-extent', 'deforestation', 'landslide', 'terrain', 'soil', 'zonal-comparison', 'hotspots',
  'change-direction', 'band-maths',
] as const // prettier-ignore
export type TaskType = (typeof TASK_TYPES)[number]
