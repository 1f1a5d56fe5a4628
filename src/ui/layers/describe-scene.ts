import type { Layer, SceneFacts } from '../../trace/layer.ts'
import { words } from '../words/words.svelte.ts'

const SENSORS: Readonly<Record<string, string>> = {
  'sentinel-2': 'Sentinel-2',
  'landsat-4': 'Landsat 4',
  'landsat-5': 'Landsat 5',
  'landsat-7': 'Landsat 7',
  'landsat-8': 'Landsat 8',
  'landsat-9': 'Landsat 9',
  'hls-l30': 'HLS L30',
  'hls-s30': 'HLS S30',
  'modis-terra': 'MODIS Terra',
  'modis-aqua': 'MODIS Aqua',
  modis: 'MODIS',
  'sentinel-1': 'Sentinel-1',
  planetscope: 'PlanetScope',
  viirs: 'VIIRS',
  aster: 'ASTER',
}

/** 'Sentinel-2 L2A'; words of ours, never the file's. */
export function sensorWords({ sensor, level }: SceneFacts): string {
  if (sensor === 'unknown') return words.layers.scene.unknownSensor
  return `${SENSORS[sensor] ?? sensor}${level === 'unknown' ? '' : ` ${level}`}`
}

/** A scene's title names the date it was read with; where a person changed the date, the title follows. */
export function titleOf({ title, scene, date }: Layer): string {
  if (scene === null) return title
  const [written] = /\d{4}-\d{2}-\d{2}/.exec(title) ?? []
  if (date === null || written === date) return title
  if (written !== undefined) return title.replace(written, date)
  return scene.assumptions.some(({ field, why }) => field === 'date' && isByHand(why))
    ? `${title}, ${date}`
    : title
}

/** Whether a reason says that a person set it. */
export function isByHand(why: string): boolean {
  return /\bset by (a person|hand|you)\b/i.test(why)
}
