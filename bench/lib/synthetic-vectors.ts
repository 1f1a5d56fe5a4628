import { seededRandom } from '../../src/lib/random.ts'
import { VectorRows } from '../../src/retrieval/vector-index/vector-rows.ts'

/** Tools of a cluster, on average; what all share and what a cluster shares, beside 1 for what a tool has for itself. */
const CLUSTER = 40
const [COMMON, SHARED] = [0.35, 1.1]
/** How far a question lies from the tool it is about. */
const ASKED = 0.9

/**
 * A library of tools as an embedder would place it: clusters of kin in a space with a common direction, flows that
 * use few tools often. Drawn from a seed.
 */
export class SyntheticLibrary {
  readonly names: readonly string[]
  readonly vectors: VectorRows
  private readonly next: () => number

  constructor(
    readonly size: number,
    { seed, dimensions = 384 }: { readonly seed: number; readonly dimensions?: number },
  ) {
    this.next = seededRandom(seed)
    this.names = Array.from({ length: size }, (_, at) => `tool_${at.toString(36).padStart(4, '0')}`)
    this.vectors = new VectorRows(dimensions)
    this.vectors.reserve(size)
    const common = this.direction(dimensions)
    const centres = Array.from({ length: Math.ceil(size / CLUSTER) }, () => {
      const own = this.direction(dimensions)
      return own.map((value, axis) => SHARED * value + COMMON * common[axis]!)
    })
    for (let at = 0; at < size; at++) {
      // Squared, so that some clusters are large and many are small.
      const centre = centres[Math.floor(this.next() ** 2 * centres.length)]!
      this.vectors.set(at, this.near(centre, 1))
    }
  }

  /** A vector of length 1 near that of some tool. */
  question(): Float32Array {
    return this.near(this.vectors.row(Math.floor(this.next() * this.size)), ASKED)
  }

  /** Positions of the tools of a flow: mostly well-used ones, by the cube of chance. */
  flow(length: number): number[] {
    return Array.from({ length }, () => Math.floor(this.next() ** 3 * this.size))
  }

  private near(centre: Float32Array, distance: number): Float32Array {
    const vector = this.direction(centre.length)
    for (let axis = 0; axis < vector.length; axis++) vector[axis] = distance * vector[axis]! + centre[axis]!
    return scaled(vector)
  }

  private direction(dimensions: number): Float32Array {
    const vector = new Float32Array(dimensions)
    for (let axis = 0; axis < dimensions; axis++) vector[axis] = this.next() + this.next() + this.next() - 1.5
    return scaled(vector)
  }
}

/** To length 1, in place: a hundred thousand are made. */
function scaled(vector: Float32Array): Float32Array {
  let squares = 0
  for (let axis = 0; axis < vector.length; axis++) squares += vector[axis]! ** 2
  const scale = 1 / Math.sqrt(squares)
  for (let axis = 0; axis < vector.length; axis++) vector[axis]! *= scale
  return vector
}
