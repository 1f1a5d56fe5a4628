import { BYPASS, TERMINATED, type Coding } from './coding.ts'
import { packetOrder, type BandPart, type CodeBlock, type PacketPlace } from './precincts.ts'
import { BitReader, EndOfPackets } from './tag-tree.ts'
import type { Rectangle } from './tile-recipe.ts'

const SOP = 0xff91
const EPH = 0xff92
/** Passes of a code block before the arithmetic coder is bypassed. */
const CODED_PASSES = 10
const MOST_ZERO_PLANES = 80

export interface Packet extends PacketPlace {
  readonly start: number
  readonly end: number
}

/**
 * The packets of a tile by reading their headers (ITU-T T.800, B.10). Those that are not `wanted` have no bytes here,
 * and may stand after all others only. Throws EndOfPackets where the bytes end before, other errors where the headers
 * cannot be right.
 */
export function* packetsOf(
  bytes: Uint8Array,
  tile: Rectangle,
  coding: Coding,
  wanted: (place: PacketPlace) => boolean,
): Generator<Packet> {
  let at = 0
  for (const place of packetOrder(tile, coding)) {
    const start = at
    if (!wanted(place)) {
      yield { ...place, start, end: start }
      continue
    }
    if (coding.startMarkers && marker(bytes, at) === SOP) at += 6
    const { style } = coding.components[place.precinct.component]!
    const bits = new BitReader(bytes, at)
    let length = 0
    if (bits.bit()) {
      for (const band of place.precinct.bands()) {
        length += bandLength(bits, { band, layer: place.layer, style })
      }
    }
    at = bits.end()
    if (coding.endMarkers && marker(bytes, at) === EPH) at += 2
    at += length
    if (at > bytes.length) throw new EndOfPackets()
    yield { ...place, start, end: at }
  }
}

const marker = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Bytes that the packet holds of the code blocks of one sub-band. */
function bandLength(
  bits: BitReader,
  { band, layer, style }: { readonly band: BandPart; readonly layer: number; readonly style: number },
): number {
  let length = 0
  for (const [index, block] of band.blocks.entries()) {
    if (block.included) {
      if (!bits.bit()) continue
    } else {
      if (!band.inclusion.isBelow(index, layer + 1, bits)) continue
      block.included = true
      let planes = 1
      while (!band.zeroPlanes.isBelow(index, planes, bits)) {
        if (++planes > MOST_ZERO_PLANES) throw new Error('a packet header cannot be right')
      }
    }
    const passes = readPasses(bits)
    while (bits.bit()) block.lengthBits++
    length += readLengths(bits, block, passes, style)
  }
  return length
}

function readPasses(bits: BitReader): number {
  if (!bits.bit()) return 1
  if (!bits.bit()) return 2
  const few = bits.bits(2)
  if (few < 3) return 3 + few
  const more = bits.bits(5)
  return more < 31 ? 6 + more : 37 + bits.bits(7)
}

/** Each piece that the coder ended has a length of its own. */
function readLengths(bits: BitReader, block: CodeBlock, passes: number, style: number): number {
  let length = 0
  let left = passes
  while (left > 0) {
    const piece = Math.min(left, passesToEnd(block.passes, style))
    length += bits.bits(block.lengthBits + Math.floor(Math.log2(piece)))
    block.passes += piece
    left -= piece
  }
  return length
}

function passesToEnd(done: number, style: number): number {
  if (style & TERMINATED) return 1
  if (!(style & BYPASS)) return Infinity
  if (done < CODED_PASSES) return CODED_PASSES - done
  // After that, two raw passes and a coded one by turns.
  const turn = (done - CODED_PASSES) % 3
  return turn < 2 ? 2 - turn : 1
}
