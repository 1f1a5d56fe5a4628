/** Reads the bits of packet headers: after a byte of ones the next has seven bits (ITU-T T.800, B.10.1). */
export class BitReader {
  private held = 0
  private count = 0
  private last = 0

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  bit(): number {
    if (this.count === 0) {
      if (this.at >= this.bytes.length) throw new EndOfPackets()
      this.count = this.last === 0xff ? 7 : 8
      this.held = this.last = this.bytes[this.at++]!
    }
    return (this.held >> --this.count) & 1
  }

  bits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + this.bit()
    return value
  }

  /** The first byte after the header. */
  end(): number {
    return this.last === 0xff ? this.at + 1 : this.at
  }
}

/** The bytes end before the packets that are looked for. */
export class EndOfPackets extends Error {}

interface Node {
  low: number
  known: boolean
  readonly parent: Node | null
}

/** A quadtree of numbers, of which headers tell as much as they need (ITU-T T.800, B.10.2). */
export class TagTree {
  private readonly leaves: readonly Node[]

  constructor(width: number, height: number) {
    this.leaves = level(width, height)
  }

  /** Whether the number of a leaf is below `threshold`, reading what is not known yet. */
  isBelow(leaf: number, threshold: number, bits: BitReader): boolean {
    const path: Node[] = []
    for (let node: Node | null = this.leaves[leaf]!; node; node = node.parent) path.push(node)
    let low = 0
    for (const node of path.reverse()) {
      if (node.low < low) node.low = low
      while (!node.known && node.low < threshold) {
        if (bits.bit()) node.known = true
        else node.low++
      }
      low = node.low
    }
    const { known, low: value } = this.leaves[leaf]!
    return known && value < threshold
  }
}

function level(width: number, height: number): Node[] {
  const across = Math.ceil(width / 2)
  const parents = width * height > 1 ? level(across, Math.ceil(height / 2)) : []
  return Array.from({ length: width * height }, (_, index) => ({
    low: 0,
    known: false,
    parent:
      parents[Math.floor(Math.floor(index / width) / 2) * across + Math.floor((index % width) / 2)] ?? null,
  }))
}
