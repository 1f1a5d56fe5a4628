import { blockBuffers } from '../../src/raster/block-buffers.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { RasterSource } from '../../src/raster/source.ts'

/** Pixels a side of the pattern that repeats. */
const PERIOD = 512

/**
 * Rows by which the pattern is moved from one tile to the next: a wide row that repeated itself would be foreseen by
 * the processor's branch prediction, and so cost less a pixel than a narrow one.
 */
const STEP = 199

/**
 * A raster of any size that costs the same a pixel everywhere and keeps nothing but one pattern: numbers in 0..1,
 * smooth with noise, so that a mask of it has parts of many sizes.
 */
export function syntheticSource(side: number): RasterSource {
  const pattern = new Float32Array(PERIOD * PERIOD)
  for (let index = 0; index < pattern.length; index++) {
    const [x, y] = [index % PERIOD, Math.floor(index / PERIOD)]
    const wave = Math.sin((x * 8 * Math.PI) / PERIOD) * Math.cos((y * 6 * Math.PI) / PERIOD)
    const noise = (Math.imul(x * 73856093, 1) ^ Math.imul(y * 19349663, 1)) & 1023
    pattern[index] = 0.5 + 0.35 * wave + (0.15 * (noise - 512)) / 512
  }
  return {
    grid: {
      width: side,
      height: side,
      crs: crsFromEpsg(32633),
      transform: [10, 0, 500_000, 0, -10, 5_200_000],
    },
    blockSize: { width: side, height: 1 },
    read({ col: left, row: top, width, height }) {
      const out = blockBuffers.take(width * height)
      for (let line = 0; line < height; line++) {
        for (let col = 0; col < width;) {
          const from = (left + col) % PERIOD
          const tile = (left + col - from) / PERIOD
          const start = ((top + line + tile * STEP) % PERIOD) * PERIOD
          const length = Math.min(PERIOD - from, width - col)
          out.set(pattern.subarray(start + from, start + from + length), line * width + col)
          col += length
        }
      }
      return Promise.resolve(out)
    },
  }
}
