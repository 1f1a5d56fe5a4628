import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.ts'
import { headersFor } from '../../scripts/lib/headers.ts'
import { serve } from '../../scripts/lib/server.ts'
import type { FillOptions } from '../pages/memory/page.ts'
import { buildBenchPage } from './bench-page.ts'
import { buildSite } from './built-site.ts'
import { walkMemoryView, type WalkStep } from './memory-view-walk.ts'

/** Until the start's own work is over: the rest of the app, the check of the memory, the first index. */
const START_MS = 6000

/** Walks through the memory view of the app, built anew, over a memory that was filled in the same browser; once a round. */
export async function timeMemoryView(given: FillOptions, rounds: number): Promise<readonly WalkStep[]> {
  const work = mkdtempSync(join(tmpdir(), 'geoforge-bench-'))
  const [site, profile] = [join(work, 'site'), join(work, 'profile')]
  const opened: (() => Promise<void>)[] = []
  try {
    await buildSite(site)
    // Beside the app, so that both have one storage.
    await buildBenchPage('memory', join(site, 'fill'))
    const server = await serve({ folder: site, port: 0, headers: headersFor })
    opened.push(() => server.close())
    const { executablePath, args, env } = await findBrowser()
    const viewport = { width: 1440, height: 900 }
    const launch = { executablePath, args, env, headless: true, viewport, serviceWorkers: 'block' as const }
    const context = await chromium.launchPersistentContext(profile, launch)
    opened.push(() => context.close())
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(new URL('fill/index.html', server.url).href)
    await page.evaluate(
      (options) =>
        (window as unknown as { fill(options: FillOptions): Promise<void> }).fill(options as FillOptions),
      given as unknown,
    )
    const steps: WalkStep[] = []
    for (let round = 0; round < rounds; round++) {
      // By way of another page: the address of the view differs from the app's by its hash alone.
      await page.goto('about:blank')
      await page.goto(server.url)
      await wait(START_MS)
      steps.push(...(await walkMemoryView(page)))
    }
    return steps
  } finally {
    for (const end of opened.reverse()) await end()
    rmSync(work, { recursive: true, force: true })
  }
}
