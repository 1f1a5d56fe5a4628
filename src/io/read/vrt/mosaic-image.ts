import { INT_NODATA } from '../../../raster/source.ts'
import type { SampleType } from '../../types.ts'
import { blockImage, type BlockImage } from '../block-image.ts'
import type { BlockLayout } from '../layout.ts'
import type { Samples } from '../samples.ts'
import { converter, placeSource, type PlacedSource } from './place-source.ts'

const SIDE = 512

/** One band of a mosaic: what its sources lay over each other, and a number beyond the band's type, or NaN, elsewhere. */
export function mosaicImage(of: {
  readonly width: number
  readonly height: number
  readonly sampleType: SampleType
  readonly sources: readonly PlacedSource[]
}): BlockImage {
  const { width, height, sources, sampleType } = of
  const isFloat = sampleType.startsWith('float')
  const block = { width: Math.min(width, SIDE), height: Math.min(height, SIDE) }
  const layout: BlockLayout = {
    width,
    height,
    block,
    blocksAcross: Math.ceil(width / block.width),
    blocksDown: Math.ceil(height / block.height),
    samples: 1,
    planar: false,
    bits: 32,
    sampleType: isFloat ? 'float32' : 'int32',
  }
  const laid = sources.map((source) => ({ source, convert: converter(source, sampleType) }))

  async function decode(index: number): Promise<Samples> {
    const [col, row] = [
      (index % layout.blocksAcross) * block.width,
      Math.floor(index / layout.blocksAcross) * block.height,
    ]
    const window = {
      col,
      row,
      width: Math.min(block.width, width - col),
      height: Math.min(block.height, height - row),
    }
    const pixels = block.width * window.height
    const data = isFloat ? new Float32Array(pixels).fill(NaN) : new Int32Array(pixels).fill(INT_NODATA)
    for (const { source, convert } of laid)
      await placeSource(source, { data, width: block.width, window }, convert)
    return data
  }

  return blockImage({
    layout,
    grouping: () =>
      Promise.resolve((indices: readonly number[]) =>
        indices.map((index) => ({ indices: [index], decode: async () => [await decode(index)] })),
      ),
  })
}
