import type { SceneFacts } from '../../trace/layer.ts'

const SENSORS: Readonly<Record<string, string>> = {
  'sentinel-2': 'Sentinel-2',
  'landsat-4': 'Landsat 4',
  'landsat-5': 'Landsat 5',
  'landsat-7': 'Landsat 7',
  'landsat-8': 'Landsat 8',
  'landsat-9': 'Landsat 9',
}

/** 'Sentinel-2 L2A'; words of ours, never the file's. */
export function sensorWords({ sensor, level }: SceneFacts): string {
  if (sensor === 'unknown') return 'Unknown sensor'
  return `${SENSORS[sensor] ?? sensor}${level === 'unknown' ? '' : ` ${level}`}`
}
