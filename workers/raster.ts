import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { RasterService } from './raster-service.ts'

/** Io, tools, pixels and map tiles, away from the page. */
keepErrorsWhole()
expose(new RasterService())
