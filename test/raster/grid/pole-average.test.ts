import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../src/raster/blocks.ts'
import { alignTo } from '../../../src/raster/grid/align.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'

/** A world of 1° and a part of a Mollweide map that begins at the north pole, in pixels of 80 km. */
const WORLD: Grid = { width: 360, height: 180, crs: crsFromEpsg(4326), transform: [1, 0, -180, 0, -1, 90] }
const RADIUS = 6371007.181
const TOP = RADIUS * Math.SQRT2
const SIDE = 80_000
const MAP: Grid = {
  width: 226,
  height: 12,
  crs: crsFromDefinition({
    definition: `+proj=moll +lon_0=0 +x_0=0 +y_0=0 +a=${RADIUS} +b=${RADIUS} +units=m +no_defs`,
    name: 'Mollweide',
  }),
  transform: [SIDE, 0, -113 * SIDE, 0, -SIDE, TOP],
}
const value = (longitude: number, latitude: number) =>
  10 * Math.sin((3 * longitude * Math.PI) / 180) + latitude

/** Closed form of the inverse (Snyder 1987, doi:10.3133/pp1395, eq. 31-6 to 31-8); null beyond the globe. */
function onGlobe(x: number, y: number): readonly [longitude: number, latitude: number] | null {
  const theta = Math.asin(y / (RADIUS * Math.SQRT2))
  const latitude = Math.asin((2 * theta + Math.sin(2 * theta)) / Math.PI)
  const longitude = (Math.PI * x) / (2 * RADIUS * Math.SQRT2 * Math.cos(theta))
  return Math.abs(longitude) > Math.PI ? null : [(longitude * 180) / Math.PI, (latitude * 180) / Math.PI]
}

/** Mean of the world's pixels under 24 × 24 places of a pixel of the map; null where some lie beyond the globe. */
function truth(col: number, row: number): number | null {
  const [a, , c, , e, f] = MAP.transform
  let sum = 0
  for (let place = 0; place < 576; place++) {
    const x = a * (col + ((place % 24) + 0.5) / 24) + c
    const y = e * (row + (Math.floor(place / 24) + 0.5) / 24) + f
    const at = onGlobe(x, y)
    if (!at) return null
    sum += value(Math.floor(at[0]) + 0.5, Math.floor(at[1]) + 0.5)
  }
  return sum / 576
}

describe('alignTo, averaging next to a pole', () => {
  it('takes what lies under the whole of each pixel, however many degrees that is', async () => {
    const world = Float32Array.from({ length: 360 * 180 }, (_, index) =>
      value((index % 360) - 179.5, 89.5 - Math.floor(index / 360)),
    )
    const source = alignTo(memorySource(WORLD, world), MAP, 'average', { maxError: 0 })
    const found = await source.read({ col: 0, row: 0, width: MAP.width, height: MAP.height })
    const worst = Array.from({ length: MAP.height }, () => 0)
    for (let index = 0; index < found.length; index++) {
      const [col, row] = [index % MAP.width, Math.floor(index / MAP.width)]
      const expected = truth(col, row)
      if (expected !== null) worst[row] = Math.max(worst[row]!, Math.abs(found[index]! - expected))
    }
    // Of values that run over 20; pixels of the first row span up to all longitudes.
    expect(worst[0]).toBeLessThan(1)
    expect(Math.max(...worst.slice(1))).toBeLessThan(0.1)
  })
})
