import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { openRaster, type RasterFile } from '../../src/io/read/open-raster.ts'

export function fixtureBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'fixtures', name)))
}

/** Opens a file of test/fixtures; all are 40 × 30 pixels. */
export function openFixture(name: string): Promise<RasterFile> {
  return openRaster(bufferBytes(fixtureBytes(name)), name)
}
