import { seededRandom } from '../../../lib/random.ts'
import { mapSources, walkBlocks } from '../../blocks.ts'
import type { WalkOptions } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'

/** Pixels that the first centres are found on. */
const SAMPLE = 20_000
/** Beginnings that are tried on the sample; the best goes on. */
const RESTARTS = 5
const SAMPLE_PASSES = 100
const PASSES = 20
/** Centres that move by less than this share of the spread of the bands have settled. */
const SETTLED = 1e-4

export interface Clusters {
  /** Of each class, in the units of the bands; ordered by the first band. */
  readonly centres: readonly (readonly number[])[]
  /** Sum of squared distances of pixels to their centres, in squared (scaled) units. */
  readonly inertia: number
  /** The same to the mean of all pixels. */
  readonly total: number
  readonly pixels: number
  readonly passes: number
  readonly isSettled: boolean
}

export interface ClusterOptions extends WalkOptions {
  readonly classes: number
  readonly seed: number
  /** Divide each band by its standard deviation, so that all count alike. */
  readonly standardise: boolean
}

/**
 * K-means of the pixels of some bands of one grid that are valid in all (Lloyd, doi:10.1109/TIT.1982.1056489), begun by
 * k-means++ (Arthur and Vassilvitskii 2007) on a sample and refined by passes over all blocks, so that memory does not
 * grow with the raster. Null where there are fewer different pixels than classes.
 */
export async function cluster(
  bands: readonly RasterSource[],
  options: ClusterOptions,
): Promise<(Clusters & { readonly codes: RasterSource }) | null> {
  const { classes, seed, signal, progress } = options
  const random = seededRandom(seed)
  const { sample, spread } = await takeSample(bands, random, {
    signal,
    progress: (done) => progress?.(done / 10),
  })
  const scale = spread.map((each) => (options.standardise && each > 0 ? each : 1))
  const start = bestStart(scaled(sample, scale), { classes, random, size: bands.length })
  if (!start) return null
  const reach = Math.hypot(...spread.map((each, band) => each / scale[band]!))
  let centres = start
  let passes = 0
  for (;;) {
    const from = passes
    const found = await pass(
      bands,
      { centres, scale },
      { signal, progress: (done) => progress?.(0.1 + (0.8 * (from + done)) / PASSES) },
    )
    passes++
    const isSettled = moved(centres, found.centres) <= SETTLED * reach
    centres = found.centres
    if (!isSettled && passes < PASSES) continue
    const ordered = [...centres].sort((one, other) => one[0]! - other[0]!)
    // Distances to the centres that classes are told by.
    const { inertia, total, pixels } = await pass(bands, { centres: ordered, scale }, { signal })
    return {
      centres: ordered.map((centre) => centre.map((each, band) => each * scale[band]!)),
      codes: codesOf(bands, { centres: ordered, scale }),
      inertia,
      total,
      pixels,
      passes,
      isSettled,
    }
  }
}

type Vector = readonly number[]
interface Scaled {
  readonly centres: readonly Vector[]
  readonly scale: readonly number[]
}

/** Valid pixels chosen evenly (algorithm R of Vitter, doi:10.1145/3147.3165), and the standard deviation of each band. */
async function takeSample(bands: readonly RasterSource[], random: () => number, options: WalkOptions) {
  const sample: number[][] = []
  const means = bands.map(() => 0)
  const squares = bands.map(() => 0)
  let seen = 0
  await walkBlocks(
    bands,
    (blocks) => {
      for (let at = 0; at < blocks[0]!.length; at++) {
        if (blocks.some((block) => Number.isNaN(block[at]))) continue
        seen++
        for (const [band, block] of blocks.entries()) {
          const step = block[at]! - means[band]!
          means[band]! += step / seen
          squares[band]! += step * (block[at]! - means[band]!)
        }
        const place = seen <= SAMPLE ? seen - 1 : Math.floor(random() * seen)
        if (place < SAMPLE) sample[place] = blocks.map((block) => block[at]!)
      }
    },
    options,
  )
  return { sample, spread: squares.map((each) => (seen > 0 ? Math.sqrt(each / seen) : 0)) }
}

const scaled = (sample: readonly Vector[], scale: Vector) =>
  sample.map((pixel) => pixel.map((each, band) => each / scale[band]!))

function bestStart(
  sample: readonly Vector[],
  {
    classes,
    random,
    size,
  }: { readonly classes: number; readonly random: () => number; readonly size: number },
): readonly Vector[] | null {
  let best: { readonly centres: readonly Vector[]; readonly inertia: number } | null = null
  for (let attempt = 0; attempt < RESTARTS; attempt++) {
    const begun = spreadOut(sample, classes, random)
    if (!begun) return null
    let centres = begun
    let inertia = Infinity
    for (let step = 0; step < SAMPLE_PASSES; step++) {
      const sums: Sums = new Sums(centres, size)
      for (const pixel of sample) sums.add(pixel)
      centres = sums.centres()
      if (sums.inertia >= inertia) break
      inertia = sums.inertia
    }
    if (!best || inertia < best.inertia) best = { centres, inertia }
  }
  return best?.centres ?? null
}

