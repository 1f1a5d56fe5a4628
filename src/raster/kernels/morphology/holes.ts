import { mapSources, walkBlocks } from '../../blocks.ts'
import type { WalkOptions } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { forEachRun } from '../runs.ts'
import { labelComponents, selectComponents } from '../select-components.ts'

export interface Holes {
  /** The mask with its holes filled. */
  readonly filled: RasterSource
  readonly holes: number
  readonly pixels: number
  /** Holes that were larger than asked for. */
  readonly larger: number
}

/**
 * Fills what lies wholly within a mask: parts outside it that touch neither the edge of the grid nor pixels without data,
 * of at most `most` pixels. Where inside pixels connect by 8 neighbours outside ones do by 4, and the other way round.
 * Keeps what `labelComponents` keeps.
 */
export async function fillHoles(
  mask: RasterSource,
  {
    connectivity,
    most,
    signal,
    progress,
  }: WalkOptions & { readonly connectivity: 4 | 8; readonly most: number },
): Promise<Holes> {
  // Without data one cannot know: such pixels connect what they touch, and parts that hold one are no holes.
  const notInside = mapSources([mask], ([values], out) => {
    for (let at = 0; at < out.length; at++) out[at] = Number(!(values![at]! > 0))
  })
  const labelling = await labelComponents(notInside, {
    connectivity: connectivity === 8 ? 4 : 8,
    rowArea: () => 1,
    signal,
    progress: (done) => progress?.(done / 2),
  })
  const isOpen = new Uint8Array(labelling.pixels.length)
  const { width, height } = mask.grid
  let run = 0
  await walkBlocks(
    [notInside, mask],
    ([parts, values], window) => {
      for (let line = 0; line < window.height; line++) {
        const from = line * width
        const isEdge = window.row + line === 0 || window.row + line === height - 1
        forEachRun(parts!, { from, width }, (start, end) => {
          const part = labelling.partOfRun[run++]!
          const isAtEdge = isEdge || start === 0 || end === width
          if (isAtEdge || hasGap(values!, from + start, from + end)) isOpen[part] = 1
        })
      }
    },
    { signal, progress: (done) => progress?.(0.5 + done / 2) },
  )
  const isHole = (part: number) => isOpen[part] === 0 && labelling.pixels[part]! <= most
  const closed = [...labelling.pixels.keys()].filter((part) => isOpen[part] === 0)
  const small = closed.filter(isHole)
  const holes = selectComponents(notInside, labelling, isHole)
  return {
    filled: mapSources([mask, holes], ([values, fill], out) => {
      for (let at = 0; at < out.length; at++) {
        const value = values![at]!
        out[at] = value === value ? Number(value > 0 || fill![at]! > 0) : NaN
      }
    }),
    holes: small.length,
    pixels: small.reduce((sum, part) => sum + labelling.pixels[part]!, 0),
    larger: closed.length - small.length,
  }
}

function hasGap(values: Float32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (Number.isNaN(values[at])) return true
  return false
}
