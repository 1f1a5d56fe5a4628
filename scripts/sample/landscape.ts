import { SIDE } from './place.ts'
import {
  contains,
  dilated,
  emptyMask,
  maskWhere,
  outline,
  smoothNoise,
  touches,
  union,
  without,
  type Mask,
  type Point,
  type Random,
} from './random-shapes.ts'

export const DATES = ['before', 'first-fire', 'second-fire'] as const
export type DateName = (typeof DATES)[number]

/** Everything that the pixels of the three dates follow, on the 20 m grid. */
export interface Landscape {
  readonly forest: Mask
  readonly bare: Mask
  readonly built: Mask
  /** A field that is bare on the first date and green on the last. */
  readonly field: Mask
  readonly snow: Mask
  readonly lake: Readonly<Record<DateName, Mask>>
  readonly scar: Readonly<Record<DateName, Mask>>
  /** On the date of the first fire alone. */
  readonly cloud: Mask
  readonly shadow: Mask
  /** Severity of the fire, 0.65 to 1. */
  readonly severity: (col: number, row: number) => number
  /** Brightness of the ground about 1. */
  readonly texture: (col: number, row: number) => number
}

const LAKE_SCALE: Readonly<Record<DateName, number>> = { before: 1, 'first-fire': 0.9, 'second-fire': 0.74 }

/** Lays out the scene. The fire grows towards one of eight sectors, up to 8° off its middle. */
export function layOut(random: Random): Landscape {
  const at = turned(random)
  const shapes = {
    lake: blob(random, at(0.22, 0.25), 25),
    snow: blob(random, at(0.82, 0.18), 20),
    bare: blob(random, at(0.5, 0.15), 17),
  }
  const lake = (date: DateName) =>
    maskWhere(SIDE, (col, row) => contains(shapes.lake, col, row, LAKE_SCALE[date]))
  const lakes = {
    before: lake('before'),
    'first-fire': lake('first-fire'),
    'second-fire': lake('second-fire'),
  }
  const snow = maskWhere(SIDE, (col, row) => contains(shapes.snow, col, row))
  const scar = burn(random, at(0.6, 0.62))
  const kept = union(lakes.before, snow, scar['second-fire'])
  const free = (mask: Mask) => without(mask, dilated(kept, 2))
  const woods = smoothNoise(random, SIDE, 9)
  const severity = smoothNoise(random, SIDE, 14)
  const texture = smoothNoise(random, SIDE, 40)
  return {
    forest: maskWhere(SIDE, (col, row) => woods(col, row) > 0.46),
    bare: free(maskWhere(SIDE, (col, row) => contains(shapes.bare, col, row))),
    built: free(rectangle(at(0.14, 0.82), 15, 12)),
    field: free(rectangle(at(0.12, 0.56), 14, 17)),
    snow,
    lake: lakes,
    scar,
    ...weather(random, dilated(kept, 4)),
    severity: (col, row) => 0.65 + 0.35 * severity(col, row),
    texture: (col, row) => 1 + 0.08 * (texture(col, row) - 0.5),
  }
}

/** One of the eight ways to lay a square on itself, so that seeds differ in where things are. */
function turned(random: Random): (u: number, v: number) => Point {
  const [flipU, flipV, swap] = [random() < 0.5, random() < 0.5, random() < 0.5]
  return (u, v) => {
    const [x, y] = [flipU ? 1 - u : u, flipV ? 1 - v : v]
    return swap ? { col: y * SIDE, row: x * SIDE } : { col: x * SIDE, row: y * SIDE }
  }
}

function blob(random: Random, centre: Point, radius: number) {
  const along = radius * (0.95 + 0.1 * random())
  const across = radius * (0.85 + 0.1 * random())
  return outline(random, { centre, along, across, angle: Math.PI * random() }, 0.09)
}

function rectangle({ col, row }: Point, halfWidth: number, halfHeight: number): Mask {
  return maskWhere(SIDE, (x, y) => Math.abs(x - col) <= halfWidth && Math.abs(y - row) <= halfHeight)
}

/** A round first fire, and a second one that ran on from it in one direction. */
function burn(random: Random, centre: Point): Landscape['scar'] {
  const bearing = ((45 * Math.floor(random() * 8) + 16 * (random() - 0.5)) * Math.PI) / 180
  const start = outline(random, { centre, along: 16, across: 15, angle: Math.PI * random() }, 0.07)
  const ahead = { col: centre.col + 26 * Math.sin(bearing), row: centre.row - 26 * Math.cos(bearing) }
  const run = outline(random, { centre: ahead, along: 28, across: 17, angle: bearing - Math.PI / 2 }, 0.03)
  const first = maskWhere(SIDE, (col, row) => contains(start, col, row))
  const second = maskWhere(SIDE, (col, row) => contains(run, col, row))
  return { before: emptyMask(SIDE), 'first-fire': first, 'second-fire': union(first, second) }
}

const CLOUDS = 5
/** Shadows fall to the north-west: the sun of a morning pass in the north stands in the south-east. */
const SHADOW_SHIFT = { col: -9, row: -8 }

/** Clouds and their shadows over plain land: none touches what the truth measures. */
function weather(random: Random, kept: Mask): Pick<Landscape, 'cloud' | 'shadow'> {
  let [cloud, shadow] = [emptyMask(SIDE), emptyMask(SIDE)]
  for (let made = 0, tries = 0; made < CLOUDS && tries < 500; tries++) {
    const centre = { col: SIDE * random(), row: SIDE * random() }
    const shape = blob(random, centre, 6 + 7 * random())
    const next = maskWhere(SIDE, (col, row) => contains(shape, col, row))
    const shade = maskWhere(SIDE, (col, row) =>
      contains(shape, col - SHADOW_SHIFT.col, row - SHADOW_SHIFT.row),
    )
    if (touches(union(next, shade), kept)) continue
    cloud = union(cloud, next)
    shadow = union(shadow, shade)
    made++
  }
  return { cloud, shadow: without(shadow, cloud) }
}
