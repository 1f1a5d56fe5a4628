import { cfRasters } from '../cf/cf-rasters.ts'
import type { FormatInput, RasterFile } from '../format.ts'
import { readHeader } from './header.ts'
import { netcdf3Variables } from './variables.ts'

/**
 * The rasters of a classic NetCDF file by the CF conventions. The header is read, values by ranges when asked for.
 * Throws unsupported_file, read_failed, limit_reached.
 */
export async function openNetcdf3(input: FormatInput): Promise<readonly RasterFile[]> {
  const { bytes, signal } = input
  const variables = netcdf3Variables(bytes, await readHeader(bytes, signal))
  return cfRasters({ format: 'NetCDF', variables, hasDefaultFill: true }, input, async () => bytes.close?.())
}