/** K-means++: each next centre is a pixel drawn by its squared distance from those there are. */
function spreadOut(
  sample: readonly Vector[],
  classes: number,
  random: () => number,
): readonly Vector[] | null {
  const first = sample[Math.floor(random() * sample.length)]
  if (!first) return null
  const centres = [first]
  const distances = sample.map((pixel) => squaredDistance(pixel, first))
  while (centres.length < classes) {
    const total = distances.reduce((sum, each) => sum + each, 0)
    if (!(total > 0)) return null
    let left = random() * total
    let chosen = distances.findIndex((each) => (left -= each) < 0)
    // Rounding may leave a crumb past the end; any pixel apart from the centres will do.
    if (chosen < 0) chosen = distances.findLastIndex((each) => each > 0)
    const centre = sample[chosen]!
    centres.push(centre)
    for (const [at, pixel] of sample.entries()) {
      distances[at] = Math.min(distances[at]!, squaredDistance(pixel, centre))
    }
  }
  return centres
}

/** Pixels summed up by the nearest of some centres. */
class Sums {
  inertia = 0
  /** Sum of squares about the first centre: what the variance of all is taken from. */
  private squares = 0
  private readonly old: readonly Vector[]
  private readonly sums: Float64Array
  private readonly counts: Float64Array
  private readonly size: number

  constructor(centres: readonly Vector[], size: number) {
    this.old = centres
    this.size = size
    this.sums = new Float64Array(centres.length * size)
    this.counts = new Float64Array(centres.length)
  }

  add(pixel: ArrayLike<number>): void {
    const { old, size, sums } = this
    let [nearest, least] = [0, Infinity]
    for (let at = 0; at < old.length; at++) {
      const distance = squaredDistance(pixel, old[at]!)
      if (at === 0) this.squares += distance
      if (distance < least) [nearest, least] = [at, distance]
    }
    this.inertia += least
    this.counts[nearest]!++
    for (let band = 0; band < size; band++) sums[nearest * size + band]! += pixel[band]!
  }

  /** Means of the pixels of each; one that no pixel is nearest to stays. */
  centres(): readonly Vector[] {
    return this.old.map((centre, at) =>
      this.counts[at] === 0
        ? centre
        : centre.map((_, band) => this.sums[at * this.size + band]! / this.counts[at]!),
    )
  }

  get pixels(): number {
    return this.counts.reduce((sum, each) => sum + each, 0)
  }

  /** Squared distances to the mean of all. */
  get total(): number {
    const { pixels, size } = this
    const mean = Array.from({ length: size }, (_, band) => {
      let sum = 0
      for (let at = band; at < this.sums.length; at += size) sum += this.sums[at]!
      return sum / pixels
    })
    return Math.max(0, this.squares - pixels * squaredDistance(mean, this.old[0]!))
  }
}

async function pass(bands: readonly RasterSource[], { centres, scale }: Scaled, options: WalkOptions) {
  const sums = new Sums(centres, bands.length)
  const pixel = new Float64Array(bands.length)
  await walkBlocks(
    bands,
    (blocks) => {
      for (let at = 0; at < blocks[0]!.length; at++)
        if (takePixel(blocks, at, { pixel, scale })) sums.add(pixel)
    },
    options,
  )
  return { centres: sums.centres(), inertia: sums.inertia, total: sums.total, pixels: sums.pixels }
}

/** Codes 1, 2, … of the nearest centre; NaN where a band has no value. */
function codesOf(bands: readonly RasterSource[], { centres, scale }: Scaled): RasterSource {
  return mapSources(bands, (blocks, out) => {
    const pixel = new Float64Array(bands.length)
    for (let at = 0; at < out.length; at++) {
      if (!takePixel(blocks, at, { pixel, scale })) {
        out[at] = NaN
        continue
      }
      let [nearest, least] = [0, Infinity]
      for (let each = 0; each < centres.length; each++) {
        const distance = squaredDistance(pixel, centres[each]!)
        if (distance < least) [nearest, least] = [each, distance]
      }
      out[at] = nearest + 1
    }
  })
}

/** Scaled values of a pixel in all bands; false where one has none. */
function takePixel(
  blocks: readonly Float32Array[],
  at: number,
  { pixel, scale }: { readonly pixel: Float64Array; readonly scale: Vector },
): boolean {
  for (let band = 0; band < blocks.length; band++) {
    const value = blocks[band]![at]!
    if (value !== value) return false
    pixel[band] = value / scale[band]!
  }
  return true
}

function squaredDistance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let band = 0; band < one.length; band++) {
    const step = one[band]! - other[band]!
    sum += step * step
  }
  return sum
}

const moved = (from: readonly Vector[], to: readonly Vector[]) =>
  Math.max(...from.map((centre, at) => Math.sqrt(squaredDistance(centre, to[at]!))))
