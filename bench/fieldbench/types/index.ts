import type { FieldType } from '../field-type.ts'
import { activeFire } from './active-fire.ts'
import { airMoisture } from './air-moisture.ts'
import { bandMaths } from './band-maths.ts'
import { burnSeverity } from './burn-severity.ts'
import { burnedArea } from './burned-area.ts'
import { changeDirection } from './change-direction.ts'
import { deforestation } from './deforestation.ts'
import { drought } from './drought.ts'
import { fireSpread } from './fire-spread.ts'
import { floodSar } from './flood-sar.ts'
import { hotspots } from './hotspots.ts'
import { indexMap } from './index-map.ts'
import { inventory } from './inventory.ts'
import { landslide } from './landslide.ts'
import { nightLightsType } from './night-lights.ts'
import { phenology } from './phenology.ts'
import { seaIce } from './sea-ice.ts'
import { snowCover } from './snow-cover.ts'
import { soil } from './soil.ts'
import { statistics } from './statistics.ts'
import { surfaceTemperature } from './surface-temperature.ts'
import { terrain } from './terrain.ts'
import { turbidityType } from './turbidity.ts'
import { urbanExtent } from './urban-extent.ts'
import { urbanHeat } from './urban-heat.ts'
import { vegetationChange } from './vegetation-change.ts'
import { vegetationTrend } from './vegetation-trend.ts'
import { waterChange } from './water-change.ts'
import { waterExtent } from './water-extent.ts'
import { zonalComparison } from './zonal-comparison.ts'

/** Every type of task, in the order of src/sensing/task-types.ts. */
export const FIELD_TYPES: readonly FieldType[] = [
  inventory,
  indexMap,
  statistics,
  burnedArea,
  burnSeverity,
  fireSpread,
  activeFire,
  vegetationTrend,
  vegetationChange,
  phenology,
  drought,
  waterExtent,
  waterChange,
  turbidityType,
  floodSar,
  snowCover,
  seaIce,
  surfaceTemperature,
  urbanHeat,
  airMoisture,
  nightLightsType,
  urbanExtent,
  deforestation,
  landslide,
  terrain,
  soil,
  zonalComparison,
  hotspots,
  changeDirection,
  bandMaths,
]
