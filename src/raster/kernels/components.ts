import type { Grid } from '../grid/grid.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { AREA, FIRST, PIXELS, RunLabeller } from './label-runs.ts'
import { momentsAt } from './moments.ts'
import type { Moments } from './moments.ts'

export interface Component {
  readonly pixels: number
  /** In the unit of `rowArea`, summed row by row. */
  readonly area: number
  /** Of its first pixel in scan order: row · width + column. */
  readonly first: number
  /** Null where they were not asked for. */
  readonly moments: Moments | null
}

export interface ComponentFigures {
  readonly count: number
  /** Of all components. */
  readonly pixels: number
  readonly area: number
  /** How many components have 2ⁱ … 2ⁱ⁺¹ − 1 pixels, by i. */
  readonly sizes: readonly number[]
  /** Largest area first; equal ones in order of their first pixel. */
  readonly largest: readonly Component[]
}

export interface ComponentOptions {
  /** Neighbours of a pixel: 4 (sides) or 8 (sides and corners). */
  readonly connectivity: 4 | 8
  readonly rowArea: RowArea
  /** How many of the largest components to keep. */
  readonly largest: number
  /** Sum the moments of those. Default false. */
  readonly withMoments?: boolean
}

/**
 * Figures of the connected parts of a mask. What is kept grows with the width of the grid and with `largest`, not
 * with the height or the number of parts.
 */
export class ComponentReducer implements Reducer<ComponentFigures> {
  private readonly labeller: RunLabeller
  private readonly most: number
  private readonly withMoments: boolean
  private count = 0
  private pixels = 0
  private area = 0
  private readonly sizes = new Float64Array(32)
  /** Up to twice as many as are asked for, in no order. */
  private kept: Component[] = []
  /** The smallest one of a full list; smaller ones need not be kept. */
  private least: Component | null = null

  constructor({ width, height }: Pick<Grid, 'width' | 'height'>, options: ComponentOptions) {
    this.most = options.largest
    this.withMoments = options.withMoments ?? false
    this.labeller = new RunLabeller({
      width,
      height,
      connectivity: options.connectivity,
      rowArea: options.rowArea,
      withMoments: this.withMoments,
      complete: (sums, at) => this.take(sums, at),
    })
  }

  add(values: Float32Array, window: Window): void {
    for (let line = 0; line < window.height; line++) {
      this.labeller.addRow(values, line * window.width, window.row + line)
    }
  }

  result(): ComponentFigures {
    this.labeller.finish()
    this.sortKept()
    const { count, pixels, area, kept } = this
    const filled = this.sizes.findLastIndex((each) => each > 0) + 1
    return { count, pixels, area, sizes: [...this.sizes.subarray(0, filled)], largest: [...kept] }
  }

  private take(sums: Float64Array, at: number): void {
    const pixels = sums[at + PIXELS]!
    const area = sums[at + AREA]!
    this.count++
    this.pixels += pixels
    this.area += area
    this.sizes[31 - Math.clz32(Math.min(pixels, 0xffffffff))]!++
    const { least } = this
    const first = sums[at + FIRST]!
    if (least && (area < least.area || (area === least.area && first > least.first))) return
    if (this.most === 0) return
    const moments = this.withMoments ? momentsAt(sums, at + PIXELS) : null
    this.kept.push({ pixels, area, first, moments })
    if (this.kept.length >= 2 * this.most) this.sortKept()
  }

  private sortKept(): void {
    this.kept.sort((a, b) => b.area - a.area || a.first - b.first)
    if (this.kept.length >= this.most) {
      this.kept.length = this.most
      this.least = this.kept[this.most - 1] ?? null
    }
  }
}
