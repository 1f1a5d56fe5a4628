import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptOffline, loadSample, runOf, scenes } from '../../scripts/lib/app-actions.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { writeServiceWorker } from '../../scripts/lib/offline-build.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
const ENGINE_BYTES = 4e6
const BUSY_MS = 10_000
let folder: string
let app: App
let second: Page

/** Another build of the app, which tells its name, in the place of the one before. */
async function build(name: string): Promise<void> {
  const page = join(folder, 'index.html')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(/(name="description" content=)"[^"]*"/, `$1"${name}"`),
  )
  await writeServiceWorker(folder)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-versions-'))
  cpSync(builtFolder, folder, {
    recursive: true,
    // Engines of models are not fetched here.
    filter: (path) => statSync(path).size < ENGINE_BYTES,
  })
  await build('GeoForge one')
  app = await openApp({ folder })
  await loadSample(app.page)
  await keptOffline(app.page)
  second = await app.context.newPage()
  await second.goto(app.url)
  await second.getByRole('banner').waitFor()
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const built = (page: Page) => page.locator('meta[name=description]').getAttribute('content')

const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

// Each test goes on from where the one before it ended.
describe('a newer version', () => {
  it('is offered in every tab, and changes none of them by itself', async () => {
    await build('GeoForge two')
    await look(app.page)
    for (const page of [app.page, second]) {
      await page.getByText('A newer GeoForge is ready.').waitFor()
      expect(await built(page)).toBe('GeoForge one')
    }
    // Loaded anew, a tab gets the version that the other one has.
    await second.reload()
    await second.getByText('A newer GeoForge is ready.').waitFor()
    expect(await built(second)).toBe('GeoForge one')
  })

  it('waits in each tab for a question that is being answered', async () => {
    const pixels = app.page.workers().find((worker) => worker.url().includes('raster'))!
    // A long computation, so that the run is still going when the other tab is told to reload.
    const busy = pixels.evaluate((milliseconds) => {
      const end = Date.now() + milliseconds
      while (Date.now() < end);
    }, BUSY_MS)
    await app.page.getByRole('textbox', { name: 'Your question' }).fill(QUESTION)
    await app.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await app.page.getByText('It waits until the question is answered').waitFor()
    expect(await app.page.getByRole('button', { name: 'Reload', exact: true }).count()).toBe(0)
    await second.getByRole('button', { name: 'Reload', exact: true }).click()
    await second.getByText('It waits until a question in another tab is answered').waitFor()
    expect([await built(app.page), await built(second)]).toEqual(['GeoForge one', 'GeoForge one'])
    await busy
  })

  it('then takes the place of the older one in all tabs, and the run is there whole', async () => {
    for (const page of [app.page, second])
      await expect.poll(() => built(page), { timeout: 60_000 }).toBe('GeoForge two')
    const run = runOf(app.page, QUESTION)
    await run.getByText('Answered').first().waitFor()
    await scenes(app.page).nth(2).waitFor()
    expect(app.errors).toEqual([])
  })

  it('leaves nothing of the older one once a page is opened alone', async () => {
    await second.close()
    await app.page.reload()
    await expect.poll(() => app.page.evaluate(async () => (await caches.keys()).length)).toBe(1)
    await app.goOffline()
    await app.page.reload()
    await scenes(app.page).nth(2).waitFor()
    expect(await built(app.page)).toBe('GeoForge two')
  })
})
