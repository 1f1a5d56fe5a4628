import type { Combiner, Planes } from './combiners.ts'

/** What is known of each pixel of a block, row-major, and where on the grid the block begins. */
export interface Block {
  readonly planes: Planes
  readonly width: number
  readonly height: number
  readonly col: number
  readonly row: number
}

/**
 * Joins each `2 · reach + 1` neighbours along rows: a block narrower by `2 · reach`. The lines of the grid are cut into
 * segments as long as the window, and each window is the end of one and the start of the next (van Herk 1992, Gil and
 * Werman 1993): three operations a pixel for any reach, and no number is ever taken off again. As segments lie by the
 * grid, results are the same to the last bit whatever the block.
 */
export function alongRows(block: Block, reach: number, combiner: Combiner): Block {
  const { width, height } = block
  const length = 2 * reach + 1
  const narrow = width - 2 * reach
  const first = segmentStart(block.col, length)
  const out = emptyPlanes(combiner, narrow * height)
  const [heads, tails] = [copyOf(block.planes), copyOf(block.planes)]
  for (let row = 0; row < height; row++) {
    const line = row * width
    for (let at = 1; at < width; at++) {
      if ((at - first) % length !== 0) combiner.join(heads, line + at, heads, line + at - 1)
    }
    for (let at = width - 2; at >= 0; at--) {
      if ((at + 1 - first) % length !== 0) combiner.join(tails, line + at, tails, line + at + 1)
    }
    for (let at = 0; at < narrow; at++) {
      const to = row * narrow + at
      copyAt(out, to, tails, line + at)
      // A window that is one whole segment is its tail alone.
      if ((at - first) % length !== 0) combiner.join(out, to, heads, line + at + length - 1)
    }
  }
  return { ...block, planes: out, width: narrow, col: block.col + reach }
}

/** The same along columns: a block lower by `2 · reach`. */
export function alongColumns(block: Block, reach: number, combiner: Combiner): Block {
  const { width, height } = block
  const length = 2 * reach + 1
  const low = height - 2 * reach
  const first = segmentStart(block.row, length)
  const out = emptyPlanes(combiner, width * low)
  const [heads, tails] = [copyOf(block.planes), copyOf(block.planes)]
  const joinRows = (planes: Planes, row: number, others: Planes, from: number) => {
    for (let col = 0; col < width; col++) combiner.join(planes, row * width + col, others, from * width + col)
  }
  for (let at = 1; at < height; at++) {
    if ((at - first) % length !== 0) joinRows(heads, at, heads, at - 1)
  }
  for (let at = height - 2; at >= 0; at--) {
    if ((at + 1 - first) % length !== 0) joinRows(tails, at, tails, at + 1)
  }
  for (let at = 0; at < low; at++) {
    for (const [plane, values] of out.entries()) {
      values.set(tails[plane]!.subarray(at * width, (at + 1) * width), at * width)
    }
    if ((at - first) % length !== 0) joinRows(out, at, heads, at + length - 1)
  }
  return { ...block, planes: out, height: low, row: block.row + reach }
}

/**
 * Joins the pixels of a window whose rows reach `reaches[0]`, `reaches[1]`, … columns to both sides; a block smaller by
 * the widest reach on each side. Costs in proportion to the rows of the window, not to its area.
 */
export function overWindow(block: Block, reaches: readonly number[], combiner: Combiner): Block {
  const radius = (reaches.length - 1) / 2
  const isSquare = reaches.every((reach) => reach === radius)
  if (isSquare) return alongColumns(alongRows(block, radius, combiner), radius, combiner)
  const [width, height] = [block.width - 2 * radius, block.height - 2 * radius]
  const rows = new Map([...new Set(reaches)].map((reach) => [reach, alongRows(block, reach, combiner)]))
  const out = emptyPlanes(combiner, width * height)
  for (const [down, reach] of reaches.entries()) {
    const { planes, width: wide } = rows.get(reach)!
    for (let row = 0; row < height; row++) {
      const from = (row + down) * wide + radius - reach
      for (let col = 0; col < width; col++) {
        if (down === 0) copyAt(out, row * width + col, planes, from + col)
        else combiner.join(out, row * width + col, planes, from + col)
      }
    }
  }
  return { planes: out, width, height, col: block.col + radius, row: block.row + radius }
}

/** Where, told from the block, the segment begins that its first line lies in: 0 or less. */
function segmentStart(origin: number, length: number): number {
  return -(((origin % length) + length) % length)
}

function emptyPlanes({ planes }: Combiner, length: number): Planes {
  return Array.from({ length: planes }, () => new Float64Array(length))
}

function copyOf(planes: Planes): Planes {
  return planes.map((values) => Float64Array.from(values))
}

function copyAt(planes: Planes, at: number, others: Planes, from: number): void {
  for (let plane = 0; plane < planes.length; plane++) planes[plane]![at] = others[plane]![from]!
}
