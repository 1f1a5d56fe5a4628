import type { Coding, ComponentCoding } from './coding.ts'
import { TagTree } from './tag-tree.ts'
import type { Rectangle } from './tile-recipe.ts'

/** Precincts of a component of one tile, and code blocks of a precinct: more than any writer makes. */
const MOST_PARTS = 2 ** 18

export interface CodeBlock {
  included: boolean
  /** Bits of a length, less those for the number of passes. */
  lengthBits: number
  passes: number
}

/** The code blocks of one precinct in one sub-band. */
export interface BandPart {
  readonly blocks: readonly CodeBlock[]
  readonly inclusion: TagTree
  readonly zeroPlanes: TagTree
}

/** A packet is what one layer adds to a precinct. */
export interface Precinct {
  readonly component: number
  readonly resolution: number
  /** Its place on the reference grid, which position progressions go by. */
  readonly x: number
  readonly y: number
  /** Made when first asked for: of packets that are passed over nothing is needed. */
  readonly bands: () => readonly BandPart[]
}

export interface PacketPlace {
  readonly precinct: Precinct
  readonly layer: number
}

/** The packets of a tile in their order in the file (ITU-T T.800, B.12). */
export function* packetOrder(tile: Rectangle, coding: Coding): Generator<PacketPlace> {
  const { layers, progression } = coding
  const all = coding.components.flatMap((component, index) => precinctsOf(tile, component, index))
  const byResolution = (a: Precinct, b: Precinct) => a.resolution - b.resolution
  const byComponent = (a: Precinct, b: Precinct) => a.component - b.component
  const byPlace = (a: Precinct, b: Precinct) => a.y - b.y || a.x - b.x
  const sorted = all.sort((a, b) => {
    if (progression === 2) return byResolution(a, b) || byPlace(a, b) || byComponent(a, b)
    if (progression === 3) return byPlace(a, b) || byComponent(a, b) || byResolution(a, b)
    if (progression === 4) return byComponent(a, b) || byPlace(a, b) || byResolution(a, b)
    return byResolution(a, b) || byComponent(a, b)
  })
  if (progression === 0) {
    for (let layer = 0; layer < layers; layer++) for (const precinct of sorted) yield { precinct, layer }
  } else if (progression === 1) {
    const most = Math.max(...coding.components.map(({ levels }) => levels))
    for (let resolution = 0; resolution <= most; resolution++) {
      const some = sorted.filter((precinct) => precinct.resolution === resolution)
      for (let layer = 0; layer < layers; layer++) for (const precinct of some) yield { precinct, layer }
    }
  } else {
    for (const precinct of sorted) for (let layer = 0; layer < layers; layer++) yield { precinct, layer }
  }
}

function precinctsOf(tile: Rectangle, coding: ComponentCoding, component: number): Precinct[] {
  const { levels, precincts } = coding
  const found: Precinct[] = []
  for (let resolution = 0; resolution <= levels; resolution++) {
    const [px, py] = precincts[resolution]!
    const step = levels - resolution
    const area = {
      x0: Math.ceil(tile.x0 / 2 ** step),
      y0: Math.ceil(tile.y0 / 2 ** step),
      x1: Math.ceil(tile.x1 / 2 ** step),
      y1: Math.ceil(tile.y1 / 2 ** step),
    }
    if (area.x1 <= area.x0 || area.y1 <= area.y0) continue
    const [left, right] = [Math.floor(area.x0 / 2 ** px), Math.ceil(area.x1 / 2 ** px)]
    const [top, bottom] = [Math.floor(area.y0 / 2 ** py), Math.ceil(area.y1 / 2 ** py)]
    if (found.length + (right - left) * (bottom - top) > MOST_PARTS) throw new Error('too many precincts')
    for (let down = top; down < bottom; down++) {
      for (let across = left; across < right; across++) {
        found.push({
          component,
          resolution,
          x: Math.max(tile.x0, across * 2 ** (px + step)),
          y: Math.max(tile.y0, down * 2 ** (py + step)),
          bands: once(() => bandsOf(tile, coding, { resolution, across, down })),
        })
      }
    }
  }
  return found
}

/** Low resolution has one sub-band, the others three: high in x, in y, in both. */
function bandsOf(
  tile: Rectangle,
  { levels, precincts, block }: ComponentCoding,
  at: { readonly resolution: number; readonly across: number; readonly down: number },
): BandPart[] {
  const { resolution, across, down } = at
  const isLowest = resolution === 0
  const depth = isLowest ? levels : levels - resolution + 1
  const [px, py] = precincts[resolution]!.map((size) => (isLowest ? size : size - 1)) as [number, number]
  const [bx, by] = [Math.min(block[0], px), Math.min(block[1], py)]
  const kinds = isLowest ? [[0, 0]] : [[1, 0], [0, 1], [1, 1]] // prettier-ignore
  return kinds.map(([highX, highY]) => {
    const edge = (value: number, high: number) =>
      Math.ceil((value - (isLowest ? 0 : high * 2 ** (depth - 1))) / 2 ** depth)
    const x0 = Math.max(edge(tile.x0, highX!), across * 2 ** px)
    const x1 = Math.min(edge(tile.x1, highX!), (across + 1) * 2 ** px)
    const y0 = Math.max(edge(tile.y0, highY!), down * 2 ** py)
    const y1 = Math.min(edge(tile.y1, highY!), (down + 1) * 2 ** py)
    const isEmpty = x1 <= x0 || y1 <= y0
    const width = isEmpty ? 0 : Math.ceil(x1 / 2 ** bx) - Math.floor(x0 / 2 ** bx)
    const height = isEmpty ? 0 : Math.ceil(y1 / 2 ** by) - Math.floor(y0 / 2 ** by)
    if (width * height > MOST_PARTS) throw new Error('too many code blocks')
    return {
      blocks: Array.from({ length: width * height }, () => ({ included: false, lengthBits: 3, passes: 0 })),
      inclusion: new TagTree(width, height),
      zeroPlanes: new TagTree(width, height),
    }
  })
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
