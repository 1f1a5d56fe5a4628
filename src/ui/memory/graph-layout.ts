import type { Edge } from '../../memory/types.ts'
import { breakCycles, inLayers } from './graph-layers.ts'
import { leastCrossed } from './graph-order.ts'

/** Sizes in CSS pixels. */
export interface GraphSizes {
  /** The way that the transitions run: to the right, or down where there is no room. */
  readonly direction: 'right' | 'down'
  readonly node: { readonly width: number; readonly height: number }
  /** Between one layer's nodes and the next layer's. */
  readonly layerGap: number
  /** Between neighbours of a layer. */
  readonly gap: number
}

export interface PlacedNode {
  readonly tool: string
  /** Of its top left corner. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly edge: Edge
  /** An SVG path from the one tool to the other. */
  readonly path: string
}

export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** Space around the whole, for outlines and arrow heads. */
const MARGIN = 12
/** Enough for chains to come out straight. */
const PASSES = 40

/**
 * A layered drawing (Sugiyama's method): cycles are broken at their least used transitions, each tool comes after those it
 * follows, and the order within a layer is the one of fewest crossings that some sweeps find. The same transitions give
 * the same drawing.
 */
export function layOut(edges: readonly Edge[], alone: readonly string[], sizes: GraphSizes): GraphLayout {
  const links = breakCycles(edges)
  const layers = leastCrossed(inLayers(links, alone))
  const across = acrossOf(layers.layers, layers.chains, sizes)
  const { width, height } = sizes.node
  const right = sizes.direction === 'right'
  const depth = (layer: number) => MARGIN + layer * ((right ? width : height) + sizes.layerGap)
  const breadth = right ? height : width

  const tools = layers.layers.flatMap((names, layer) =>
    names.flatMap((name) => {
      if (!layers.tools.has(name)) return []
      const side = across.get(name)! - breadth / 2
      return [{ tool: name, x: right ? depth(layer) : side, y: right ? side : depth(layer) }]
    }),
  )
  const layerOf = new Map(
    layers.layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)),
  )
  const point = (name: string, end: 'in' | 'out' | 'middle'): Point => {
    const size = right ? width : height
    const along = depth(layerOf.get(name)!) + (end === 'in' ? 0 : end === 'out' ? size : size / 2)
    return right ? [along, across.get(name)!] : [across.get(name)!, along]
  }
  const along = depth(layers.layers.length - 1) + (right ? width : height) + MARGIN
  const widest = Math.max(0, ...across.values()) + breadth / 2 + MARGIN
  return {
    width: right ? along : widest,
    height: right ? widest : along,
    nodes: tools.sort((a, b) => (a.tool < b.tool ? -1 : 1)),
    edges: links.map((link, place) => {
      const chain = layers.chains[place]!
      const points = chain.map((name, at) =>
        point(name, at === 0 ? 'out' : at === chain.length - 1 ? 'in' : 'middle'),
      )
      return { edge: link.edge, path: curve(link.turned ? points.reverse() : points, right) }
    }),
  }
}

type Point = readonly [x: number, y: number]

/** Places along a layer: each near the middle of its neighbours, none nearer to the next than the gap. */
function acrossOf(
  layers: readonly (readonly string[])[],
  chains: readonly (readonly string[])[],
  { direction, node, gap }: GraphSizes,
): ReadonlyMap<string, number> {
  const step = (direction === 'right' ? node.height : node.width) + gap
  const neighbours = new Map<string, string[]>()
  for (const chain of chains) {
    chain.forEach((name, place) => {
      const known = neighbours.get(name) ?? []
      neighbours.set(name, [
        ...known,
        ...[chain[place - 1], chain[place + 1]].filter((each) => each !== undefined),
      ])
    })
  }
  const across = new Map<string, number>()
  for (const names of layers) names.forEach((name, place) => across.set(name, place * step))
  for (let pass = 0; pass < PASSES; pass++) {
    for (const names of pass % 2 === 0 ? layers : layers.toReversed()) {
      const wanted = names.map((name) => {
        const places = (neighbours.get(name) ?? []).map((each) => across.get(each)!)
        return places.length === 0 ? across.get(name)! : places.reduce((a, b) => a + b, 0) / places.length
      })
      apart(wanted, step).forEach((place, index) => across.set(names[index]!, place))
    }
  }
  const first = Math.min(...across.values())
  const half = (direction === 'right' ? node.height : node.width) / 2
  return new Map([...across].map(([name, place]) => [name, Math.round(place - first + half + MARGIN)]))
}

/** The wanted places, in their order, pushed at least `step` apart, as much to the one side as to the other. */
function apart(wanted: readonly number[], step: number): readonly number[] {
  const up = [...wanted]
  for (let place = 1; place < up.length; place++) up[place] = Math.max(up[place]!, up[place - 1]! + step)
  const down = [...wanted]
  for (let place = down.length - 2; place >= 0; place--)
    down[place] = Math.min(down[place]!, down[place + 1]! - step)
  return up.map((place, index) => (place + down[index]!) / 2)
}

function curve(points: readonly Point[], right: boolean): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M${first[0]} ${first[1]}`
  let [x, y] = first
  for (const [toX, toY] of rest) {
    const bend = right ? (toX - x) / 2 : (toY - y) / 2
    path += right
      ? `C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`
      : `C${x} ${y + bend} ${toX} ${toY - bend} ${toX} ${toY}`
    ;[x, y] = [toX, toY]
  }
  return path
}

export const usesOf = ({ successes, failures }: Pick<Edge, 'successes' | 'failures'>): number =>
  successes + failures
