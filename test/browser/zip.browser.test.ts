import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanStorage, openWorkers, opfsNames } from './open-workers.ts'

const NOTHING = () => undefined
const RED = 'scene/T33UUP_20240801T100031_B04_10m.tif'

beforeEach(cleanStorage)

async function zip(name: string) {
  const response = await fetch(new URL(`../fixtures/zips/${name}`, import.meta.url))
  return { name, file: new File([await response.blob()], name) }
}

describe('a dropped zip', () => {
  it('gives the scene of its files, and keeps them alone', async () => {
    const workers = openWorkers()
    const fractions: number[] = []
    const { layers, problems } = await workers.raster.addFiles([await zip('good.zip')], (fraction) => {
      fractions.push(fraction)
    })
    expect(layers).toHaveLength(1)
    expect(layers[0]).toMatchObject({ id: 'scene-1', date: '2024-08-01' })
    expect(layers[0]!.scene!.bands.map(({ name }) => name)).toEqual(['red', 'nir'])
    expect(problems).toEqual([
      {
        fileName: 'good.zip',
        message: '2 files that are no rasters, vectors or tables were left in the zip',
      },
      {
        fileName: 'good.zip: scene/nested.zip',
        message:
          'the list of files at the end of the zip cannot be read: it is cut off, damaged or no zip; get it anew',
        code: 'read_failed',
      },
    ])
    expect((await opfsNames('files')).length).toBe(2)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    workers.close()
    const again = await openWorkers().raster.layers()
    expect(again.map(({ id, missing }) => [id, missing])).toEqual([['scene-1', undefined]])
    // The dev server hands a worker its modules one by one, which takes seconds on a busy machine.
  }, 120_000)

  it.each([
    ['wrong-checksum.zip', `wrong-checksum.zip: ${RED}`, /checksum/, 'read_failed'],
    ['locked.zip', `locked.zip: ${RED}`, /password/, 'invalid_input'],
    ['paths.zip', 'paths.zip: ../evil.tif', /leads out of the archive/, 'invalid_input'],
    ['bomb.zip', 'bomb.zip: bomb.tif', /would grow/, 'invalid_input'],
    ['lying.zip', `lying.zip: ${RED}`, /size that the zip says/, 'read_failed'],
  ])('loses nothing but the bad file of %s', async (name, fileName, words, code) => {
    const workers = openWorkers()
    const { layers, problems } = await workers.raster.addFiles([await zip(name)], NOTHING)
    expect(layers).toHaveLength(1)
    const [first] = problems
    expect(first).toMatchObject({ fileName, code })
    expect(first!.message).toMatch(words)
    expect((await opfsNames('files')).length).toBe(1)
  })

  it.each([
    ['cut.zip', /cut off/],
    ['no-rasters.zip', /nothing that is read here \(2 files in it\)/],
  ])('is refused where it is %s, and what comes with it is taken', async (name, words) => {
    const workers = openWorkers()
    const { layers, problems } = await workers.raster.addFiles(
      [await zip(name), await zip('flat.zip')],
      NOTHING,
    )
    expect(layers).toHaveLength(1)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ fileName: name })
    expect(problems[0]!.message).toMatch(words)
  })

  it('given twice leaves one copy', async () => {
    const workers = openWorkers()
    await workers.raster.addFiles([await zip('good.zip')], NOTHING)
    const { layers, problems } = await workers.raster.addFiles([await zip('good.zip')], NOTHING)
    expect(layers).toEqual([])
    expect(problems.filter(({ code }) => code === 'left_aside')).toHaveLength(2)
    expect((await opfsNames('files')).length).toBe(2)
  })

  it('that is stopped while it is unpacked leaves nothing', async () => {
    const workers = openWorkers()
    const controller = new AbortController()
    const stopped = workers.raster.addFiles(
      [await zip('good.zip')],
      (_, note) => note.startsWith('unpacking') && controller.abort(),
      controller.signal,
    )
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(async () => expect(await opfsNames('files')).toEqual([]))
    expect(await workers.raster.layers()).toEqual([])
  })
})
