import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster, type RasterFile } from '../../../src/io/read/open-raster.ts'
import type { ByteSource } from '../../../src/io/types.ts'
import { isAppError } from '../../../src/lib/errors.ts'
import type { RasterSource, Window } from '../../../src/raster/source.ts'
import { BYTE_MUTATIONS } from './byte-mutations.ts'
import { oneOf, type CorpusFile, type FuzzTarget, type Verdict } from './target.ts'
import { TIFF_MUTATIONS } from './tiff-mutations.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
/** Larger files take more time and break in no other way. */
const MAX_BYTES = 100_000
const REFUSALS: ReadonlySet<string> = new Set([
  'read_failed',
  'unsupported_file',
  'band_missing',
  'invalid_input',
])

/** GeoTIFF files: mutants of the project's fixtures and, where they are, of the small shared scenes. */
export function tiffTarget(): FuzzTarget {
  const shared = resolve(process.env['GEOFORGE_SHARED'] ?? join(root, '..', 'shared'), 'data', 'scenes')
  const corpus = [join(root, 'test', 'fixtures'), shared].flatMap(smallTiffs)
  return {
    corpus,
    mutate(random) {
      const file = oneOf(random, corpus)
      let bytes = file.bytes
      const stories: string[] = []
      for (let times = oneOf(random, [1, 1, 1, 2, 3]); times > 0; times--) {
        const mutation = oneOf(random, random() < 0.5 ? TIFF_MUTATIONS : BYTE_MUTATIONS)
        const changed = mutation(bytes, random, corpus)
        bytes = changed.bytes
        stories.push(changed.story)
      }
      return { bytes, story: `${file.name}: ${stories.join('; ')}` }
    },
    run: (bytes) => readAsProgram(bufferBytes(bytes)),
  }
}

function smallTiffs(folder: string): CorpusFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tiff?$/i.test(name) && statSync(join(folder, name)).size <= MAX_BYTES)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
}

/** Opens the file and reads windows of its bands and overviews, as floats and as integers. */
export async function readAsProgram(
  bytes: ByteSource,
  open = (source: ByteSource) => openRaster(source, 'mutant.tif'),
): Promise<Verdict> {
  let file: RasterFile
  try {
    file = await open(bytes)
  } catch (error) {
    return refusal(error, 'refused')
  }
  let verdict: Verdict = 'read'
  const { bands } = file.header
  for (const index of new Set([0, 1, bands.length >> 1, bands.length - 1])) {
    const band = bands[index]
    if (!band) continue
    const source = file.source(band.index, {
      scale: band.scale ?? 1,
      offset: band.offset ?? 0,
      nodata: band.nodata,
    })
    for (const read of readsOf(source, file)) {
      try {
        await read()
      } catch (error) {
        // Numbers with a fraction cannot be read as integers: that is no fault of the file.
        if (!isAppError(error) || error.code !== 'invalid_input') verdict = refusal(error, 'read in part')
      }
    }
  }
  await file.close()
  return verdict
}

function refusal(error: unknown, verdict: Verdict): Verdict {
  if (isAppError(error) && REFUSALS.has(error.code)) return verdict
  throw error
}

/** Windows at the corners, in the middle and far outside, and each overview where it is small. */
function* readsOf(source: RasterSource, { header }: RasterFile): Generator<() => Promise<void>> {
  const { width, height } = source.grid
  const side = 40
  const middle = { col: width >> 1, row: height >> 1, width: side, height: side }
  const windows: Window[] = [
    { col: 0, row: 0, width: Math.min(side, width), height: Math.min(side, height) },
    middle,
    { col: width - 8, row: height - 8, width: side, height: side },
    { col: 2 ** 40, row: -(2 ** 40), width: side, height: 1 },
  ]
  for (const window of windows) yield async () => assertLength(await source.read(window), window)
  yield async () => assertLength(await source.readInts!(middle), middle)
  for (const size of header.overviews) {
    if (width * height > 2 ** 20 || size.width * size.height > 2 ** 20) continue
    const whole = { col: 0, row: 0, width, height }
    yield async () => assertLength(await source.read(whole, { size }), size)
    yield async () => assertLength(await source.readInts!(whole, { size }), size)
  }
}

function assertLength(data: { readonly length: number }, size: { width: number; height: number }): void {
  if (data.length !== size.width * size.height) {
    throw new Error(`${data.length} numbers were read for ${size.width} × ${size.height} pixels`)
  }
}
