import { AppError } from '../../lib/errors.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { layerRef } from '../tool.ts'
import { spotsOf } from './features.ts'
import { counted } from './figures.ts'
import { placesOfTable } from './places-of-table.ts'

export const CONFIDENCES = ['low', 'nominal', 'high'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** Points of a table or a vector layer, in its order, with what is told of them; null where nothing is. */
export interface PointSet {
  readonly layer: Layer
  readonly places: readonly LonLat[]
  /** Days since 1 January 1970, UTC, with the time of day where it is known. */
  readonly days: readonly (number | null)[]
  readonly confidences: readonly (Confidence | null)[]
  /** Fire radiative power in MW. */
  readonly powers: readonly (number | null)[]
  readonly notes: readonly string[]
}

/** The two arguments that points come by; one is given. */
export const pointArguments = {
  table: layerRef(
    'Id of a table with columns longitude and latitude; leave it out where points are given.',
  ).optional(),
  points: layerRef('Id of a vector layer of points; leave it out where a table is given.').optional(),
}

/** Their ports. */
export const POINT_NEEDS = { table: { kind: 'table' }, points: { kind: 'vector' } } as const

const DATES = ['time', 'datetime', 'acq_datetime', 'date', 'acq_date'] as const
const CLOCKS = ['acq_time', 'time'] as const
const POWERS = ['frp', 'power', 'fire_radiative_power'] as const

/** Throws invalid_input where not just one of both is given, or what is given holds no places; nothing_valid. */
export async function pointSet(
  context: ToolContext,
  given: { readonly table?: LayerId | undefined; readonly points?: LayerId | undefined },
): Promise<PointSet> {
  if ((given.table === undefined) === (given.points === undefined)) {
    throw new AppError('invalid_input', 'give either a table or a vector layer of points')
  }
  if (given.table !== undefined) {
    const { layer, table, rows, leftOut } = await placesOfTable(context, given.table)
    const names = table.columns.map(({ name }) => name)
    return setOf(
      layer,
      rows.map(({ at, row }) => ({
        at,
        value: (name: string) => {
          const place = names.indexOf(name)
          return place < 0 ? null : (row[place] ?? null)
        },
      })),
      leftOut > 0 ? [`${counted(leftOut, 'row')} of ${layer.id} without a place left out.`] : [],
    )
  }
  const { layer, spots, notes } = await spotsOf(context, given.points!)
  return setOf(
    layer,
    spots.map(({ at, feature }) => ({
      at,
      value: (name: string) =>
        Object.hasOwn(feature.properties, name) ? (feature.properties[name] ?? null) : null,
    })),
    notes,
  )
}

interface Told {
  readonly at: LonLat
  readonly value: (name: string) => string | number | null
}

function setOf(layer: Layer, points: readonly Told[], notes: readonly string[]): PointSet {
  return {
    layer,
    places: points.map(({ at }) => at),
    days: points.map(({ value }) => dayOf(value)),
    confidences: points.map(({ value }) => confidenceOf(value('confidence'))),
    powers: points.map(({ value }) => {
      const found = POWERS.map(value).find((each) => each !== null)
      const power = typeof found === 'string' ? Number(found) : (found ?? NaN)
      return Number.isFinite(power) ? power : null
    }),
    notes,
  }
}

const MILLISECONDS = 86_400_000

/** Of the first column that holds a date; with the clock of FIRMS tables (1342 for 13:42 UTC) where there is one. */
function dayOf(value: Told['value']): number | null {
  for (const name of DATES) {
    const cell = value(name)
    if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d/.test(cell)) continue
    // Times without a zone are UTC here; those of the machine must not come in.
    const isBare = /T[\d:.]+$/.test(cell)
    const milliseconds = Date.parse(isBare ? `${cell}Z` : cell)
    if (Number.isNaN(milliseconds)) continue
    return milliseconds / MILLISECONDS + (cell.length === 10 ? clockOf(value) : 0)
  }
  return null
}

function clockOf(value: Told['value']): number {
  for (const name of CLOCKS) {
    const cell = value(name)
    const clock = cell === null ? NaN : Number(String(cell).replace(':', ''))
    const [hours, minutes] = [Math.floor(clock / 100), clock % 100]
    if (Number.isInteger(clock) && hours >= 0 && hours < 24 && minutes < 60)
      return (hours + minutes / 60) / 24
  }
  return 0
}

/** Words of VIIRS, or percent of MODIS: below 30 low, from 80 on high (Giglio et al., doi:10.1016/j.rse.2016.02.054). */
function confidenceOf(cell: string | number | null): Confidence | null {
  if (cell === null || cell === '') return null
  const percent = Number(cell)
  if (Number.isFinite(percent)) return percent < 30 ? 'low' : percent < 80 ? 'nominal' : 'high'
  const word = String(cell).toLowerCase()
  return CONFIDENCES.find((each) => word === each || word === each[0]) ?? null
}

/** yyyy-mm-dd of a day. */
export const dateOfDay = (day: number): string =>
  new Date(Math.floor(day) * MILLISECONDS).toISOString().slice(0, 10)
