import type { Landscape } from './landscape.ts'
import { CELL_HECTARES, CELL_METRES, SIDE, type Place } from './place.ts'
import { centroidOf, countOf, without, type Mask } from './random-shapes.ts'

const SECTORS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

export interface Truth {
  readonly seed: number
  readonly epsg: number
  readonly tile: string
  readonly dates: { readonly before: string; readonly firstFire: string; readonly secondFire: string }
  readonly burned: {
    readonly rule: string
    readonly firstFireHectares: number
    /** All that is burned on the last date. */
    readonly secondFireHectares: number
    readonly growthHectares: number
  }
  /** From the centroid of the first scar to the centroid of what grew; bearing clockwise from map north. */
  readonly spread: {
    readonly sector: (typeof SECTORS)[number]
    readonly bearingDegrees: number
    readonly distanceMetres: number
  }
  readonly lake: {
    readonly rule: string
    readonly hectares: { readonly before: number; readonly firstFire: number; readonly secondFire: number }
    readonly lostHectares: number
  }
  readonly snow: { readonly rule: string; readonly hectares: number }
  readonly clouds: { readonly date: string; readonly cloudPercent: number; readonly shadowPercent: number }
}

/** What is so, counted in cells of 20 m before light and noise. */
export function truthOf(of: {
  readonly seed: number
  readonly place: Place
  readonly land: Landscape
  readonly dates: Truth['dates']
}): Truth {
  const { seed, place, land, dates } = of
  const { lake, scar } = land
  const growth = without(scar['second-fire'], scar['first-fire'])
  return {
    seed,
    epsg: place.epsg,
    tile: place.tile,
    dates,
    burned: {
      rule: 'dNBR (B8A, B12) at least 0.27 against the first date, 20 m',
      firstFireHectares: hectares(scar['first-fire']),
      secondFireHectares: hectares(scar['second-fire']),
      growthHectares: hectares(growth),
    },
    spread: spreadOf(scar['first-fire'], growth),
    lake: {
      rule: 'NDWI (B03, B08) above 0; MNDWI (B03, B11) above 0 is the same and the snow',
      hectares: {
        before: hectares(lake.before),
        firstFire: hectares(lake['first-fire']),
        secondFire: hectares(lake['second-fire']),
      },
      lostHectares: hectares(without(lake.before, lake['second-fire'])),
    },
    snow: { rule: 'NDSI (B03, B11) above 0.4, 20 m', hectares: hectares(land.snow) },
    clouds: {
      date: dates.firstFire,
      cloudPercent: percent(land.cloud),
      shadowPercent: percent(land.shadow),
    },
  }
}

function spreadOf(first: Mask, growth: Mask): Truth['spread'] {
  const [from, to] = [centroidOf(first), centroidOf(growth)]
  const [east, north] = [to.col - from.col, from.row - to.row]
  const bearing = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
  return {
    sector: SECTORS[Math.round(bearing / 45) % 8]!,
    bearingDegrees: rounded(bearing),
    distanceMetres: rounded(Math.hypot(east, north) * CELL_METRES),
  }
}

const hectares = (mask: Mask) => rounded(countOf(mask) * CELL_HECTARES)
const percent = (mask: Mask) => rounded((100 * countOf(mask)) / (SIDE * SIDE))
const rounded = (value: number) => Number(value.toFixed(3))
