import '../src/lib/no-code-from-strings.ts'
import { expose } from 'comlink'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { decodeWith } from '../src/io/read/block-decoder.ts'
import { DecoderPool } from './decoder-pool.ts'
import { RasterService } from './raster-service.ts'
import { tellRequests } from './tell-requests.ts'

/** Io, tools, pixels and map tiles, away from the page; a pool of decoders below. */
keepErrorsWhole()
tellRequests('pixel worker')
decodeWith(
  new DecoderPool(
    () => new Worker(new URL('./decode.ts', import.meta.url), { type: 'module', name: self.name }),
    navigator.hardwareConcurrency,
  ),
)
expose(new RasterService())
