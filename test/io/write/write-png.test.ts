import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memorySink } from '../../../src/io/write/memory-results.ts'
import { crsSideFile, worldFile } from '../../../src/io/write/world-file.ts'
import { writePng } from '../../../src/io/write/write-png.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine } from '../../../src/raster/grid/grid.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'

function picture(width: number, height: number): Uint8ClampedArray {
  const random = seededRandom(width * 1000 + height)
  return Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) =>
    at % 7 < 3 ? at >> 8 : 256 * random(),
  )
}

/** Written `step` rows at a time. */
async function pngOf(
  rgba: Uint8ClampedArray,
  [width, height]: readonly [number, number],
  step = 3,
): Promise<Uint8Array> {
  let written = new Uint8Array(0)
  const sink = memorySink((bytes) => (written = bytes as Uint8Array<ArrayBuffer>))
  await writePng(sink, { width, height }, async (add) => {
    for (let row = 0; row < height; row += step)
      await add(rgba.subarray(4 * width * row, 4 * width * (row + step)))
  })
  await sink.close()
  return written
}

const ROTATED: Affine = [17.3, 5, 500000, 10, -8.66, 4200000]
const rasterio = pythonWith('rasterio')

describe.skipIf(rasterio === null)('pictures in GDAL (skipped where Python has no rasterio)', () => {
  it.each([
    [1, 1],
    [7, 5],
    [640, 431],
  ] as const)(
    'of %s × %s pixels are the same bit by bit, and lie where they should',
    async (width, height) => {
      const folder = mkdtempSync(join(tmpdir(), 'png-'))
      const path = join(folder, 'a.png')
      const rgba = picture(width, height)
      writeFileSync(path, await pngOf(rgba, [width, height]))
      writeFileSync(join(folder, 'a.pgw'), worldFile(ROTATED))
      writeFileSync(`${path}.aux.xml`, crsSideFile(crsFromEpsg(32633))!)
      const code = `
import sys, json, numpy, rasterio
with rasterio.open(sys.argv[1]) as file:
    numpy.moveaxis(file.read(), 0, 2).tofile(sys.argv[1] + '.bin')
    print(json.dumps(dict(transform=list(file.transform)[:6], epsg=file.crs.to_epsg(), bands=file.count)))
`
      const facts = runPython(rasterio!, code, [path]) as { transform: number[]; epsg: number }
      expect(readFileSync(`${path}.bin`).equals(Buffer.from(rgba.buffer))).toBe(true)
      expect(facts).toMatchObject({ epsg: 32633, bands: 4 })
      facts.transform.forEach((value, index) => expect(value).toBeCloseTo(ROTATED[index]!, 9))
      rmSync(folder, { recursive: true })
    },
  )
})

describe('writePng', () => {
  it('stops when the signal says so, and tells the error of whoever fills it', async () => {
    const sink = memorySink(() => undefined)
    const size = { width: 4, height: 4 }
    await expect(
      writePng(sink, { ...size, signal: AbortSignal.abort() }, () => Promise.resolve()),
    ).rejects.toMatchObject({ name: 'AbortError' })
    await expect(writePng(sink, size, () => Promise.reject(new Error('no pixels')))).rejects.toThrow(
      'no pixels',
    )
    const full = {
      ...sink,
      write: (offset: number) => (offset > 20 ? Promise.reject(new Error('full')) : Promise.resolve()),
    }
    await expect(writePng(full, size, (add) => add(new Uint8ClampedArray(64)))).rejects.toThrow('full')
  })
})

describe('worldFile', () => {
  it('gives steps by column, by row, and the centre of the first pixel', () => {
    expect(worldFile([10, 1, 100, 2, -20, 500])).toBe('10\n2\n1\n-20\n105.5\n491\n')
  })
})

describe('crsSideFile', () => {
  it('names a CRS that others know, and none that is unknown', () => {
    expect(crsSideFile(crsFromEpsg(4326))).toContain('<SRS>EPSG:4326</SRS>')
    expect(crsSideFile(UNKNOWN_CRS)).toBeNull()
  })
})
