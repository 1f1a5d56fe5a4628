import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, dropFiles, figuresOf, keptOffline, scenes } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'
import { makeZip } from '../helpers/make-zip.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const fixture = (...path: readonly string[]) => join(import.meta.dirname, '..', 'fixtures', ...path)

// Each test goes on from where the one before it ended.
describe('formats whose readers are fetched later', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it('are read after the host is gone: JPEG 2000, HDF5, ENVI, VRT', { timeout: 180_000 }, async () => {
    await keptOffline(app.page)
    await app.goOffline()
    await app.page.reload()
    await dropFiles(app.page, [
      fixture('jp2', 'u16-geojp2.jp2'),
      fixture('cf', 'monthly.nc'),
      ...['i16.hdr', 'i16.img'].map((name) => fixture('envi', name)),
      ...['two-sizes.vrt', 'west.tif', 'coarse.tif'].map((name) => fixture('vrt', name)),
    ])
    await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(6)
    const months = JSON.parse(readFileSync(fixture('cf', 'files.json'), 'utf8')) as {
      readonly 'monthly.nc': { readonly means: readonly number[] }
    }
    const run = await ask(app.page, 'What is the mean NDVI in February 2020?')
    expect(JSON.stringify(await figuresOf(run))).toContain(months['monthly.nc'].means[1]!.toFixed(4))
    expect(await app.page.getByRole('list', { name: 'Files that were not taken' }).count()).toBe(0)
    expect(app.errors).toEqual([])
  })

  it('are there after a reload, with the files that they are made of', async () => {
    await app.page.reload()
    await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(6)
    expect(await app.page.getByText('have lost their file').count()).toBe(0)
    expect(foreignRequests(app)).toEqual([])
    expect(app.errors).toEqual([])
  })
})

// Expected: golden.json beside the scene (numpy).
describe.skipIf(!hasShared)('a Landsat pair in an archive (skipped without the shared scenes)', () => {
  const scene = sharedPath('data', 'scenes', 'corumba_fire_2019')
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'geoforge-corumba-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['zip', 'tar'])('gives its hectares out of a %s', { timeout: 180_000 }, async (kind) => {
    const names = readdirSync(scene).filter((name) => name.startsWith('LC08'))
    const archive = join(folder, `pair.${kind}`)
    if (kind === 'tar') execFileSync('tar', ['-cf', archive, '-C', scene, ...names])
    else {
      const files = names.map((name) => [name, new Uint8Array(readFileSync(join(scene, name)))] as const)
      writeFileSync(archive, await makeZip(Object.fromEntries(files)))
    }
    const app = await openApp()
    try {
      await dropFiles(app.page, [archive])
      await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(2)
      const run = await ask(app.page, 'How many hectares burned between the two dates (dNBR at least 0.27)?')
      expect(await run.getByRole('region', { name: 'Answer' }).innerText()).toContain('8,026.1 ha')
      expect(app.errors).toEqual([])
    } finally {
      await app.close()
    }
  })
})
