import { ANALYSIS_KIT } from './map/analysis-kit.ts'
import { INDEX_KIT } from './map/index-kit.ts'
import { MICROWAVE_KIT } from './map/microwave-kit.ts'
import { NUMBER_KIT } from './map/number-kit.ts'
import { PERCEPTION_KIT } from './map/perception-kit.ts'
import { RASTER_KIT } from './map/raster-kit.ts'
import { RASTER_STATISTICS_KIT } from './map/raster-statistics-kit.ts'
import { THERMAL_KIT } from './map/thermal-kit.ts'
import type { Mapping } from './mapping.ts'

/**
 * Every array-maths tool of Earth-Agent (https://github.com/Peilin-FF/Earth-Agent), and the four single-image indices
 * that its recorded trajectories call without listing them, by name.
 */
export const TOOL_MAP: ReadonlyMap<string, Mapping> = new Map(
  [
    INDEX_KIT,
    THERMAL_KIT,
    MICROWAVE_KIT,
    PERCEPTION_KIT,
    ANALYSIS_KIT,
    NUMBER_KIT,
    RASTER_STATISTICS_KIT,
    RASTER_KIT,
  ]
    .flat()
    .map((mapping) => [mapping.theirs, mapping]),
)
