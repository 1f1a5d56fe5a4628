import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'
import { ask, dropFiles, figuresOf, loadSample, mapLayers, scenes } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-drop-'))
  app = await openApp()
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const problems = (page = app.page) =>
  page.getByRole('list', { name: 'Files that were not taken' }).getByRole('listitem')

/** The largest file of the sample, so that a third of it ends inside the pixels. */
function sampleTiff(): Buffer {
  const sample = join(builtFolder, 'sample', '7')
  const files = readdirSync(sample).filter((name) => name.endsWith('.tif'))
  const bytes = files.map((name) => readFileSync(join(sample, name)))
  return bytes.reduce((largest, file) => (file.length > largest.length ? file : largest))
}

describe('files that cannot be read', () => {
  it('are refused by name with the reason, and nothing that was there is lost', async () => {
    await loadSample(app.page)
    const before = await mapLayers(app.page).count()
    const text = join(folder, 'notes.tif')
    const cut = join(folder, 'cut.tif')
    writeFileSync(text, 'These are my notes.\n')
    const whole = sampleTiff()
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length / 3)))

    await dropFiles(app.page, [text, cut])
    await expect.poll(() => problems().count(), { timeout: 20_000 }).toBe(2)
    const said = (await problems().allInnerTexts()).join('\n')
    expect(said).toContain('notes.tif')
    expect(said).toContain('cut.tif')
    expect(said).toMatch(/not a TIFF/i)
    expect(said).toMatch(/cut off|truncated|incomplete|ends before|shorter/i)
    expect(await scenes(app.page).count()).toBe(3)
    expect(await mapLayers(app.page).count()).toBe(before)
    expect(app.errors).toEqual([])
  })

  it('leave the app able to answer', async () => {
    const run = await ask(app.page, 'What data is loaded?')
    await run.getByText('Answered', { exact: true }).waitFor()
  })
})

describe('files in formats of their own', () => {
  it.each(['u16-zstd.tif', 'u16-lzw-predictor.tif', 'u16-bigtiff.tif'])(
    'are decoded under the policy of the page: %s',
    async (name) => {
      const own = await openApp()
      try {
        const bands = [name, 'u16-deflate-predictor.tif'].map((fixture, index) => {
          const path = join(folder, `T33UUP_20240801T100031_B0${index === 0 ? 4 : 8}_10m.tif`)
          writeFileSync(path, readFileSync(join(import.meta.dirname, '..', 'fixtures', fixture)))
          return path
        })
        await dropFiles(own.page, bands)
        await scenes(own.page).first().waitFor({ timeout: 60_000 })
        const run = await ask(own.page, 'What is the mean NDVI?')
        await run.getByText('Answered', { exact: true }).waitFor()
        // Both fixtures hold the same numbers, 7 times the place of the pixel, so all but the first have an NDVI of 0.
        const figures = await figuresOf(run)
        expect(figures).toContain('0')
        expect(figures).toContain('1,199')
        expect(own.errors).toEqual([])
      } finally {
        await own.close()
      }
    },
  )
})

describe('dropped vectors', () => {
  it('are read under the policy of the page: the parts of a shapefile, and a KML whose text does nothing', async () => {
    const own = await openApp()
    try {
      const { page } = own
      const vectors = join(import.meta.dirname, '..', 'fixtures', 'vectors')
      const parts = ['fields.dbf', 'fields.shp', 'fields.prj', 'fields.cpg', 'fields.shx']
      const kml = join(folder, 'place 1.kml')
      const text = readFileSync(join(vectors, 'plain.kml'), 'utf8')
      const script = '<description><![CDATA[<img src="x" onerror="window.ran = true">]]></description>'
      writeFileSync(kml, text.replace('<Placemark>', `<Placemark>${script}`))
      await dropFiles(page, [...parts.map((name) => join(vectors, name)), kml])
      await expect.poll(() => mapLayers(page).count(), { timeout: 20_000 }).toBe(2)
      expect(await problems(page).count()).toBe(0)
      await page.reload()
      await expect.poll(() => mapLayers(page).count(), { timeout: 20_000 }).toBe(2)
      expect(await page.evaluate(() => 'ran' in window)).toBe(false)
      expect(own.errors).toEqual([])
    } finally {
      await own.close()
    }
  }, 60_000)
})

describe('a dropped JPEG 2000 file', () => {
  it('is decoded under the policy of the page, and still there after a reload', async () => {
    const own = await openApp()
    try {
      const bands = ['u16-tiled', 'u16-odd-tiles'].map((fixture, index) => {
        const path = join(folder, `T33UUP_20240801T100031_B0${index === 0 ? 4 : 8}_10m.jp2`)
        writeFileSync(
          path,
          readFileSync(join(import.meta.dirname, '..', 'fixtures', 'jp2', `${fixture}.jp2`)),
        )
        return path
      })
      await dropFiles(own.page, bands)
      await scenes(own.page).first().waitFor({ timeout: 60_000 })
      await own.page.reload()
      await scenes(own.page).first().waitFor({ timeout: 60_000 })
      const run = await ask(own.page, 'What is the mean NDVI?')
      await run.getByText('Answered', { exact: true }).waitFor()
      // Both fixtures hold the same numbers, none of them 0.
      const figures = await figuresOf(run)
      expect(figures).toContain('0')
      expect(figures).toContain('7,000')
      expect(own.errors).toEqual([])
    } finally {
      await own.close()
    }
  })
})

describe.skipIf(!hasShared)('a dropped Landsat pair (needs the shared scenes)', () => {
  it('gives the burned area that numpy gives', async () => {
    const own = await openApp()
    try {
      const scene = sharedPath('data', 'scenes', 'corumba_fire_2019')
      const files = readdirSync(scene).filter((name) => /\.TIF$|_MTL\.txt$/.test(name))
      await dropFiles(
        own.page,
        files.map((name) => join(scene, name)),
      )
      await scenes(own.page).nth(1).waitFor({ timeout: 60_000 })
      const run = await ask(own.page, 'How many hectares burned between the two dates (dNBR at least 0.27)?')
      // shared data, corumba_fire_2019/golden.json: burned pixels of the masked pair × 0.09 ha
      expect((await figuresOf(run)).join('\n')).toContain('8,026.1')
      expect(own.errors).toEqual([])
      expect(foreignRequests(own)).toEqual([])
    } finally {
      await own.close()
    }
  })
})
