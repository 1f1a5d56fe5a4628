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
  /** The largest so far, once there are as many as asked for as a heap: each before the two that follow it. */
  private readonly kept: Component[] = []

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
    const { count, pixels, area } = this
    const largest = [...this.kept].sort((a, b) => b.area - a.area || a.first - b.first)
    const filled = this.sizes.findLastIndex((each) => each > 0) + 1
    return { count, pixels, area, sizes: [...this.sizes.subarray(0, filled)], largest }
  }

  private take(sums: Float64Array, at: number): void {
    const pixels = sums[at + PIXELS]!
    const area = sums[at + AREA]!
    this.count++
    this.pixels += pixels
    this.area += area
    this.sizes[31 - Math.clz32(Math.min(pixels, 0xffffffff))]!++
    const { kept, most } = this
    const first = sums[at + FIRST]!
    if (kept.length === most) {
      const least = kept[0]
      if (!least || area < least.area || (area === least.area && first > least.first)) return
    }
    const found = { pixels, area, first, moments: this.withMoments ? momentsAt(sums, at + PIXELS) : null }
    if (kept.length === most) sink(kept, 0, found)
    else if (kept.push(found) === most) {
      for (let place = (most >> 1) - 1; place >= 0; place--) sink(kept, place, kept[place]!)
    }
  }
}

/** True where `a` comes after `b` in the list of the largest. */
const isLess = (a: Component, b: Component) => a.area < b.area || (a.area === b.area && a.first > b.first)

/** Puts one component where it belongs at or below a place of the heap, in the stead of what is there. */
function sink(heap: Component[], from: number, component: Component): void {
  let place = from
  for (;;) {
    let next = 2 * place + 1
    if (next >= heap.length) break
    if (next + 1 < heap.length && isLess(heap[next + 1]!, heap[next]!)) next++
    if (!isLess(heap[next]!, component)) break
    heap[place] = heap[next]!
    place = next
  }
  heap[place] = component
}
