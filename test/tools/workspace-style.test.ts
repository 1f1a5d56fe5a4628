import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { LayerStyle } from '../../src/trace/layer.ts'
import { fixtureBytes } from '../helpers/fixtures.ts'

const file = (name: string, fixture: string) => ({
  id: name,
  name,
  bytes: bufferBytes(fixtureBytes(fixture)),
})
const RED = 'T33UUP_20240801T100031_B04_10m.tif'
const NIR = 'T33UUP_20240801T100031_B08_10m.tif'
const SWIR = 'T33UUP_20240801T100031_B11_20m.tif'
const CHOSEN: LayerStyle = { ramp: 'viridis', bands: ['nir'], percentiles: [0, 100] }

async function loaded(...names: readonly (readonly [string, string])[]) {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  await workspace.addFiles(names.map(([name, fixture]) => file(name, fixture)))
  return workspace
}

const pair = () => loaded([RED, 'u16-deflate-predictor.tif'], [NIR, 'u16-bigtiff.tif'])

describe('Workspace.restyle', () => {
  it('draws as a person chose until that is taken back', async () => {
    const workspace = await pair()
    const made = workspace.layers()[0]!.style
    expect(await workspace.restyle('scene-1', CHOSEN)).toMatchObject({ style: CHOSEN, madeStyle: made })
    await workspace.restyle('scene-1', { ramp: 'magma', bands: ['red'] })
    const back = await workspace.restyle('scene-1', null)
    expect(back.style).toEqual(made)
    expect(back).not.toHaveProperty('madeStyle')
  })

  it('stays when a scene is completed or changed, and goes with its band', async () => {
    const workspace = await pair()
    await workspace.restyle('scene-1', CHOSEN)
    await workspace.addFiles([file(SWIR, 'u16-zstd.tif')])
    expect(workspace.layers()[0]).toMatchObject({ id: 'scene-1', style: CHOSEN })
    expect((await workspace.override('scene-1', { date: '2024-08-02' })).style).toEqual(CHOSEN)
    expect((await workspace.override('scene-1', { bands: { B08: 'band' } })).style).not.toEqual(CHOSEN)
  })
})

describe('a scene as it is loaded', () => {
  it('is drawn in false colours where it has no green, and grey with two bands', async () => {
    expect((await pair()).layers()[0]!.style).toEqual({ ramp: 'gray' })
    const three = await loaded(
      [RED, 'u16-deflate-predictor.tif'],
      [NIR, 'u16-bigtiff.tif'],
      [SWIR, 'u16-zstd.tif'],
    )
    expect(three.layers()[0]!.style).toEqual({ ramp: 'rgb', bands: ['swir1', 'nir', 'red'] })
  })
})

describe('Workspace.source', () => {
  it('finds a band without a name by its designation', async () => {
    const workspace = await loaded(['drone.tif', 'i16-bands-by-pixel.tif'])
    const window = { col: 1, row: 0, width: 1, height: 1 }
    const values = await Promise.all(
      ['band 1', 'band 3'].map(async (band) => (await workspace.source('scene-1', band)).read(window)),
    )
    expect(values[0]![0]).not.toBe(values[1]![0])
  })
})

describe('Workspace.about', () => {
  it('tells place, bands and files from the headers', async () => {
    const about = await (await pair()).about('scene-1')
    // pyproj: EPSG:32633, 500600 m east and 4199550 m north, the middle of 40 × 30 pixels of 30 m.
    expect(about.centre![0]).toBeCloseTo(15.0068287, 6)
    expect(about.centre![1]).toBeCloseTo(37.9435335, 6)
    expect(about.bands).toEqual([
      { name: 'red', designation: 'B04', wavelengthNanometres: 665, sampleType: 'uint16' },
      { name: 'nir', designation: 'B08', wavelengthNanometres: 833, sampleType: 'uint16' },
    ])
    expect(about.files.map(({ name, bytes, width, height }) => [name, bytes, width, height])).toEqual([
      [RED, fixtureBytes('u16-deflate-predictor.tif').length, 40, 30],
      [NIR, fixtureBytes('u16-bigtiff.tif').length, 40, 30],
    ])
  })
})
