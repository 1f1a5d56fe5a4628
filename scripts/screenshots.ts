/**
 * npm run screenshots [-- FOLDER]: opens the built app with the sample and a question answered, and writes the picture of
 * the README; with a folder, every screen in light and dark at 1440 and 800 px as well.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { ask, loadSample, mapIsDrawn } from './lib/app-actions.ts'
import { buildApp, root } from './lib/build-app.ts'
import { openApp } from './lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
const FULL = { width: 1440, height: 900 }
const WIDTHS = [FULL.width, 800]
const COLOURS = ['light', 'dark'] as const

const [folder] = process.argv.slice(2)
await buildApp()
const app = await openApp()
try {
  const { page } = app
  if (folder) await everywhere(page, folder, 'empty')
  await loadSample(page)
  await mapIsDrawn(page)
  if (folder) await everywhere(page, folder, 'loaded')
  const run = await ask(page, QUESTION)
  await run.getByRole('region', { name: 'Answer' }).scrollIntoViewIfNeeded()
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page)
  await page.screenshot({ path: join(root, 'docs', 'screenshot.jpg'), type: 'jpeg', quality: 85 })
  if (folder) {
    await everywhere(page, folder, 'answered')
    await page.getByRole('link', { name: 'Memory', exact: true }).click()
    const parts = page.getByRole('navigation', { name: 'Parts of the memory' }).getByRole('button')
    for (const part of await parts.all()) {
      await part.click()
      const name = (await part.innerText()).replace(/[^A-Za-z]/g, '').toLowerCase()
      await everywhere(page, folder, `memory-${name}`)
    }
  }
} finally {
  await app.close()
}

/** One screen at each width in each colour; where panels lie behind tabs, each of them. */
async function everywhere(page: Page, into: string, name: string): Promise<void> {
  mkdirSync(resolve(into), { recursive: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...FULL, width })
    for (const colour of COLOURS) {
      await page.emulateMedia({ colorScheme: colour })
      const tabs = page.getByRole('navigation', { name: 'Panels' }).getByRole('button')
      const shown = (
        await Promise.all((await tabs.all()).map(async (tab) => ((await tab.isVisible()) ? tab : null)))
      ).filter((tab) => tab !== null)
      for (const tab of shown.length > 0 ? shown : [null]) {
        await tab?.click()
        await settle(page)
        const panel = tab ? `-${(await tab.innerText()).trim().toLowerCase()}` : ''
        await page.screenshot({ path: join(into, `${name}${panel}-${width}-${colour}.png`) })
      }
    }
  }
  await page.setViewportSize(FULL)
}

/** Lets fades end and the map fetch its tiles. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(800)
}
