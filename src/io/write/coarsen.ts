type Values = Float32Array | Float64Array

/** How overviews are made: 'average' for values, 'nearest' for classes. */
export type OverviewMethod = 'average' | 'nearest'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Takes an image row by row, top to bottom, and hands on the rows of its overviews as each is complete. */
export type Coarsener = (row: Values) => void

/** An image and its overviews: each half of the one before, rounded up, until one fits a square of `tile` pixels. */
export function pyramidSizes(image: Size, tile: number): Size[] {
  const sizes = [image]
  for (let last = image; last.width > tile || last.height > tile; sizes.push(last)) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) }
  }
  return sizes
}

/**
 * Overviews of an image: a pixel of level k stands for 2^k × 2^k pixels of it, or for those of them that lie within.
 * `sizes` begins with the image; `emit` must copy the row.
 */
export function coarsener(
  method: OverviewMethod,
  sizes: readonly Size[],
  emit: (level: number, row: Values) => void,
): Coarsener {
  return method === 'average' ? averages(sizes, emit) : picks(sizes, emit)
}

/** Means of the valid pixels; sums and counts go from level to level, so that every pixel of the image weighs the same. */
function averages(sizes: readonly Size[], emit: (level: number, row: Values) => void): Coarsener {
  const levels = sizes.map(({ width, height }) => ({
    sums: new Float64Array(width),
    counts: new Float64Array(width),
    means: new Float64Array(width),
    rowsBelow: 0,
    height,
  }))

  /** One more row was added to a level's sums; every second one, and the last, completes its own row. */
  const added = (index: number): void => {
    const level = levels[index]!
    const { sums, counts, means } = level
    level.rowsBelow++
    if (level.rowsBelow % 2 === 1 && level.rowsBelow < levels[index - 1]!.height) return
    for (let col = 0; col < sums.length; col++) means[col] = sums[col]! / counts[col]!
    emit(index, means)
    const next = levels[index + 1]
    if (next) {
      for (let col = 0; col < sums.length; col++) {
        next.sums[col >> 1]! += sums[col]!
        next.counts[col >> 1]! += counts[col]!
      }
      added(index + 1)
    }
    sums.fill(0)
    counts.fill(0)
  }

  return (row) => {
    const first = levels[1]
    if (!first) return
    const { sums, counts } = first
    for (let col = 0; col < row.length; col++) {
      const value = row[col]!
      if (value !== value) continue
      sums[col >> 1]! += value
      counts[col >> 1]!++
    }
    added(1)
  }
}

/**
 * One pixel of each two by two, the lower right and the upper left one in turn from level to level, so that what is
 * picked stays within a quarter of an overview's pixel from its centre.
 */
function picks(sizes: readonly Size[], emit: (level: number, row: Values) => void): Coarsener {
  const rows = sizes.map(({ width }) => new Float64Array(width))
  const rowsBelow = sizes.map(() => 0)
  const add = (level: number, below: Values): void => {
    const row = rows[level]
    if (!row) return
    const place = level % 2
    const at = rowsBelow[level]!++
    // The last row of an odd height stands alone.
    if (at % 2 !== place && !(at % 2 === 0 && at === sizes[level - 1]!.height - 1)) return
    for (let col = 0; col < row.length; col++) row[col] = below[Math.min(below.length - 1, 2 * col + place)]!
    emit(level, row)
    add(level + 1, row)
  }
  return (row) => add(1, row)
}
