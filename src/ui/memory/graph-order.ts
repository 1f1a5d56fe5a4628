import type { Layers } from './graph-layers.ts'

const SWEEPS = 8

/** The same layers, each in the order of fewest crossings that sweeps by the mean place of the neighbours find. */
export function leastCrossed(given: Layers): Layers {
  const before = new Map<string, string[]>()
  const after = new Map<string, string[]>()
  for (const chain of given.chains) {
    for (let place = 1; place < chain.length; place++) {
      add(before, chain[place]!, chain[place - 1]!)
      add(after, chain[place - 1]!, chain[place]!)
    }
  }
  let layers = given.layers.map((names) => [...names])
  let best = layers
  let fewest = crossings(layers, after)
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0
    layers = layers.map((names) => [...names])
    for (let step = 1; step < layers.length; step++) {
      const layer = down ? step : layers.length - 1 - step
      const beside = layers[down ? layer - 1 : layer + 1]!
      layers[layer] = byMeanPlace(layers[layer]!, beside, down ? before : after)
    }
    const count = crossings(layers, after)
    if (count < fewest) [best, fewest] = [layers, count]
  }
  return { ...given, layers: best }
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** One without neighbours keeps its place. */
function byMeanPlace(
  names: readonly string[],
  beside: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): string[] {
  const places = new Map(beside.map((name, place) => [name, place]))
  const wanted = new Map(
    names.map((name, place) => {
      const near = (neighbours.get(name) ?? []).map((each) => places.get(each)!)
      return [name, near.length === 0 ? place : near.reduce((a, b) => a + b, 0) / near.length]
    }),
  )
  return names
    .map((name, place) => ({ name, place }))
    .sort((a, b) => wanted.get(a.name)! - wanted.get(b.name)! || a.place - b.place)
    .map(({ name }) => name)
}

/** How many pairs of lines between neighbouring layers cross. */
export function crossings(
  layers: readonly (readonly string[])[],
  after: ReadonlyMap<string, readonly string[]>,
): number {
  let count = 0
  for (let layer = 0; layer + 1 < layers.length; layer++) {
    const places = new Map(layers[layer + 1]!.map((name, place) => [name, place]))
    const lines = layers[layer]!.flatMap((name, from) =>
      (after.get(name) ?? []).map((to) => [from, places.get(to)!] as const),
    )
    for (let a = 0; a < lines.length; a++) {
      for (let b = a + 1; b < lines.length; b++) {
        const [[fromA, toA], [fromB, toB]] = [lines[a]!, lines[b]!]
        if ((fromA - fromB) * (toA - toB) < 0) count += 1
      }
    }
  }
  return count
}
