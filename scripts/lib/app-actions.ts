import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** Loads the first sample and waits until its scenes are listed and the panel is free again. */
export async function loadSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load the sample' }).click()
  await scenes(page).nth(2).waitFor({ timeout: 60_000 })
  await page.getByText('Loading the sample').waitFor({ state: 'detached' })
}

const dataPanel = (page: Page): Locator => page.getByRole('region', { name: 'Data and layers' })

/** The scenes that are listed, by the button that each of them has. */
export const scenes = (page: Page): Locator =>
  dataPanel(page).getByRole('button', { name: 'Show on the map' })

/** Rows of the list of map layers, by the button that shows and hides each. */
export const mapLayers = (page: Page): Locator => dataPanel(page).getByRole('button', { name: 'Visible' })

/** The run of a question, as the conversation shows it. */
export const runOf = (page: Page, question: string): Locator =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('article', { name: question })

/** The figures of an answer as shown, '8,026.1 ha', without the small number of their step. */
export const figuresOf = (run: Locator): Promise<string[]> =>
  run
    .getByRole('region', { name: 'Answer' })
    .locator('button[title^="From step"]')
    .evaluateAll((buttons) => buttons.map((button) => button.firstChild?.textContent ?? ''))

/** '8,026.1 ha' → 8026.1 */
export function hectares(text: string): number {
  const match = /(-?[\d,]+(?:\.\d+)?)\s*ha/.exec(text)
  if (!match?.[1]) throw new Error(`"${text}" holds no figure in hectares`)
  return Number(match[1].replaceAll(',', ''))
}

/** Waits until the service worker has kept the whole app. */
export async function keptOffline(page: Page): Promise<void> {
  const end = Date.now() + 60_000
  const isKept = () =>
    page.evaluate(async () => (await caches.match(new URL('./kept-whole', document.baseURI))) !== undefined)
  while (!(await isKept())) {
    if (Date.now() > end) throw new Error('the app was not kept within a minute')
    await wait(200)
  }
}

/** How the page says that a run is over. */
const ENDS = /^(Answered|Cannot be answered|Needs your word|No grounded answer|Failed|Stopped)$/

/** Asks and waits for the end of the run; gives its place on the page. */
export async function ask(page: Page, question: string): Promise<Locator> {
  const runs = runOf(page, question)
  const before = await runs.count()
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  // Not the last one: the same question may have been asked before, and its end is no end of this run.
  const run = runs.nth(before)
  await run.getByText(ENDS).first().waitFor({ timeout: 90_000 })
  return run
}

/**
 * Drops files of this machine on the middle of the page, as the system's file manager would: the browser itself reads
 * them, so names, entries and permissions are real.
 */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // The map's library comes after the screen. These three events follow each other at once, unlike those of a hand, and where the
  // element below them is exchanged in between, the browser drops them.
  await page.locator('[role=application] .ol-viewport').waitFor({ state: 'attached' })
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data })
  }
  await session.detach()
}

/** How many different colours the map shows; an empty one shows its ground alone. */
export async function coloursOnMap(page: Page): Promise<number> {
  return page.getByRole('region', { name: 'Map' }).evaluate((map) => {
    const colours = new Set<number>()
    for (const canvas of map.querySelectorAll('canvas')) {
      const context = canvas.getContext('2d')
      if (!context || canvas.width === 0) continue
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const pixels = new Uint32Array(data.buffer)
      for (let index = 0; index < pixels.length; index += 7) colours.add(pixels[index] ?? 0)
    }
    return colours.size
  })
}

/** Waits until the map has drawn something of many colours, such as a picture of a scene. */
export async function mapIsDrawn(page: Page): Promise<void> {
  const end = Date.now() + 30_000
  while ((await coloursOnMap(page)) <= 16) {
    if (Date.now() > end) throw new Error('the map stayed empty for 30 s')
    await wait(200)
  }
}
