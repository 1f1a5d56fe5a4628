import { segmentsOf } from './coding.ts'
import type { Rectangle, TileRecipe } from './tile-recipe.ts'

const SIZ = 0xff51
const COD = 0xff52
/** Segments of one component: its coding, its quantisation, its region of interest. */
const OF_COMPONENT: ReadonlySet<number> = new Set([0xff53, 0xff5d, 0xff5e])

/** Offsets within SIZ, counted from its marker (ITU-T T.800, A.5.1). */
const AT = { imageWidth: 6, imageX: 14, tileWidth: 22, tileX: 30, count: 38, components: 40 } as const

/**
 * The main header of a codestream of one tile. The image is cut to the tile, which keeps its place on the reference grid:
 * wavelets and precincts are counted from there.
 */
export function tileHeader(
  { codestream, tiling }: Pick<TileRecipe, 'codestream' | 'tiling'>,
  tile: Rectangle & { readonly across: number; readonly down: number },
): Uint8Array<ArrayBuffer> {
  const header = codestream.slice()
  const view = new DataView(header.buffer)
  for (const { marker, start } of segmentsOf(header)) {
    if (marker !== SIZ) continue
    const pair = (at: number, x: number, y: number) => {
      view.setUint32(start + at, x)
      view.setUint32(start + at + 4, y)
    }
    pair(AT.imageWidth, tile.x1, tile.y1)
    pair(AT.imageX, tile.x0, tile.y0)
    pair(AT.tileWidth, tiling.width, tiling.height)
    pair(AT.tileX, tiling.x + tile.across * tiling.width, tiling.y + tile.down * tiling.height)
  }
  return header
}

/** The header of a codestream that holds but some of the components, in their order. */
export function headerOfComponents(
  header: Uint8Array<ArrayBuffer>,
  {
    count,
    kept,
    transformsColours,
  }: {
    readonly count: number
    readonly kept: readonly number[]
    readonly transformsColours: boolean
  },
): Uint8Array<ArrayBuffer> {
  const out: number[] = [...header.subarray(0, 2)]
  for (const { marker, start, body, end } of segmentsOf(header)) {
    const segment = [...header.subarray(start, end)]
    if (marker === SIZ) {
      const components = kept.flatMap((index) =>
        segment.slice(AT.components + 3 * index, AT.components + 3 * index + 3),
      )
      segment.splice(AT.count, Infinity, ...twoBytes(kept.length), ...components)
      segment.splice(2, 2, ...twoBytes(segment.length - 2))
    } else if (marker === COD) segment[8] = transformsColours ? 1 : 0
    else if (OF_COMPONENT.has(marker)) {
      const wide = count < 257 ? 1 : 2
      const index = wide === 1 ? header[body]! : (header[body]! << 8) | header[body + 1]!
      const place = kept.indexOf(index)
      if (place < 0) continue
      segment.splice(4, wide, place)
      segment.splice(2, 2, ...twoBytes(segment.length - 2))
    }
    out.push(...segment)
  }
  return Uint8Array.from(out)
}

const twoBytes = (value: number) => [value >> 8, value & 0xff]
