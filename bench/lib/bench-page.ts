import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findBrowser } from '../../scripts/browser.ts'
import { headersFor } from '../../scripts/lib/headers.ts'
import { serve } from '../../scripts/lib/server.ts'

export interface BenchPage {
  readonly page: Page
  /** The browser's profile folder, which tells its processes apart from those of other browsers. */
  readonly profile: string
  readonly close: () => Promise<void>
}

/**
 * Builds a page of bench/pages for production and opens it in a fresh browser under the app's own headers. The page has
 * an `<input type="file" id="files" multiple>`: files are handed over as a person picks them, by path, not through memory.
 */
export async function openBenchPage(name: string, files: readonly string[]): Promise<BenchPage> {
  const work = mkdtempSync(join(tmpdir(), 'geoforge-bench-'))
  const [site, profile] = [join(work, 'site'), join(work, 'profile')]
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    try {
      for (const end of opened.splice(0).reverse()) await end()
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
  try {
    await buildBenchPage(name, site)
    const server = await serve({ folder: site, port: 0, headers: headersFor })
    opened.push(() => server.close())
    const { executablePath, args, env } = await findBrowser()
    const launch = { executablePath, args, env, headless: true }
    const context = await chromium.launchPersistentContext(profile, launch)
    opened.push(() => context.close())
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(server.url)
    await page.setInputFiles('#files', [...files])
    return { page, profile, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Builds a page of bench/pages for production into a folder of its own. */
export async function buildBenchPage(name: string, folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..', 'pages', name),
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: folder, target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 1024 },
  })
}
