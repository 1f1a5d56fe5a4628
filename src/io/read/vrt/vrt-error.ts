import { AppError } from '../../../lib/errors.ts'

export const unsupported = (what: string) => new AppError('unsupported_file', `the VRT ${what}`)

export const damaged = (what: string) =>
  new AppError('read_failed', `the VRT ${what}; write it again, for example with gdalbuildvrt`)

/** What to do where GDAL alone can read it. */
export const CONVERT = 'write it out where its members are, with gdal_translate IN.vrt OUT.tif'
