import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App | null = null

afterEach(async () => {
  await app?.close()
  app = null
})

describe('a page by plain HTTP from another machine', () => {
  it('says what is missing and how a class gets it, in both languages', async () => {
    app = await openApp({
      host: 'classroom.test',
      flags: ['--host-resolver-rules=MAP classroom.test 127.0.0.1'],
    })
    const { page } = app
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByRole('heading', { name: 'GeoForge cannot work at this address' }).waitFor()
    await page.getByText(`This page came from ${new URL(app.url).origin}`).waitFor()
    // As the page itself finds it; the list must not know better.
    const really = await page.evaluate(() => ({
      'Service worker': 'serviceWorker' in navigator,
      'Private file storage': 'getDirectory' in ((navigator as { storage?: object }).storage ?? {}),
      'Isolation from other sites': crossOriginIsolated,
      WebGPU: 'gpu' in navigator,
      'Web Locks': 'locks' in navigator,
    }))
    for (const [name, there] of Object.entries(really)) {
      const part = page.locator('dl > div', { hasText: name })
      expect(await part.getByRole('definition').innerText(), name).toBe(there ? 'there' : 'missing')
    }
    expect(Object.values(really)).toContain(false)
    await page.getByText('Open http://localhost:4180/ there.').waitFor()
    await page.getByText('By HTTPS from one machine').waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'GeoForge no puede funcionar en esta dirección' }).waitFor()
    expect(app.errors.filter((error) => !error.includes('Cross-Origin-Opener-Policy'))).toEqual([])
  })
})

describe('the page opened as a file', () => {
  it('says why nothing happens, in place of a white page', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'geoforge-profile-'))
    const { executablePath, args, env } = await findBrowser()
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      args,
      env,
      headless: true,
    })
    try {
      const page = browser.pages()[0] ?? (await browser.newPage())
      await page.goto(pathToFileURL(join(builtFolder, 'index.html')).href)
      await page.getByText('The page was opened as a file').waitFor({ state: 'visible' })
      await page.getByText('La página se abrió como archivo').waitFor({ state: 'visible' })
    } finally {
      await browser.close()
      rmSync(profile, { recursive: true, force: true })
    }
  })
})
