import type { ByteSource } from '../../types.ts'
import { blockImage, type BlockImage } from '../block-image.ts'
import { toSamples, type Samples } from '../samples.ts'
import type { EnviLayout } from './envi-layout.ts'

/** Plain pixels, a run of rows at a time: of one band in bsq files, of all bands in others. */
export function enviImage(bytes: ByteSource, layout: EnviLayout): BlockImage {
  const { width, height, block, blocksDown, bits, interleave, samples, start } = layout
  const stride = layout.planar ? 1 : samples
  const rowBytes = (width * stride * bits) / 8

  async function decode(index: number): Promise<Samples> {
    const [band, down] = [Math.floor(index / blocksDown), index % blocksDown]
    const row = down * block.height
    const rows = Math.min(block.height, height - row)
    const offset = start + (band * height + row) * rowBytes
    const read = await bytes.read(offset, rows * rowBytes)
    const data = toSamples(read, { ...layout, predictor: 1 }, { rows, perRow: width * stride, stride })
    return interleave === 'bil' ? pixelByPixel(data, { rows, width, samples }) : data
  }

  return blockImage({
    layout,
    grouping: () =>
      Promise.resolve((indices: readonly number[]) =>
        indices.map((index) => ({ indices: [index], decode: async () => [await decode(index)] })),
      ),
  })
}

/** Rows that hold one band after the other, as pixels that hold all bands. */
function pixelByPixel(
  lines: Samples,
  { rows, width, samples }: { readonly rows: number; readonly width: number; readonly samples: number },
): Samples {
  const out = new (lines.constructor as new (length: number) => Samples)(lines.length)
  let from = 0
  for (let row = 0; row < rows; row++) {
    for (let band = 0; band < samples; band++) {
      let to = row * width * samples + band
      for (let col = 0; col < width; col++, to += samples) out[to] = lines[from++]!
    }
  }
  return out
}
