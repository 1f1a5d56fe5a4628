import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { findBrowser } from '../../scripts/browser.ts'
import { headersFor } from '../../scripts/lib/headers.ts'
import { serve } from '../../scripts/lib/server.ts'
import { browserMemory, watchPeak } from './browser-memory.ts'

export interface BrowserRun<Result> {
  readonly result: Result
  /** Of the whole browser with the page open and nothing done, and the most it held over that; NaN where unknown. */
  readonly idleMb: number
  readonly peakMb: number
}

const LOOK_MS = 500

/**
 * Builds a page of bench/pages for production and runs it in a fresh browser under the app's own headers. The page has
 * an `<input type="file" id="files" multiple>` and sets `window.run(options)`, whose result is plain data. Files are
 * handed over as a person picks them: by path, not through memory.
 */
export async function runInBrowser<Result>(given: {
  readonly page: string
  readonly files: readonly string[]
  readonly options: unknown
}): Promise<BrowserRun<Result>> {
  const work = mkdtempSync(join(tmpdir(), 'geoforge-bench-'))
  const [site, profile] = [join(work, 'site'), join(work, 'profile')]
  try {
    await build({
      root: join(import.meta.dirname, '..', 'pages', given.page),
      configFile: false,
      publicDir: false,
      base: './',
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir: site, target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 1024 },
    })
    const server = await serve({ folder: site, port: 0, headers: headersFor })
    const { executablePath, args, env } = await findBrowser()
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args,
      env,
      headless: true,
    })
    try {
      const page = context.pages()[0] ?? (await context.newPage())
      await page.goto(server.url)
      await page.setInputFiles('#files', [...given.files])
      // What the start itself took is given back.
      await wait(2000)
      const idleMb = browserMemory(profile) ?? NaN
      const peak = watchPeak(() => browserMemory(profile), LOOK_MS)
      const result = await page.evaluate(
        (options) => (window as unknown as { run(options: unknown): Promise<unknown> }).run(options),
        given.options,
      )
      return { result: result as Result, idleMb, peakMb: (peak() ?? NaN) - idleMb }
    } finally {
      await context.close()
      await server.close()
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
