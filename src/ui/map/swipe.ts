/** Share of the map's width that an arrow key moves the line by, and one with Shift. */
const STEP = 0.02
const WIDE_STEP = 0.1

/** Where a place of the screen lies between the left and the right edge of the map, from 0 to 1. */
export function fractionAt(x: number, { left, width }: { left: number; width: number }): number {
  return width > 0 ? bounded((x - left) / width) : 0.5
}

/** Where a key moves the line to; null for keys that move nothing. */
export function steppedBy(key: string, fraction: number, wide: boolean): number | null {
  const step = wide ? WIDE_STEP : STEP
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return bounded(fraction - step)
    case 'ArrowRight':
    case 'ArrowUp':
      return bounded(fraction + step)
    case 'PageDown':
      return bounded(fraction - WIDE_STEP)
    case 'PageUp':
      return bounded(fraction + WIDE_STEP)
    case 'Home':
      return 0
    case 'End':
      return 1
    default:
      return null
  }
}

const bounded = (fraction: number): number => Math.min(1, Math.max(0, Math.round(fraction * 1e4) / 1e4))
