import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { scenesOfOnePlace } from '../../src/sensing/scene-group.ts'
import { sensingContext } from '../../src/sensing/sensing-context.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { Layer } from '../../src/trace/layer.ts'

async function file(name: string, east = 500_000) {
  const results = memoryResults()
  const sink = await results.create('file')
  const grid = {
    width: 2,
    height: 2,
    crs: crsFromEpsg(32633),
    transform: [30, 0, east, 0, -30, 5_000_000] as const,
  }
  // No two files alike: equal bytes under one name are taken for one file.
  const values = Float32Array.from(name, (letter) => letter.charCodeAt(0)).slice(-4)
  await writeGeoTiff(sink, memorySource(grid, values), { sampleType: 'float32', nodata: NaN })
  await sink.close()
  const bytes = await results.open('file')
  return { id: name, name, bytes: bufferBytes(await bytes.read(0, bytes.size)) }
}

const landsat = (date: string, east?: number) =>
  file(`LC08_L2SP_227074_${date}_20200827_02_T1_SR_B5.TIF`, east)

async function loaded(...files: readonly ReturnType<typeof file>[]): Promise<readonly Layer[]> {
  const workspace = new Workspace({ results: memoryResults(), tools: [] })
  for (const each of files) await workspace.addFiles([await each])
  return workspace.layers().map((layer, at) => ({ ...layer, createdAt: at }))
}

const datesOf = (layers: readonly Layer[]) => sensingContext(layers).dates

describe('scenesOfOnePlace', () => {
  it('lets no stray file of unnamed bands lead or count as a date', async () => {
    const layers = await loaded(landsat('20190809'), landsat('20190825'), file('the map of 2019-08-30.tif'))
    expect(datesOf(layers)).toHaveLength(3)
    const place = scenesOfOnePlace(layers)
    expect(datesOf(place.layers)).toEqual(['2019-08-09', '2019-08-25'])
    expect(place).toMatchObject({ left: 0, unnamed: 1 })
    const far = await loaded(landsat('20190809'), landsat('20190825'), file('map 2019-08-30.tif', 900_000))
    expect(datesOf(scenesOfOnePlace(far).layers)).toEqual(['2019-08-09', '2019-08-25'])
  })

  it('keeps such files where there is nothing else, or where they are named', async () => {
    const alone = await loaded(file('map 2019-08-30.tif'))
    expect(scenesOfOnePlace(alone).layers).toEqual(alone)
    const layers = await loaded(landsat('20190809'), file('map 2019-08-30.tif'))
    expect(scenesOfOnePlace(layers, ['scene-2']).layers).toEqual(layers)
  })

  it('takes the place of the scene loaded last, or of the ones that are named', async () => {
    const layers = await loaded(landsat('20190809'), landsat('20190825'), landsat('20200101', 900_000))
    expect(datesOf(scenesOfOnePlace(layers).layers)).toEqual(['2020-01-01'])
    const named = scenesOfOnePlace(layers, ['scene-1'])
    expect(datesOf(named.layers)).toEqual(['2019-08-09', '2019-08-25'])
    expect(named.left).toBe(1)
  })
})
