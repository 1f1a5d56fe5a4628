import type { Random } from '../../../scripts/sample/random-shapes.ts'
import { landOf, paint, patch, type Land } from './land.ts'
import type { Cover } from './spectra.ts'

/**
 * Forest with a lake and a meadow before, and with two to four patches of another cover after: each in a quarter of its own, so
 * that none touches another. `bare` is how each patch lies afterwards.
 */
export function clearings(
  random: Random,
  side: number,
  bare: Cover,
): { readonly before: Land; readonly after: Land; readonly cells: readonly number[] } {
  const meadow = patch(random, side, { col: side / 2, row: side / 2, along: 5 + 3 * random() })
  const pond = patch(random, side, { col: 6 + 4 * random(), row: side - 8, along: 5 })
  const before = paint(paint(landOf(side, 'forest'), meadow, 'grass'), pond, 'water')
  const quarters = [[0.24, 0.22], [0.76, 0.24], [0.74, 0.76], [0.3, 0.7]].slice(0, 2 + Math.floor(3 * random())) // prettier-ignore
  let after = before
  const cells = quarters.map(([col, row], at) => {
    const along = side * (0.06 + 0.07 * random()) * (at === 0 ? 1.4 : 1)
    const shape = patch(random, side, {
      col: side * col!,
      row: side * row!,
      along,
      across: along * (0.5 + 0.4 * random()),
    })
    after = paint(after, shape, bare)
    return shape.cells.reduce((sum, cell) => sum + cell, 0)
  })
  return { before, after, cells }
}
