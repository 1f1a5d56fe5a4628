import { bell, type Random } from '../../../scripts/sample/random-shapes.ts'
import type { DataFile } from '../task.ts'
import { textFile } from './files.ts'
import { dayAfter } from './place.ts'
import { course, degreeMetres } from './truth-motion.ts'
import { slope } from './truth.ts'

export const CONFIDENCES = ['low', 'nominal', 'high'] as const

export interface Detection {
  readonly latitude: number
  readonly longitude: number
  readonly date: string
  /** UTC, hours and minutes in one number as FIRMS writes them: 136 for 01:36. */
  readonly clock: number
  /** MW. */
  readonly frp: number
  readonly confidence: (typeof CONFIDENCES)[number]
}

/**
 * Detections of a fire that walks over the land: two overpasses a day, the numbers rounded as FIRMS rounds them. `bearing`
 * in degrees, `metresPerDay` the pace of its middle.
 */
export function walkingFire(
  random: Random,
  fire: {
    readonly from: string
    readonly days: number
    readonly bearing: number
    readonly metresPerDay: number
  },
): readonly Detection[] {
  const latitude = random() < 0.4 ? -12 - 20 * random() : 35 + 10 * random()
  const longitude = -120 + 235 * random()
  const metres = degreeMetres(latitude)
  const angle = (fire.bearing * Math.PI) / 180
  const found: Detection[] = []
  for (let day = 0; day < fire.days; day++) {
    for (const clock of [136, 1342]) {
      const time = day + (Math.floor(clock / 100) + (clock % 100) / 60) / 24
      const along = time * fire.metresPerDay
      const number = 3 + Math.floor(9 * random())
      for (let at = 0; at < number; at++) {
        const east = along * Math.sin(angle) + 350 * bell(random)
        const north = along * Math.cos(angle) + 350 * bell(random)
        found.push({
          latitude: Number((latitude + north / metres.north).toFixed(5)),
          longitude: Number((longitude + east / metres.east).toFixed(5)),
          date: dayAfter(fire.from, day),
          clock,
          frp: Number((1 + 30 * random() ** 2).toFixed(2)),
          confidence: CONFIDENCES[random() < 0.2 ? 0 : random() < 0.7 ? 1 : 2],
        })
      }
    }
  }
  return found
}

/** The motion of their middle by least squares: bearing from true north and metres a day. */
export function motionOf(detections: readonly Detection[]): {
  readonly bearing: number
  readonly length: number
} {
  const days = detections.map(
    ({ date, clock }) => Date.parse(date) / 86_400_000 + (Math.floor(clock / 100) + (clock % 100) / 60) / 24,
  )
  const middle = detections.reduce((sum, { latitude }) => sum + latitude, 0) / detections.length
  const metres = degreeMetres(middle)
  return course(
    slope(
      days,
      detections.map(({ longitude }) => longitude),
    ) * metres.east,
    slope(
      days,
      detections.map(({ latitude }) => latitude),
    ) * metres.north,
  )
}

/** As FIRMS delivers them; `without` leaves columns out. VIIRS tells confidence in words, MODIS in percent. */
export function firmsTable(
  detections: readonly Detection[],
  options: { readonly instrument?: 'VIIRS' | 'MODIS'; readonly without?: readonly string[] } = {},
): DataFile {
  const { instrument = 'VIIRS', without = [] } = options
  const isViirs = instrument === 'VIIRS'
  const percent = { low: 17, nominal: 62, high: 91 }
  const rows = detections.map((one): Readonly<Record<string, string | number>> => ({
    latitude: one.latitude,
    longitude: one.longitude,
    ...(isViirs ? { bright_ti4: 333.7 } : { brightness: 318.2 }),
    scan: 0.4,
    track: 0.5,
    acq_date: one.date,
    acq_time: isViirs ? String(one.clock).padStart(4, '0') : one.clock,
    satellite: isViirs ? 'N' : 'Terra',
    instrument,
    confidence: isViirs ? one.confidence[0]! : percent[one.confidence],
    version: isViirs ? '2.0NRT' : '6.1NRT',
    ...(isViirs ? { bright_ti5: 291.4 } : { bright_t31: 296.9 }),
    frp: one.frp,
    daynight: one.clock > 600 ? 'D' : 'N',
  }))
  const names = Object.keys(rows[0]!).filter((name) => !without.includes(name))
  const lines = [names.join(','), ...rows.map((row) => names.map((name) => row[name]).join(','))]
  return textFile(
    isViirs ? 'fire_nrt_SV-C2_412345.csv' : 'fire_nrt_M-C61_412346.csv',
    lines.join('\n') + '\n',
  )
}
