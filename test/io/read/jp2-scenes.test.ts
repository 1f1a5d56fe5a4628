import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

/** Unpacks the JPEG 2000 files of both products and says what GDAL reads of each, at every size that it offers. */
const CODE = `
import glob, hashlib, json, sys, zipfile
import rasterio
folder, out = sys.argv[1], []
for path in sorted(glob.glob(folder + '/*.zip')):
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith('.jp2'):
                continue
            file = archive.extract(name, sys.argv[2])
            with rasterio.open(file) as data:
                levels = [None, *range(len(data.overviews(1)))]
                entry = {'file': file, 'type': data.dtypes[0], 'crs': data.crs.to_string(), 'transform': list(data.transform)[:6], 'levels': []}
            for level in levels:
                with rasterio.open(file, **({} if level is None else {'OVERVIEW_LEVEL': level})) as data:
                    pixels = data.read(1)
                    entry['levels'].append({'width': data.width, 'height': data.height, 'sha256': hashlib.sha256(pixels.tobytes()).hexdigest()})
            out.append(entry)
print(json.dumps(out))
`

interface Entry {
  readonly file: string
  readonly type: 'uint8' | 'uint16'
  readonly crs: string
  readonly transform: readonly number[]
  readonly levels: readonly { readonly width: number; readonly height: number; readonly sha256: string }[]
}

const python = hasShared ? pythonWith('rasterio') : null

describe.skipIf(!python)('JPEG 2000 files of the Sentinel-2 pair (needs the scenes and rasterio)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-jp2-'))
  let entries: readonly Entry[] = []

  beforeAll(() => {
    entries = runPython(python!, CODE, [sharedPath('data', 'scenes', 'safe_pair'), folder]) as Entry[]
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('have the pixels and places that GDAL reads, at every size', async () => {
    expect(entries).toHaveLength(12)
    for (const { file, type, crs, transform, levels } of entries) {
      const bytes = await fileBytes(file)
      const [raster] = await openFile({ bytes, name: file, beside: () => undefined })
      const { grid } = raster!.header
      expect([grid.crs.id, grid.transform]).toEqual([crs, transform])
      const source = raster!.source(0, { scale: 1, offset: 0, nodata: null })
      for (const { width, height, sha256 } of levels) {
        const data = await source.read(wholeWindow(grid), { size: { width, height } })
        const samples = type === 'uint8' ? Uint8Array.from(data) : Uint16Array.from(data)
        expect(createHash('sha256').update(samples).digest('hex'), `${file} ${width}`).toBe(sha256)
      }
      await raster!.close()
    }
  }, 60_000)
})
