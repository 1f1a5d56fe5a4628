/** Plain arithmetic for truths about where cells lie; rows count downwards, and north is up. */

export interface Spot {
  readonly col: number
  readonly row: number
}

/** The groups of touching cells (sides and corners), largest first; each lists its cells by index. */
export function patches(inside: (at: number) => boolean, width: number, height: number): number[][] {
  const seen = new Uint8Array(width * height)
  const found: number[][] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || !inside(start)) continue
    seen[start] = 1
    const cells = [start]
    for (const cell of cells) {
      const [col, row] = [cell % width, Math.floor(cell / width)]
      for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++) {
        for (let c = Math.max(0, col - 1); c <= Math.min(width - 1, col + 1); c++) {
          const next = r * width + c
          if (seen[next] === 1 || !inside(next)) continue
          seen[next] = 1
          cells.push(next)
        }
      }
    }
    found.push(cells)
  }
  return found.sort((one, other) => other.length - one.length)
}

export const cellsWhere = (values: ArrayLike<number>, test: (value: number) => boolean): number[] =>
  Array.from(values).flatMap((value, at) => (test(value) ? [at] : []))

/** Middle of the cells, in cells from the upper left corner of the grid. */
export function middleOf(cells: readonly number[], width: number): Spot {
  const sum = cells.reduce(
    ({ col, row }, cell) => ({ col: col + (cell % width) + 0.5, row: row + Math.floor(cell / width) + 0.5 }),
    { col: 0, row: 0 },
  )
  return { col: sum.col / cells.length, row: sum.row / cells.length }
}

/** Degrees clockwise from north, 0 to 360. */
export const bearingFrom = (from: Spot, to: Spot): number =>
  ((Math.atan2(to.col - from.col, from.row - to.row) * 180) / Math.PI + 360) % 360

export const EIGHT = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type Sector = (typeof EIGHT)[number]
const LONG: Readonly<Record<Sector, string>> = {
  N: 'north', NE: 'north-east', E: 'east', SE: 'south-east', S: 'south', SW: 'south-west', W: 'west', NW: 'north-west',
} // prettier-ignore
export const sectorWords = (sector: Sector): string => LONG[sector]

/** The eighth of the compass in which a bearing lies; each reaches 22.5° to either side of its name. */
export const sectorOfBearing = (bearing: number): Sector => EIGHT[Math.floor(bearing / 45 + 0.5) % 8]!

/** Shares (0 to 1) of the cells in each of `sectors` equal sectors about a spot, from north clockwise. */
export function sharesAbout(
  cells: readonly number[],
  width: number,
  { about, sectors }: { readonly about: Spot; readonly sectors: 4 | 8 },
): number[] {
  const counts = new Array<number>(sectors).fill(0)
  for (const cell of cells) {
    const bearing = bearingFrom(about, { col: (cell % width) + 0.5, row: Math.floor(cell / width) + 0.5 })
    counts[Math.floor((bearing / 360) * sectors + 0.5) % sectors]!++
  }
  return counts.map((each) => each / cells.length)
}

/** Bearing (0 to 180) of the longer principal axis of the cells, each a point at its middle. */
export function axisOf(cells: readonly number[], width: number): number {
  const middle = middleOf(cells, width)
  let [xx, xy, yy] = [0, 0, 0]
  for (const cell of cells) {
    const x = (cell % width) + 0.5 - middle.col
    const y = middle.row - Math.floor(cell / width) - 0.5
    xx += x * x
    xy += x * y
    yy += y * y
  }
  const fromEast = 0.5 * Math.atan2(2 * xy, xx - yy)
  return (((90 - (fromEast * 180) / Math.PI) % 180) + 180) % 180
}

/** Moran's I of a grid: the eight neighbours weigh 1, NaN has none. */
export function moran(values: ArrayLike<number>, width: number): number {
  const all = Array.from(values)
  const known = all.filter((value) => !Number.isNaN(value))
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const off = all.map((value) => value - mean)
  let [pairs, products] = [0, 0]
  for (const [at, value] of off.entries()) {
    if (Number.isNaN(value)) continue
    const col = at % width
    for (const [right, down] of [
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
    ] as const) {
      const other = col + right < 0 || col + right >= width ? NaN : (off[at + right + down * width] ?? NaN)
      if (Number.isNaN(other)) continue
      pairs++
      products += value * other
    }
  }
  const squares = off.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value * value), 0)
  return (known.length / pairs) * (products / squares)
}

/** Area of the convex hull of points on a plane. */
export function hullArea(points: readonly (readonly [number, number])[]): number {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d)
  const turn = (o: readonly number[], a: readonly number[], b: readonly number[]) =>
    (a[0]! - o[0]!) * (b[1]! - o[1]!) - (a[1]! - o[1]!) * (b[0]! - o[0]!)
  const half = (all: typeof sorted) => {
    const chain: (readonly [number, number])[] = []
    for (const point of all) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  const hull = [...half(sorted), ...half([...sorted].reverse())]
  const twice = hull.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = hull[(at + 1) % hull.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

/** What an answer says where it names a sector, and what it must not say. */
export function sectorSaid(sector: Sector): {
  readonly white: readonly (readonly string[])[]
  readonly black: readonly string[]
} {
  const said = (each: Sector) => [
    `towards ${each}`,
    `towards the ${LONG[each]}`,
    `sector: ${each}`,
    `largest share lies ${each}`,
  ]
  const others = EIGHT.filter((each) => each !== sector)
  return { white: [said(sector)], black: others.flatMap((each) => said(each).slice(0, 2)) }
}

/** Four directions a quarter turn apart as options A to D, the right one where the seed says. */
export function sectorOptions(
  right: Sector,
  seed: number,
): { readonly text: string; readonly label: string } {
  const place = seed % 4
  const start = EIGHT.indexOf(right)
  const letters = ['A', 'B', 'C', 'D']
  const lines = letters.map((letter, at) => `${letter}) ${LONG[EIGHT[(start + 2 * (at - place) + 8) % 8]!]}`)
  return { text: lines.join('\n'), label: letters[place]! }
}
