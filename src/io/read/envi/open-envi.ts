import { AppError } from '../../../lib/errors.ts'
import type { FileBand, RasterHeader } from '../../types.ts'
import { bandSource } from '../band-source.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { FormatInput, NeighbourFile, RasterFile } from '../format.ts'
import { parseNodata } from '../nodata.ts'
import { enviImage } from './envi-image.ts'
import { readLayout } from './envi-layout.ts'
import { readPlace } from './envi-place.ts'
import { listOf, parseFields, type EnviFields } from './header-fields.ts'

/** Names and wavelengths of a thousand bands take some 50 kB. */
const HEADER_BYTES = 4 * 2 ** 20
const DATA_ENDINGS = ['', '.img', '.dat', '.bsq', '.bil', '.bip', '.raw', '.bin']

/**
 * Opens the header of an ENVI file and the pixels that lie beside it. Throws unsupported_file, read_failed, limit_reached.
 */
export async function openEnvi(input: FormatInput): Promise<readonly RasterFile[]> {
  const { bytes, name, signal } = input
  if (bytes.size > HEADER_BYTES)
    throw new AppError(
      'limit_reached',
      `an ENVI header of more than ${HEADER_BYTES / 2 ** 20} MB is not read`,
    )
  const fields = parseFields(new TextDecoder().decode(await bytes.read(0, bytes.size, signal)))
  const layout = readLayout(fields)
  const data = pixelsBeside(input)
  const needed = layout.start + (layout.width * layout.height * layout.samples * layout.bits) / 8
  if (data.bytes.size < needed) {
    throw new AppError(
      'read_failed',
      `the pixels of the ENVI file are cut off: its header tells of ${needed} bytes, there are ${data.bytes.size}; copy it again`,
    )
  }
  const grid = await readPlace(fields, { width: layout.width, height: layout.height })
  const image = enviImage(data.bytes, layout)
  const date = /^\d{4}-\d{2}-\d{2}/.exec(fields.get('acquisition time') ?? '')?.[0]
  const [ofPixels, ofHeader] = [await fingerprintOf(data.bytes, signal), await fingerprintOf(bytes, signal)]
  const header: RasterHeader = {
    fileName: name,
    ...(date !== undefined && { date }),
    size: data.bytes.size,
    grid,
    bands: bandsOf(fields, layout),
    blockSize: layout.block,
    overviews: [],
    hasInternalMask: false,
    alpha: null,
    metadata: {},
    fingerprint: `${ofPixels}-${ofHeader.slice(0, 16)}`,
  }
  return [
    {
      header,
      companions: [data.id],
      source(bandIndex, scaling) {
        if (!header.bands[bandIndex]) {
          throw new AppError(
            'band_missing',
            `band ${bandIndex} was asked for; the file has bands 0 to ${layout.samples - 1}`,
          )
        }
        return bandSource({ grid, levels: [{ image, mask: null, alpha: null }], bandIndex, scaling })
      },
      async close() {
        image.release()
        await data.bytes.close?.()
        await bytes.close?.()
      },
    },
  ]
}

function pixelsBeside({ name, beside }: FormatInput): NeighbourFile {
  const stem = (/[^/\\]*$/.exec(name)?.[0] ?? '').replace(/\.hdr$/i, '')
  for (const ending of DATA_ENDINGS) {
    const found = beside(`${stem}${ending}`)
    if (found) return found
  }
  throw new AppError(
    'unsupported_file',
    'the ENVI header came without the file of its pixels, which has the same name with .img, .dat, .bsq, .bil, .bip or no ending; drop both together',
  )
}

function bandsOf(
  fields: EnviFields,
  { samples, sampleType }: { readonly samples: number; readonly sampleType: FileBand['sampleType'] },
): readonly FileBand[] {
  const said = parseNodata(fields.get('data ignore value') ?? null)
  const nodata = said !== null && sampleType === 'float32' ? Math.fround(said) : said
  const [names, wavelengths] = [listOf(fields.get('band names')), listOf(fields.get('wavelength'))]
  const units = fields.get('wavelength units') ?? ''
  const [gains, offsets] = [listOf(fields.get('data gain values')), listOf(fields.get('data offset values'))]
  return Array.from({ length: samples }, (_, index): FileBand => {
    const wavelength = wavelengths[index]
    return {
      index,
      sampleType,
      nodata,
      scale: finite(gains[index]),
      offset: finite(offsets[index]),
      description: names[index] || (wavelength ? `${wavelength} ${units}`.trim() : null),
    }
  })
}

const finite = (text: string | undefined): number | null =>
  text !== undefined && text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
