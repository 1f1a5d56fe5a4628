import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'
import type { CfVariable } from '../cf/cf-file.ts'
import { cfRasters } from '../cf/cf-rasters.ts'
import type { FormatInput, RasterFile } from '../format.ts'
import { openH5, type OpenH5 } from './h5-library.ts'
import { attributeValue, h5Variables } from './h5-variables.ts'
import { isHdf4, isHdf5Start } from './is-hdf5.ts'
import { parseStructMetadata, type EosGrid } from './struct-metadata.ts'
import { syncBytes } from './sync-bytes.ts'

/**
 * The rasters of an HDF5 or NetCDF-4 file, by the CF conventions or, for HDF-EOS 5, by its structural metadata. Values
 * are read by ranges when asked for. Throws unsupported_file, read_failed, limit_reached.
 */
export async function openHdf5(input: FormatInput): Promise<readonly RasterFile[]> {
  await assertHdf5(input.bytes, input.signal)
  const file = await openWhole(input)
  try {
    const grids = eosGrids(file)
    return await cfRasters(
      {
        format: 'HDF5',
        variables: h5Variables(file),
        hasDefaultFill: '_NCProperties' in file.root.attrs,
        ...(grids.length > 0 && { gridOf: (variable: CfVariable) => eosGridOf(grids, variable) }),
      },
      input,
      async () => {
        file.close()
        await input.bytes.close?.()
      },
    )
  } catch (error) {
    file.close()
    if (error instanceof AppError) throw error
    throw cutOff(error)
  }
}

async function openWhole({ bytes, signal }: FormatInput): Promise<OpenH5> {
  const now = await syncBytes(bytes, signal)
  try {
    return await openH5(now)
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error)
  }
}

const cutOff = (cause: unknown) =>
  new AppError(
    'read_failed',
    'the HDF5 file is cut off or damaged: its contents cannot be listed; copy it again',
    {},
    {
      cause,
    },
  )

/** The signature stands at the start, or after a user block of 512 bytes times a power of two (HDF5 format, II.A). */
async function assertHdf5(bytes: ByteSource, signal?: AbortSignal): Promise<void> {
  for (let at = 0; at < bytes.size; at = at === 0 ? 512 : at * 2) {
    const head = await bytes.read(at, 8, signal)
    if (at === 0 && isHdf4(head)) throw refusedHdf4()
    if (isHdf5Start(head)) return
  }
  throw new AppError(
    'unsupported_file',
    'the file is named as HDF5 or NetCDF, but holds neither; it may be a page that was saved in its place: fetch it again',
  )
}

const STRUCT_METADATA = 'HDFEOS INFORMATION/StructMetadata.0'

const refusedHdf4 = () =>
  new AppError(
    'unsupported_file',
    'the file is HDF4, which GeoForge cannot read; convert the field that you need first: gdalinfo IN.hdf lists them, ' +
      'gdal_translate -of COG HDF4_EOS:EOS_GRID:"IN.hdf":GRID:FIELD OUT.tif',
  )

function eosGrids({ root, library }: OpenH5): readonly EosGrid[] {
  if (!root.paths().includes(STRUCT_METADATA)) return []
  const entity = root.get(STRUCT_METADATA)
  const text = entity instanceof library.Dataset ? attributeValue(entity.value) : null
  return typeof text === 'string' ? parseStructMetadata(text) : []
}

function eosGridOf(grids: readonly EosGrid[], { path, shape }: CfVariable) {
  const found = grids.find(({ name }) => path.startsWith(`/HDFEOS/GRIDS/${name}/`))?.grid
  return found && shape.at(-1) === found.width && shape.at(-2) === found.height ? found : null
}
