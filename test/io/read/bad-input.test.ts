import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { isAppError } from '../../../src/lib/errors.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { BAD_FILES } from '../../helpers/bad-files.ts'
import { fixtureBytes } from '../../helpers/fixtures.ts'
import type { BadOutcome } from '../../helpers/read-bad-files.ts'

/** Seconds for one file, and MB of the process that reads them all, one after the other. */
const LIMIT = { seconds: 5, peakMb: 600 }

describe('openRaster and its sources, given damaged and hostile files', () => {
  let outcomes: readonly BadOutcome[] = []

  beforeAll(() => {
    const script = join(import.meta.dirname, '..', '..', 'helpers', 'read-bad-files.ts')
    const printed = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
    outcomes = JSON.parse(printed) as BadOutcome[]
  }, 120_000)

  it.each(BAD_FILES)('$name: $ends', ({ name, ends }) => {
    const outcome = outcomes.find((other) => other.name === name)
    expect(outcome?.ended).toBe(ends)
    expect(outcome?.seconds).toBeLessThan(LIMIT.seconds)
  })

  it(`takes less than ${LIMIT.peakMb} MB for any of them`, () => {
    const over = outcomes.filter(({ peakMb }) => peakMb >= LIMIT.peakMb)
    expect(over.map(({ name, peakMb }) => `${name}: ${peakMb.toFixed(0)} MB`)[0]).toBeUndefined()
  })
})

/** Pixels of the first band, or the code of the refusal. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    const { header, ...file } = await openRaster(bufferBytes(bytes), 'cut.tif')
    const { index, nodata } = header.bands[0]!
    return (await file.source(index, { scale: 1, offset: 0, nodata }).read(wholeWindow(header.grid))).join()
  } catch (error) {
    if (isAppError(error)) return error.code
    throw error
  }
}

describe('openRaster, given files cut at any place', () => {
  it.each([
    'u16-deflate-predictor.tif',
    'u16-lzw-predictor.tif',
    'u16-zstd.tif',
    'u16-bigtiff.tif',
    'u16-big-endian-predictor.tif',
    'f32-lerc.tif',
    'u8-packbits.tif',
    'u8-mask.tif',
    'u8-sparse.tif',
    'i16-bands-by-band.tif',
    'crs-albers.tif',
  ])('never reads other pixels of %s', async (name) => {
    const whole = fixtureBytes(name)
    const pixels = await outcomeOf(whole)
    // All parts of the headers, then strides that share no factor with blocks.
    for (let length = 0; length < whole.length; length += length < 400 ? 5 : 151) {
      const outcome = await outcomeOf(whole.slice(0, length))
      const isFine = ['read_failed', 'unsupported_file', pixels].includes(outcome)
      if (!isFine) expect.fail(`cut to ${length} of ${whole.length} bytes: ${outcome.slice(0, 200)}`)
    }
  })
})
