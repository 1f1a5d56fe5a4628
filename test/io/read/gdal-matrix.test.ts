import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { pythonWith } from '../../helpers/python.ts'

interface Case {
  readonly name: string
  readonly file: string
  readonly bands: number
  readonly base: number
  readonly tolerance: number
  readonly levels?: readonly (readonly [width: number, height: number])[]
  readonly refused?: string
}

const python = pythonWith('rasterio', 'numpy')

/** Where a number is not what GDAL reads, within the tolerance of a lossy codec. */
function differences(found: Float32Array, expected: Float32Array, tolerance: number): string[] {
  const unlike: string[] = []
  for (const [index, value] of expected.entries()) {
    const mine = found[index]!
    const isSame = Object.is(mine + 0, value + 0) || Math.abs(mine - value) <= tolerance
    if (!isSame) unlike.push(`${index}: ${mine}, GDAL ${value}`)
  }
  return unlike
}

describe.skipIf(!python)('files of every kind, written and read by GDAL (needs rasterio)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-matrix-'))
  let cases: readonly Case[] = []

  beforeAll(() => {
    const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'make-read-matrix.py')
    execFileSync(python!, [script, folder])
    cases = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as Case[]
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  const open = ({ file, name }: Case) => openRaster(bufferBytes(readFileSync(join(folder, file))), name)

  /** Lines that say what is unlike, the base taken off where `base` says so. */
  async function compare(given: Case): Promise<string[]> {
    const { header, ...file } = await open(given)
    const stored = readFileSync(join(folder, given.file.replace('.tif', '.bin')))
    const expected = new Float32Array(stored.buffer, stored.byteOffset, stored.byteLength / 4)
    const whole = wholeWindow(header.grid)
    const unlike: string[] = []
    let at = 0
    for (const [level, [width, height]] of given.levels!.entries()) {
      for (let band = 0; band < given.bands; band++) {
        const { nodata } = header.bands[band]!
        const source = file.source(band, { scale: 1, offset: -given.base, nodata })
        const data = await source.read(whole, { size: { width, height } })
        const wanted = expected.subarray(at, (at += width * height))
        const found = differences(data, wanted, given.tolerance)
        if (found.length > 0)
          unlike.push(
            `${given.name}, level ${level}, band ${band}: ${found.length} unlike, first ${found[0]}`,
          )
      }
    }
    return unlike
  }

  it('are read as GDAL reads them, to the last bit', async () => {
    const readable = cases.filter(({ refused }) => refused === undefined)
    expect(readable.length).toBeGreaterThan(500)
    const unlike: string[] = []
    for (const given of readable) {
      unlike.push(...(await compare(given).catch((error: unknown) => [`${given.name}: ${String(error)}`])))
    }
    expect(unlike).toEqual([])
  }, 120_000)

  it('are refused by name where they cannot be read', async () => {
    for (const given of cases) {
      if (given.refused === undefined) continue
      await expect(open(given), given.name).rejects.toMatchObject({
        code: 'unsupported_file',
        message: expect.stringContaining(given.refused) as string,
      })
    }
  })
})
