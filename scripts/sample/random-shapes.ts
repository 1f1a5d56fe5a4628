/** Draws numbers in [0, 1). */
export type Random = () => number

/** 1 inside, 0 outside; row-major on a square of `side` cells. */
export interface Mask {
  readonly side: number
  readonly cells: Uint8Array
}

export interface Point {
  readonly col: number
  readonly row: number
}

export function emptyMask(side: number): Mask {
  return { side, cells: new Uint8Array(side * side) }
}

/** Cells whose centre satisfies `isInside`. */
export function maskWhere(side: number, isInside: (col: number, row: number) => boolean): Mask {
  const mask = emptyMask(side)
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) {
      if (isInside(col + 0.5, row + 0.5)) mask.cells[row * side + col] = 1
    }
  }
  return mask
}

/** A closed outline about a centre: radius by angle, a few waves on an ellipse. Scaling keeps outlines nested. */
export interface Outline {
  readonly centre: Point
  /** Radius along and across `angle` (radians, from the column axis towards higher rows). */
  readonly along: number
  readonly across: number
  readonly angle: number
  readonly waves: readonly { readonly size: number; readonly phase: number }[]
}

export function outline(random: Random, shape: Omit<Outline, 'waves'>, roughness: number): Outline {
  const waves = [2, 3, 5].map(() => ({ size: roughness * random(), phase: 2 * Math.PI * random() }))
  return { ...shape, waves }
}

export function contains(shape: Outline, col: number, row: number, scale = 1): boolean {
  const [x, y] = [col - shape.centre.col, row - shape.centre.row]
  const [cosine, sine] = [Math.cos(shape.angle), Math.sin(shape.angle)]
  const [u, v] = [(x * cosine + y * sine) / shape.along, (y * cosine - x * sine) / shape.across]
  const angle = Math.atan2(v, u)
  const wave = shape.waves.reduce(
    (sum, { size, phase }, index) => sum + size * Math.cos((index + 2) * angle + phase),
    1,
  )
  return Math.hypot(u, v) <= wave * scale
}

/** Cells that lie within `reach` cells of the mask, the mask included. */
export function dilated({ side, cells }: Mask, reach: number): Mask {
  const out = emptyMask(side)
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) {
      if (cells[row * side + col] === 0) continue
      for (let r = Math.max(0, row - reach); r <= Math.min(side - 1, row + reach); r++) {
        out.cells.fill(1, r * side + Math.max(0, col - reach), r * side + Math.min(side, col + reach + 1))
      }
    }
  }
  return out
}

export function union(...masks: readonly [Mask, ...Mask[]]): Mask {
  const [first] = masks
  return {
    side: first.side,
    cells: first.cells.map((_, index) => (masks.some((m) => m.cells[index] === 1) ? 1 : 0)),
  }
}

export function without(mask: Mask, other: Mask): Mask {
  return { side: mask.side, cells: mask.cells.map((value, index) => (other.cells[index] === 1 ? 0 : value)) }
}

export function touches(mask: Mask, other: Mask): boolean {
  return mask.cells.some((value, index) => value === 1 && other.cells[index] === 1)
}

export function countOf(mask: Mask): number {
  return mask.cells.reduce((sum, value) => sum + value, 0)
}

export function centroidOf({ side, cells }: Mask): Point {
  let [count, cols, rows] = [0, 0, 0]
  for (const [index, value] of cells.entries()) {
    if (value === 0) continue
    count++
    cols += (index % side) + 0.5
    rows += Math.floor(index / side) + 0.5
  }
  return { col: cols / count, row: rows / count }
}

/** Smooth noise in [0, 1): random values on a lattice, blended between its knots. */
export function smoothNoise(
  random: Random,
  side: number,
  knots: number,
): (col: number, row: number) => number {
  const stride = knots + 2
  const values = Float64Array.from({ length: stride * stride }, random)
  const ease = (t: number) => t * t * (3 - 2 * t)
  return (col, row) => {
    const [x, y] = [(col / side) * knots, (row / side) * knots]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [ease(x - left), ease(y - top)]
    const at = (dx: number, dy: number) => values[(top + dy) * stride + left + dx]!
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v
  }
}

/** Bell-shaped noise of mean 0 and standard deviation 1, within ±3: three uniform draws. */
export function bell(random: Random): number {
  return 2 * (random() + random() + random() - 1.5)
}
