/**
 * npm run screenshots [-- FOLDER]: builds the app, goes through its views as a person would, and writes the picture of the
 * README, those of docs/screens and docs/views.md, which shows them; with a folder, every view in light and dark at 1440 and
 * 800 px as well.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { VIEWS, type AppView } from './lib/app-views.ts'
import { buildApp, root } from './lib/build-app.ts'
import { openApp } from './lib/open-app.ts'

const FULL = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const WIDTHS = [FULL.width, 800]
const COLOURS = ['light', 'dark'] as const
/** A picture of the docs is no larger, in bytes. */
const LARGEST = 150_000

const SCREENS = join(root, 'docs', 'screens')
const [folder] = process.argv.slice(2)
/** Names of the files that were written, by view. */
const written = new Map<AppView, string[]>()

await buildApp()
const app = await openApp()
try {
  const { page } = app
  rmSync(SCREENS, { recursive: true, force: true })
  mkdirSync(SCREENS, { recursive: true })
  for (const view of VIEWS) {
    await page.setViewportSize(FULL)
    await page.emulateMedia({ colorScheme: 'light' })
    await view.open(page)
    await settle(page)
    if (view.name === 'answer') await picture(page, join(root, 'docs', 'screenshot.jpg'))
    if (view.title !== undefined) await pictures(page, view)
    if (folder) await everywhere(page, folder, view.name)
  }
  writeFileSync(join(root, 'docs', 'views.md'), document())
} finally {
  await app.close()
}

async function pictures(page: Page, view: AppView): Promise<void> {
  const names = [`${view.name}.jpg`]
  await picture(page, join(SCREENS, names[0]!))
  for (const also of view.also ?? []) {
    await page.emulateMedia({ colorScheme: also === 'dark' ? 'dark' : 'light' })
    await page.setViewportSize(also === 'phone' ? PHONE : FULL)
    await view.again?.(page)
    await settle(page)
    const name = `${view.name}-${also}.jpg`
    await picture(page, join(SCREENS, name))
    names.push(name)
  }
  written.set(view, names)
}

/** As good as fits: quality goes down until it does. */
async function picture(page: Page, path: string): Promise<void> {
  for (let quality = 88; ; quality -= 6) {
    const bytes = await page.screenshot({ type: 'jpeg', quality })
    if (bytes.length > LARGEST && quality > 40) continue
    writeFileSync(path, bytes)
    return
  }
}

/** docs/views.md, from the same list: a view that is added is shown. */
function document(): string {
  const shown = [...written].map(([{ title, about }, names]) => {
    const images = names.map((name) => `![${title ?? ''}${sort(name)}](screens/${name})`)
    return `## ${title ?? ''}\n\n${about}.\n\n${images.join('\n')}\n`
  })
  return `# The views\n\nMade by \`npm run screenshots\` from the built app, with the sample data.\n\n${shown.join('\n')}`
}

function sort(name: string): string {
  return name.endsWith('-dark.jpg') ? ', dark' : name.endsWith('-phone.jpg') ? ', on a phone' : ''
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
}

/** Lets fades end and the map fetch its tiles, with the pointer on nothing. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(800)
}
