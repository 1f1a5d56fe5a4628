import type { SceneSummary, SensingContext } from '../../sensing/context.ts'
import { areOfOneSeason } from '../../sensing/seasons.ts'
import { isThermal } from '../../sensing/sensors.ts'
import { fits } from '../../trace/fits.ts'
import type { Layer } from '../../trace/layer.ts'
import type { BandName, Port } from '../../trace/port.ts'

/** What of χ(d) decides whether a question makes sense here. */
export interface DataKinds {
  /** Dates of the scenes that have all of these bands; `nir_narrow` counts as `nir`. */
  readonly dates: (...bands: BandName[]) => number
  readonly has: (...bands: BandName[]) => boolean
  /** True where a scene has a thermal band whose numbers can be made kelvin. */
  readonly thermal: boolean
  /** True where a loaded product, not a result of a tool, fits the port. */
  readonly product: (port: Port) => boolean
  /** Dates of loaded layers of this index. */
  readonly readyDates: (index: string) => number
  /** True where a scene holds a finished product of this meaning. */
  readonly shows: (meaning: string) => boolean
  /** True where a loaded table lists fires that a satellite detected, and whether with their radiative power. */
  readonly detections: boolean
  readonly power: boolean
  /** Years from the first date to the last. */
  readonly years: number
  /** Most dates that fall into one calendar year. */
  readonly datesOfAYear: number
  /** True where the first and the last date are of one season, so that leaves and snow do not pass for a fire. */
  readonly isOfOneSeason: boolean
  /** True where every raster's place on Earth is known, without which there is no area. */
  readonly placed: boolean
}

const DAYS_OF_YEAR = 365.25
const MS_OF_DAY = 86_400_000

/** `tables`: names of the columns of each loaded table. */
export function dataKinds(
  context: SensingContext,
  layers: readonly Layer[],
  tables: readonly (readonly string[])[],
): DataKinds {
  const holding = (bands: readonly BandName[]) =>
    context.scenes.filter((scene) => scene.meaning === undefined && bands.every((band) => holds(scene, band)))
  const loaded = context.products.filter(({ made }) => made !== true)
  const dates = [...new Set([...context.dates, ...loaded.flatMap(({ date }) => date ?? [])])]
  const days = dates.map((date) => Date.parse(date) / MS_OF_DAY)
  const ofDetections = tables.filter((columns) =>
    ['latitude', 'longitude', 'confidence'].every((name) => columns.includes(name)),
  )
  return {
    dates: (...bands) => new Set(holding(bands).flatMap(({ date }) => date ?? [])).size,
    has: (...bands) => holding(bands).length > 0,
    thermal: layers.some(hasKelvin),
    product: (port) => loaded.some((each) => fits(port, each.port)),
    readyDates: (index) =>
      new Set(
        loaded.flatMap(({ port, date }) =>
          port.kind === 'raster' && port.meaning === index && date !== null ? [date] : [],
        ),
      ).size,
    shows: (meaning) => context.scenes.some((scene) => scene.meaning === meaning),
    detections: ofDetections.length > 0,
    power: ofDetections.some((columns) => columns.includes('frp')),
    years: days.length > 1 ? (Math.max(...days) - Math.min(...days)) / DAYS_OF_YEAR : 0,
    datesOfAYear: mostOfOneYear(dates),
    isOfOneSeason: areOfOneSeason(dates),
    placed: layers.every(({ grid }) => grid === null || grid.crs.kind !== 'unknown'),
  }
}

const holds = ({ bands }: SceneSummary, band: BandName): boolean =>
  bands.includes(band) || (band === 'nir' && bands.includes('nir_narrow'))

const hasKelvin = ({ scene }: Layer): boolean =>
  scene !== null &&
  (scene.quantity === 'temperature' ||
    scene.bands.some(({ name, scale }) => isThermal(name) && Number.isFinite(scale)))

function mostOfOneYear(dates: readonly string[]): number {
  const years = new Map<string, number>()
  for (const date of dates) {
    const year = date.slice(0, 4)
    years.set(year, (years.get(year) ?? 0) + 1)
  }
  return Math.max(0, ...years.values())
}
