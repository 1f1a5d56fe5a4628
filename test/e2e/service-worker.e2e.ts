import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { offlineBuild } from '../../scripts/lib/offline-build.ts'
import { serve, type RunningServer } from '../../scripts/lib/server.ts'

let root: string
let browser: Browser
let context: BrowserContext
let page: Page
let server: RunningServer

/** A page of two scripts and one file, which shows what it got of each. */
async function buildVersion(version: string): Promise<void> {
  mkdirSync(join(root, 'public'), { recursive: true })
  writeFileSync(join(root, 'public', 'data.txt'), `data ${version}`)
  writeFileSync(join(root, 'later.js'), `export default 'script ${version}'`)
  writeFileSync(join(root, 'engine.wasm'), new Uint8Array(4_100_000))
  writeFileSync(
    join(root, 'main.js'),
    `import engine from './engine.wasm?url'
     window.engine = new URL(engine, import.meta.url).href
     const [later, data] = await Promise.all([import('./later.js'), fetch('./data.txt').then((file) => file.text())])
     document.querySelector('output').textContent = later.default + ', ' + data
     const registration = await navigator.serviceWorker.register('./service-worker.js')
     registration.update().catch(() => undefined)`,
  )
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><title>x</title><output></output><script type="module" src="./main.js"></script>',
  )
  const target = { target: 'es2022' }
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [offlineBuild()],
    build: target,
  })
}

const engineBytes = () =>
  page.evaluate(async () => {
    const { engine } = window as unknown as { engine: string }
    return (await (await fetch(engine)).arrayBuffer()).byteLength
  })

const caches = () => page.evaluate(() => window.caches.keys())

async function shows(text: string): Promise<void> {
  await page.locator('output', { hasText: text }).waitFor()
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'geoforge-worker-'))
  await buildVersion('one')
  // A host that sends no headers of ours.
  server = await serve({ folder: join(root, 'dist'), port: 0, headers: () => ({}) })
  const { executablePath, args, env } = await findBrowser()
  browser = await chromium.launch({ executablePath, args, env, headless: true })
  context = await browser.newContext()
  page = await context.newPage()
})

afterAll(async () => {
  await browser.close()
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

describe('the service worker', () => {
  it('brings policy and isolation to a host that sends neither', async () => {
    await page.goto(server.url)
    await shows('script one, data one')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await shows('script one, data one')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    const policy = await page.evaluate(async () => (await fetch('./')).headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'")
  })

  it('keeps the files of the build and nothing else', async () => {
    await page.evaluate(async () => {
      await fetch('./?question=mine')
      await fetch('./no-such-file').catch(() => undefined)
    })
    const kept = await page.evaluate(async () => {
      const names = await window.caches.keys()
      const found = await Promise.all(names.map(async (name) => (await window.caches.open(name)).keys()))
      return found.flat().map((request) => new URL(request.url).pathname + new URL(request.url).search)
    })
    expect(kept.map((path) => path.replace(/-[^/.]+\./, '.')).sort()).toEqual([
      '/assets/index.js',
      '/assets/later.js',
      '/data.txt',
      '/index.html',
    ])
  })

  it('keeps an engine of models once it was asked for', async () => {
    expect(await engineBytes()).toBe(4_100_000)
    const kept = () =>
      page.evaluate(async () => {
        const { engine } = window as unknown as { engine: string }
        return (await window.caches.match(engine)) !== undefined
      })
    await expect.poll(kept).toBe(true)
  })

  it('shows a new build at once and takes over when no page of the old one is open', async () => {
    const [old] = await caches()
    await buildVersion('two')
    await page.reload()
    await shows('script two, data two')
    // The new one has arrived whole and waits beside the old one.
    const waits = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null)
    await expect.poll(waits, { timeout: 10_000 }).toBe('installed')
    expect(await caches()).toHaveLength(2)
    await page.goto('about:blank')
    // Nobody opens the page in the same millisecond: the browser needs a moment to put the new one in its place.
    await wait(1500)
    await page.goto(server.url)
    await expect.poll(caches, { timeout: 10_000 }).toHaveLength(1)
    expect(await caches()).not.toContain(old)
  })

  it('shows the new build without the server', async () => {
    await context.setOffline(true)
    await server.close()
    await page.reload()
    await shows('script two, data two')
    expect(await engineBytes()).toBe(4_100_000)
  })
})
