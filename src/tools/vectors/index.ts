import { areaOfFeaturesTool } from './area-of-features.ts'
import { boundingBoxesTool } from './bounding-boxes.ts'
import { boxAreaTool } from './box-area.ts'
import { boxCentroidsTool } from './box-centroids.ts'
import { bufferFeaturesTool } from './buffer-features.ts'
import { centroidsOfFeaturesTool } from './centroids-of-features.ts'
import { convexHullTool } from './convex-hull.ts'
import { distanceBetweenPointsTool } from './distance-between-points.ts'
import { expandBoxesTool } from './expand-boxes.ts'
import { featuresInPolygonsTool } from './features-in-polygons.ts'
import { lengthOfFeaturesTool } from './length-of-features.ts'
import { pointDistancesTool } from './point-distances.ts'
import { pointsFromTableTool } from './points-from-table.ts'
import { polygoniseMaskTool } from './polygonise-mask.ts'
import { rasterisePolygonsTool } from './rasterise-polygons.ts'
import { sampleAtPointsTool } from './sample-at-points.ts'
import { selectFeaturesTool } from './select-features.ts'
import { simplifyFeaturesTool } from './simplify-features.ts'
import { tableFromFeaturesTool } from './table-from-features.ts'
import { trackStatisticsTool } from './track-statistics.ts'
import type { Tool } from '../tool.ts'

export const vectorsTools: readonly Tool[] = [
  polygoniseMaskTool,
  rasterisePolygonsTool,
  areaOfFeaturesTool,
  lengthOfFeaturesTool,
  distanceBetweenPointsTool,
  pointDistancesTool,
  centroidsOfFeaturesTool,
  boundingBoxesTool,
  convexHullTool,
  bufferFeaturesTool,
  simplifyFeaturesTool,
  selectFeaturesTool,
  featuresInPolygonsTool,
  pointsFromTableTool,
  tableFromFeaturesTool,
  trackStatisticsTool,
  sampleAtPointsTool,
  boxCentroidsTool,
  boxAreaTool,
  expandBoxesTool,
]
