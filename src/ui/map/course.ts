import type { Reading } from './reading.ts'

/** What a place shows at one date. */
export interface CoursePoint {
  readonly date: string
  /** Null where there is no data. */
  readonly value: number | null
  /** True where the quality band says that the ground is not seen. */
  readonly hidden: boolean
}

export interface Course {
  /** 'ndvi', or the common name of a band. */
  readonly name: string
  readonly unit: string
  readonly points: readonly CoursePoint[]
}

const QUALITY = new Set(['scl', 'qa_pixel', 'fmask', 'modis_state', 'modis_reliability', 'modis_vi_quality', 'modis_lst_qc']) // prettier-ignore

/** All that scenes of at least two dates hold at a place: indices first, then bands, each in order of date. */
export function coursesOf(readings: readonly Reading[]): readonly Course[] {
  const found = new Map<string, { unit: string; points: CoursePoint[] }>()
  const add = (name: string, unit: string, point: CoursePoint) => {
    const course = found.get(name) ?? { unit, points: [] }
    course.points.push(point)
    found.set(name, course)
  }
  const dated = readings
    .filter((reading) => 'probe' in reading)
    .flatMap(({ layer, probe }) =>
      layer.scene && layer.date !== null ? [{ scene: layer.scene, date: layer.date, probe }] : [],
    )
    .sort((a, b) => a.date.localeCompare(b.date))
  for (const { date, probe } of dated) {
    const hidden = probe.facts?.hidden ?? false
    for (const { name, value } of probe.facts?.indices ?? []) add(name, '1', { date, value, hidden })
  }
  for (const { date, probe, scene } of dated) {
    const hidden = probe.facts?.hidden ?? false
    for (const [at, { value, unit }] of probe.values.entries()) {
      const name = scene.bands[at]?.name
      if (name !== undefined && !QUALITY.has(name)) add(name, unit, { date, value, hidden })
    }
  }
  return [...found]
    .map(([name, course]) => ({ name, ...course }))
    .filter(({ points }) => new Set(points.map(({ date }) => date)).size > 1)
}
