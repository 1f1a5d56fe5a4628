import { AppError } from '../../../lib/errors.ts'
import { blockImage, type BlockImage } from '../block-image.ts'
import { MAX_BLOCK_BYTES, type BlockLayout } from '../layout.ts'
import type { Samples } from '../samples.ts'
import { nameOf, type CfVariable } from './cf-file.ts'
import type { Packing } from './packing.ts'

/** Pixels on a side that are read at once, where pieces of the file are smaller. */
const SIDE = 256
const PLAIN_BYTES = 2 ** 20

/** One layer of rows and columns of a variable. */
export function variableImage(from: {
  readonly variable: CfVariable
  readonly packing: Packing
  /** Place along the dimensions before the last two. */
  readonly outer: readonly number[]
  readonly turn: number
}): BlockImage {
  const { variable, packing, outer, turn } = from
  const [height, width] = variable.shape.slice(-2) as [number, number]
  const block = blockOf(variable, width, height)
  const layout: BlockLayout = {
    width,
    height,
    block,
    blocksAcross: Math.ceil(width / block.width),
    blocksDown: Math.ceil(height / block.height),
    samples: 1,
    planar: false,
    bits: bitsOf(packing.sampleType),
    sampleType: packing.sampleType,
  }

  /** Columns [col, col + count) of the turned array. */
  async function readColumns(row: number, rows: number, col: number, count: number): Promise<readonly Run[]> {
    const runs: Run[] = []
    for (let done = 0; done < count;) {
      const at = (col + done + turn) % width
      const length = Math.min(count - done, width - at)
      const data = await variable.read([...outer, row, at], [...outer.map(() => 1), rows, length])
      runs.push({ data, length, at: done })
      done += length
    }
    return runs
  }

  async function decode(index: number): Promise<Samples> {
    const row = Math.floor(index / layout.blocksAcross) * block.height
    const col = (index % layout.blocksAcross) * block.width
    const [rows, count] = [Math.min(block.height, height - row), Math.min(block.width, width - col)]
    const runs = await readColumns(row, rows, col, count)
    const [only] = runs
    if (runs.length === 1 && count === block.width) return packing.unpack(only!.data)
    const out = new (only!.data.constructor as new (length: number) => Samples)(rows * block.width)
    for (const { data, length, at } of runs) {
      for (let line = 0; line < rows; line++) {
        out.set(data.subarray(line * length, (line + 1) * length), line * block.width + at)
      }
    }
    return packing.unpack(out)
  }

  return blockImage({
    layout,
    grouping: () =>
      Promise.resolve((indices: readonly number[]) =>
        indices.map((index) => ({ indices: [index], decode: async () => [await decode(index)] })),
      ),
  })
}

interface Run {
  readonly data: Samples
  readonly length: number
  readonly at: number
}

/** Whole pieces of the file, so that none is decoded twice. */
function blockOf(variable: CfVariable, width: number, height: number) {
  const bytes = bitsOf(variable.sampleType) / 8
  const { chunk } = variable
  if (!chunk) {
    const rows = Math.max(1, Math.floor(PLAIN_BYTES / (width * bytes)))
    return { width, height: Math.min(height, rows) }
  }
  const whole = chunk.reduce((product, side) => product * side, bytes)
  if (whole > MAX_BLOCK_BYTES) {
    throw new AppError(
      'unsupported_file',
      `one piece of ${nameOf(variable)} holds ${chunk.join(' × ')} numbers, ${Math.round(whole / 2 ** 20)} MB at once; ` +
        'write it in smaller pieces, for example with nccopy -c or as a tiled GeoTIFF',
    )
  }
  const side = (piece: number, all: number) => Math.min(all, piece * Math.ceil(SIDE / piece))
  return { width: side(chunk.at(-1)!, width), height: side(chunk.at(-2)!, height) }
}

const bitsOf = (type: string) => Number(/\d+/.exec(type)![0])
