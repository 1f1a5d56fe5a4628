import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  dropFiles,
  figuresOf,
  hectares,
  loadSample,
  mapIsDrawn,
  scenes,
} from '../../scripts/lib/app-actions.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import type { Truth } from '../../scripts/sample/truth.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
let app: App

afterEach(() => app.close())

const notice = (page: Page, words: string) => page.getByText(words, { exact: false })

/** Makes one kind of storage fail in each worker, as its script is fetched. */
const without = (code: string) => async (context: BrowserContext) => {
  await context.route(/\/assets\/(agent|raster|models)-[^/]+\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${code};${await response.text()}` })
  })
}

const NO_DATABASE = `IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError') }`
const NO_FILES = `StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'))`

/** Asks of the sample what its maker knows. */
async function answers(page: Page): Promise<void> {
  await loadSample(page)
  await mapIsDrawn(page)
  const [figure] = await figuresOf(await ask(page, QUESTION))
  const truth = JSON.parse(readFileSync(join(builtFolder, 'sample', '7', 'truth.json'), 'utf8')) as Truth
  expect(Math.abs(hectares(figure!) - truth.burned.secondFireHectares)).toBeLessThan(0.05)
}

describe('a browser that blocks all site data', () => {
  it('is told so, and answers from the sample, from dropped files and in a lesson, for this visit', async () => {
    app = await openApp({ siteData: 'denied' })
    const { page } = app
    // Storage is truly refused: not only unused.
    const refusals = await page.evaluate(() => {
      const nameOf = (error: unknown) => (error as Error).name
      return Promise.all([
        navigator.storage.getDirectory().then(String, nameOf),
        navigator.locks.request('x', () => 'held').catch(nameOf),
        caches.keys().then(String, nameOf),
      ])
    })
    expect(refusals).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
    await notice(page, 'This browser keeps nothing for this page').waitFor()
    await answers(page)

    await dropFiles(page, [join(builtFolder, 'sample', '21')])
    await scenes(page).nth(5).waitFor({ timeout: 60_000 })

    await page.getByRole('link', { name: 'Memory', exact: true }).click()
    await page.getByRole('navigation', { name: 'Parts of the memory' }).waitFor()
    await page.getByRole('link', { name: 'Lessons', exact: true }).click()
    await page.getByRole('link', { name: 'Burn severity' }).click()
    await page.getByRole('button', { name: 'Make the scene and load it' }).click()
    await page.getByText('It is loaded and lies on the map.').waitFor({ timeout: 60_000 })
    expect(app.errors).toEqual([])
    expect(foreignRequests(app)).toEqual([])

    await page.reload()
    await notice(page, 'This browser keeps nothing for this page').waitFor()
    expect(await scenes(page).count()).toBe(0)
  })
})

describe('a browser that keeps no files', () => {
  it('is told so, answers, and asks for the scenes again after a reload', async () => {
    app = await openApp({ prepare: without(NO_FILES) })
    await notice(app.page, 'This browser keeps no files for this page').waitFor()
    await answers(app.page)
    await app.page.reload()
    await app.page.getByRole('article', { name: QUESTION }).waitFor()
    expect(app.errors).toEqual([])
  })
})

describe('a browser without a database', () => {
  it('is told that nothing is kept, and answers', async () => {
    app = await openApp({ prepare: without(NO_DATABASE) })
    await notice(app.page, 'This browser keeps nothing for this page').waitFor()
    await answers(app.page)
    expect(app.errors).toEqual([])
  })
})
