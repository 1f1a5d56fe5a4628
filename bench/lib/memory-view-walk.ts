import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { longestTask, type LongestTask } from './main-thread.ts'

/** One thing that a person does in the memory view. */
export interface WalkStep extends LongestTask {
  readonly action: string
  /** From the act to what was asked for. */
  readonly shownMs: number
}

interface Action {
  readonly action: string
  readonly act: (page: Page) => Promise<unknown>
  /** Of what is there once it is shown. */
  readonly shows: string
  /** What `shows` says has to be another than before. */
  readonly anew?: true
}

/** What comes after the answer, such as the frame that draws it, in milliseconds. */
const AFTER = 400

const ENTRIES = '.memory ul > li > details'
const NODES = '.memory button.node'
const CHANGES = '.memory ol > li[aria-label^="Change"]'
const FOUND = '.memory p.hidden[role=status]'

const ACTIONS: readonly Action[] = [
  {
    action: 'open the view',
    act: (page) => page.evaluate(() => (location.hash = 'memory')),
    shows: NODES,
  },
  { action: 'choose a tool', act: click(NODES), shows: '.memory section[aria-label^="What uses"] h3' },
  { action: 'open the table', act: click('.memory details > summary'), shows: '.memory tbody tr' },
  { action: 'skills', act: part('Skills'), shows: ENTRIES },
  { action: 'workflows', act: part('Workflows'), shows: ENTRIES },
  { action: 'experiences', act: part('Experiences'), shows: ENTRIES },
  { action: 'search', act: search('window refused'), shows: FOUND, anew: true },
  {
    action: 'turn a page',
    act: click('.memory nav[aria-label="Pages of experiences"] [aria-label="Next page"]'),
    shows: ENTRIES,
    anew: true,
  },
  { action: 'open an entry', act: click(`${ENTRIES} > summary`), shows: '.memory details[open] dl' },
  { action: 'journal', act: part('Journal'), shows: CHANGES },
  { action: 'open a change', act: click(`${CHANGES} summary`), shows: `${CHANGES} details[open] li` },
  { action: 'the past', act: slideTo(0.5), shows: '.memory .past' },
  { action: 'workflows of the past', act: part('Workflows'), shows: ENTRIES },
  { action: 'graph of the past', act: part('Graph'), shows: NODES },
  { action: 'gate', act: part('Gate'), shows: '.memory label input' },
]

/** Goes through the memory view of the app that the page shows, and times its main thread at each step. */
export async function walkMemoryView(page: Page): Promise<readonly WalkStep[]> {
  const steps: WalkStep[] = []
  for (const { action, act, shows, anew } of ACTIONS) {
    const before = anew ? await textOf(page, shows) : null
    let shownMs = NaN
    const longest = await longestTask(page, async () => {
      const begun = performance.now()
      await act(page)
      await page.waitForFunction(
        ([selector, old]) => {
          const found = document.querySelector(selector!)
          return found !== null && found.textContent !== old
        },
        [shows, before],
        { polling: 'raf' },
      )
      shownMs = performance.now() - begun
      await wait(AFTER)
    })
    steps.push({ action, ...longest, shownMs })
  }
  return steps
}

// Plain selectors: a search by role would read the whole page on the thread that is timed.

const textOf = (page: Page, selector: string) =>
  page.evaluate((one) => document.querySelector(one)?.textContent ?? null, selector)

function click(selector: string): Action['act'] {
  return (page) => page.evaluate((one) => document.querySelector<HTMLElement>(one)!.click(), selector)
}

function part(label: string): Action['act'] {
  return (page) =>
    page.evaluate((wanted) => {
      const buttons = document.querySelectorAll<HTMLElement>('.memory > .page > nav button')
      ;[...buttons].find(({ textContent }) => textContent.trim().startsWith(wanted))!.click()
    }, label)
}

function search(words: string): Action['act'] {
  return (page) =>
    page.evaluate((text) => {
      const field = document.querySelector<HTMLInputElement>('.memory search input')!
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, words)
}

/** `share` of the way from the first change to now. */
function slideTo(share: number): Action['act'] {
  return (page) =>
    page.evaluate((to) => {
      const slider = document.querySelector<HTMLInputElement>('#memory-time')!
      slider.value = String(Math.round(Number(slider.max) * to))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
    }, share)
}
