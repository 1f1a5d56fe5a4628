import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { keptOffline } from '../../scripts/lib/app-actions.ts'
import { offlineBuild } from '../../scripts/lib/offline-build.ts'
import { serve, type RunningServer } from '../../scripts/lib/server.ts'

let root: string
let browser: Browser
let context: BrowserContext
let page: Page
let server: RunningServer

const project = resolve(import.meta.dirname, '..', '..')

/** A page of two scripts and one file, which shows what it got of each. */
async function buildVersion(version: string): Promise<void> {
  mkdirSync(join(root, 'public'), { recursive: true })
  writeFileSync(join(root, 'public', 'data.txt'), `data ${version}`)
  writeFileSync(join(root, 'later.js'), `export default 'script ${version}'`)
  writeFileSync(join(root, 'engine.wasm'), new Uint8Array(4_100_000))
  writeFileSync(
    join(root, 'main.js'),
    `import engine from './engine.wasm?url'
     import { offline } from ${JSON.stringify(join(project, 'src/bridge/offline.ts'))}
     window.engine = new URL(engine, import.meta.url).href
     const [later, data] = await Promise.all([import('./later.js'), fetch('./data.txt').then((file) => file.text())])
     document.querySelector('output').textContent = later.default + ', ' + data
     window.offline = offline
     await offline.start()`,
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
    // As in the app's own build, which tests of this runner are not.
    define: { 'import.meta.env.PROD': 'true' },
  })
}

const engineBytes = () =>
  page.evaluate(async () => {
    const { engine } = window as unknown as { engine: string }
    return (await (await fetch(engine)).arrayBuffer()).byteLength
  })

const caches = () => page.evaluate(() => window.caches.keys())

interface Toy {
  readonly offline: { readonly newer: string | null; takeOver(): Promise<void> }
}

const newer = (at = page) => at.evaluate(() => (window as unknown as Toy).offline.newer)

async function shows(text: string, at = page): Promise<void> {
  await at.locator('output', { hasText: text }).waitFor()
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
    await keptOffline(page)
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
      // The note that all of them are there.
      '/kept-whole',
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

  it('lets a new build wait, whole, beside the one that is shown', async () => {
    await buildVersion('two')
    await page.reload()
    await shows('script one, data one')
    await expect.poll(newer, { timeout: 10_000 }).toBe('ready')
    expect(await caches()).toHaveLength(2)
    await page.reload()
    await shows('script one, data one')
    expect(await newer()).toBe('ready')
  })

  it('shows it when it is told to take over, and sweeps up after the old one', async () => {
    const [old] = await caches()
    await page.evaluate(() => {
      void (window as unknown as Toy).offline.takeOver()
    })
    await shows('script two, data two')
    await expect.poll(caches, { timeout: 10_000 }).toHaveLength(1)
    expect(await caches()).not.toContain(old)
  })

  it('keeps what a page of the older version may still fetch, as long as one is open', async () => {
    const other = await context.newPage()
    await other.goto(server.url)
    await shows('script two, data two', other)
    await buildVersion('three')
    await page.reload()
    await expect.poll(newer, { timeout: 10_000 }).toBe('ready')
    await page.evaluate(() => {
      void (window as unknown as Toy).offline.takeOver()
    })
    await shows('script three, data three')
    expect(await newer(other)).toBe('replaced')
    // Its own script, which no server has any more.
    const script = await other.evaluate(async () => {
      const own = document.querySelector<HTMLScriptElement>('script[src]')!.src
      return (await fetch(own)).text()
    })
    expect(script).toContain('offline')
    expect(await caches()).toHaveLength(2)
    await other.close()
    await page.reload()
    await expect.poll(caches, { timeout: 10_000 }).toHaveLength(1)
  })

  it('shows the new build without the server', async () => {
    await context.setOffline(true)
    await server.close()
    await page.reload()
    await shows('script three, data three')
    expect(await engineBytes()).toBe(4_100_000)
  })
})
