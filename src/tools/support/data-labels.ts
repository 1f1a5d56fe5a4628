import { sensorTitle, type Sensor } from '../../sensing/sensors.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Label } from '../../trace/quantity.ts'

/** Sensors, dates and bands of scenes in words: each of them once; what no scene tells is left out. */
export function dataLabels(scenes: readonly Layer[]): readonly Label[] {
  const sensors = scenes.flatMap(({ scene }) =>
    scene && scene.sensor !== 'unknown' ? [sensorTitle(scene.sensor as Sensor)] : [],
  )
  const dates = scenes.flatMap(({ date }) => date ?? []).sort()
  const bands = scenes.flatMap(({ scene }) => scene?.bands.map(({ name }) => name) ?? [])
  return [
    { name: 'sensors', values: sensors },
    { name: 'dates', values: dates },
    { name: 'bands', values: bands },
  ].flatMap(({ name, values }) =>
    values.length === 0 ? [] : [{ name, value: [...new Set(values)].join(', ') }],
  )
}
