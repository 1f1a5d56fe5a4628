import { AppError } from '../../../lib/errors.ts'
import type { FileBand, RasterHeader } from '../../types.ts'
import { bandSource } from '../band-source.ts'
import type { BlockImage } from '../block-image.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { FormatInput, RasterFile } from '../format.ts'
import type { CfFile } from './cf-file.ts'
import { layersOf, type Layer } from './layers.ts'
import { variableImage } from './variable-image.ts'

/**
 * The rasters of a file that follows the CF conventions: variables of one grid are bands of one raster, times are
 * rasters of their own. `close` is called when the last of them is closed.
 */
export async function cfRasters(
  file: CfFile,
  { name, bytes, signal }: FormatInput,
  close: () => Promise<void>,
): Promise<readonly RasterFile[]> {
  const parts = partsOf(await layersOf(file))
  const fingerprint = await fingerprintOf(bytes, signal)
  let open = parts.length
  return parts.map((part) => {
    const images = part.layers.map((layer) => variableImage({ ...layer, turn: layer.place.turn }))
    return rasterOf(part, images, {
      fileName: name,
      size: bytes.size,
      fingerprint: part.name === null ? fingerprint : `${fingerprint}-${part.name}`,
      async close() {
        for (const image of images) image.release()
        if (--open === 0) await close()
      },
    })
  })
}

interface Part {
  /** Null for the only raster of a file. */
  readonly name: string | null
  readonly date: string | null
  readonly layers: readonly Layer[]
}

function partsOf(layers: readonly Layer[]): readonly Part[] {
  const grids = new Map<string, Map<string, Layer[]>>()
  for (const layer of layers) {
    const { grid } = layer.place
    const key = [grid.width, grid.height, grid.crs.id, ...grid.transform].join()
    const steps = grids.get(key) ?? new Map<string, Layer[]>()
    grids.set(key, steps)
    const step = layer.step ? `${layer.step.date},${layer.step.index}` : ''
    const held = steps.get(step)
    if (held) held.push(layer)
    else steps.set(step, [layer])
  }
  const several = layers.length > 0 && (grids.size > 1 || [...grids.values()].some(({ size }) => size > 1))
  const taken = new Map<string, number>()
  return [...grids.values()].flatMap((steps, position) =>
    [...steps.values()].map((held): Part => {
      const date = held[0]!.step?.date ?? null
      const words = [
        ...(grids.size > 1 ? [`grid-${position + 1}`] : []),
        date ?? (grids.size > 1 ? [] : 'undated'),
      ]
      const stem = words.flat().join('-')
      const count = (taken.get(stem) ?? 0) + 1
      taken.set(stem, count)
      const name = count === 1 ? stem : `${stem}-${count}`
      return { name: several ? name : null, date, layers: held }
    }),
  )
}

function rasterOf(
  part: Part,
  images: readonly BlockImage[],
  of: Pick<RasterHeader, 'fileName' | 'size' | 'fingerprint'> & Pick<RasterFile, 'close'>,
): RasterFile {
  const { layers } = part
  const { grid } = layers[0]!.place
  const header: RasterHeader = {
    fileName: of.fileName,
    ...(part.name !== null && { part: part.name }),
    ...(part.date !== null && { date: part.date }),
    size: of.size,
    grid,
    bands: layers.map(({ packing, description }, index): FileBand => ({
      index,
      sampleType: packing.sampleType,
      nodata: packing.nodata,
      scale: packing.scale,
      offset: packing.offset,
      description,
    })),
    blockSize: images[0]!.layout.block,
    overviews: [],
    hasInternalMask: false,
    alpha: null,
    metadata: {},
    fingerprint: of.fingerprint,
  }
  return {
    header,
    source(bandIndex, scaling) {
      const [image, layer] = [images[bandIndex], layers[bandIndex]]
      if (!image || !layer) {
        throw new AppError(
          'band_missing',
          `band ${bandIndex} was asked for; the file has bands 0 to ${layers.length - 1}`,
        )
      }
      const valid = scaling.valid ?? layer.packing.valid
      return bandSource({
        grid,
        levels: [{ image, mask: null, alpha: null }],
        bandIndex: 0,
        scaling: { ...scaling, valid },
      })
    },
    close: of.close,
  }
}
