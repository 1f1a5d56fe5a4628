import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { loadSample } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.close())

const badge = () => app.page.getByRole('banner').getByRole('link', { name: 'sent out' })
const rowOf = (host: string) => app.page.getByRole('row', { name: host })

describe('the ledger of the built app', () => {
  it('counts what the page and its workers asked of their own site, and nothing else', async () => {
    await loadSample(app.page)
    expect(await badge().innerText()).toContain('0 sent out')
    await badge().click()
    await app.page.getByRole('heading', { name: 'Privacy' }).waitFor()
    await app.page.getByText(/^The last \d+ requests/).click()
    // The scene is read by the pixel worker, not by the page.
    await app.page.getByText('pixel worker').first().waitFor()
    const lines = await app.page.getByRole('listitem').allInnerTexts()
    const listed = [...new Set(lines.flatMap((line) => line.match(/\/sample\/\S+\.tif/) ?? []))]
    expect(listed.length).toBeGreaterThan(20)
    const seen = new Set(app.requests.map((url) => new URL(url).pathname))
    expect(listed.filter((path) => !seen.has(path))).toEqual([])
    expect(await app.page.getByRole('table').getByRole('row').count()).toBe(2)
  })

  it('shows the policy of this very page', async () => {
    const meta = app.page.locator('meta[http-equiv="Content-Security-Policy"]')
    expect(await meta.getAttribute('content')).toContain("connect-src 'self'")
    expect(await app.page.getByText("connect-src 'self'").count()).toBe(1)
  })

  it('proves the policy, and counts the attempt', async () => {
    await app.page.getByRole('button', { name: 'Send it' }).click()
    await app.page.getByText('Refused by the browser.').waitFor()
    expect(await rowOf('geoforge-policy-test.invalid').getByRole('cell').allInnerTexts()).toEqual([
      '0',
      '1',
      '0 B',
    ])
    expect(await badge().innerText()).toContain('0 sent out, 1 refused')
    expect(app.requests.filter((url) => url.includes('.invalid'))).toEqual([])
  })

  it('hears of an attempt in any worker', async () => {
    const workers = app.page.workers()
    expect(workers.length).toBeGreaterThan(2)
    for (const [number, worker] of workers.entries()) {
      await (worker as unknown as Page).evaluate(async (address) => {
        await fetch(address).catch(() => undefined)
      }, `https://leak-${number}.test/`)
      await rowOf(`leak-${number}.test`).waitFor()
    }
    app.errors.splice(0)
  })

  it('can be reached and read with the keyboard alone', async () => {
    await app.page.goto(`${app.url}#analyse`)
    await badge().focus()
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('heading', { name: 'Privacy' }).waitFor()
  })
})
