import { throwIfAborted } from '../../../lib/abort.ts'
import { mapSources, memorySource, walkBlocks } from '../../blocks.ts'
import type { WalkOptions } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'

/**
 * A mask thinned to lines one pixel wide that keep its shape and connections (Guo and Hall, doi:10.1145/62065.62074).
 * What lies beyond the edge or without data is outside; NaN stays NaN. Layers are taken off the whole mask one by one, so
 * it is held: 5 bytes a pixel and 8 an inside pixel, whose number the caller bounds.
 */
export async function skeleton(mask: RasterSource, options: WalkOptions = {}): Promise<RasterSource> {
  const { width, height } = mask.grid
  const whole = new Uint8Array(width * height)
  await walkBlocks(
    [mask],
    ([values], { row }) => {
      for (let at = 0; at < values!.length; at++) whole[row * width + at] = Number(values![at]! > 0)
    },
    options,
  )
  thin(whole, { width, height, signal: options.signal })
  return mapSources([mask, memorySource(mask.grid, Float32Array.from(whole))], ([values, line], out) => {
    for (let at = 0; at < out.length; at++) out[at] = Number.isNaN(values![at]) ? NaN : line![at]!
  })
}

interface Size {
  readonly width: number
  readonly height: number
}

function thin(mask: Uint8Array, { width, height, signal }: Size & Pick<WalkOptions, 'signal'>): void {
  let inside: number[] = []
  for (let at = 0; at < mask.length; at++) if (mask[at]! > 0) inside.push(at)
  for (;;) {
    const before = inside.length
    for (const step of [0, 1] as const) {
      throwIfAborted(signal)
      const gone = inside.filter((at) => isTakenOff(around(mask, at, { width, height }), step))
      // All are judged before one is taken off.
      for (const at of gone) mask[at] = 0
      inside = inside.filter((at) => mask[at]! > 0)
    }
    if (inside.length === before) return
  }
}

/** Bits of the eight neighbours: east first, then north-east and on against the clock. */
function around(mask: Uint8Array, at: number, { width, height }: Size): number {
  const col = at % width
  const row = (at - col) / width
  const isAt = (across: number, down: number) => {
    const [x, y] = [col + across, row + down]
    return x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x]! > 0 ? 1 : 0
  }
  return (
    isAt(1, 0) |
    (isAt(1, -1) << 1) |
    (isAt(0, -1) << 2) |
    (isAt(-1, -1) << 3) |
    (isAt(-1, 0) << 4) |
    (isAt(-1, 1) << 5) |
    (isAt(0, 1) << 6) |
    (isAt(1, 1) << 7)
  )
}

const isTakenOff = (bits: number, step: 0 | 1): boolean => TAKEN_OFF[step][bits] === 1

/** For each step and each set of neighbours: it may go where it joins nothing, ends no line and lies on this step's side. */
const TAKEN_OFF = [0, 1].map((step) =>
  Uint8Array.from({ length: 256 }, (_, bits) => {
    const at = (place: number) => (bits >> (place & 7)) & 1
    let [parts, pairs, shifted] = [0, 0, 0]
    for (let side = 0; side < 8; side += 2) {
      const next = at(side + 1) | at(side + 2)
      if (at(side) === 0) parts += next
      pairs += at(side) | at(side + 1)
      shifted += next
    }
    const neighbours = Math.min(pairs, shifted)
    const from = step === 0 ? 0 : 4
    const isFree = ((at(from + 1) | at(from + 2) | (1 - at(from + 7))) & at(from)) === 0
    return Number(parts === 1 && neighbours >= 2 && neighbours <= 3 && isFree)
  }),
) as [Uint8Array, Uint8Array]
