import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, loadSample, runOf } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'

let app: App

beforeAll(async () => {
  app = await openApp()
  await loadSample(app.page)
})

afterAll(() => app.close())

const view = (): Locator => app.page.getByRole('region', { name: 'Memory' })
const word = (): Locator => view().getByRole('status').last()

/** Opens a part of the memory and gives its button, which counts. */
async function goTo(part: string): Promise<Locator> {
  await app.page.getByRole('link', { name: 'Memory', exact: true }).click()
  const button = app.page
    .getByRole('navigation', { name: 'Parts of the memory' })
    .getByRole('button', { name: part })
  await button.click()
  return button
}

const countOf = async (part: string): Promise<number> =>
  Number(/\d+/.exec(await (await goTo(part)).innerText())?.[0])

async function undoByWord(): Promise<void> {
  await word().getByRole('button', { name: 'Undo' }).click()
  await word()
    .getByText(/^Undid change/)
    .waitFor()
}

// Each test goes on from where the one before it ended, as a person would.
describe('the memory view', () => {
  it('shows what the sample question taught, and what made it active', async () => {
    const run = await ask(app.page, QUESTION)
    await run.getByRole('button', { name: 'Right', exact: true }).click()
    await expect
      .poll(() => run.getByRole('button', { name: 'Right', exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    await goTo('Graph')
    await view().locator('.node').first().waitFor()
    expect(await view().locator('svg path.line').count()).toBeGreaterThan(0)

    await goTo('Workflows')
    await view().getByRole('listitem').first().click()
    await view()
      .getByText(/Active, because a thumb up for a run/)
      .waitFor()
    await view()
      .getByRole('link', { name: `“${QUESTION}”` })
      .waitFor()
  })

  it('pins, edits and retires an entry, and takes each back', async () => {
    const entry = view().getByRole('listitem').first()
    const pin = entry.getByRole('button', { name: /whatever happens$/ })
    await pin.click()
    await expect.poll(() => pin.getAttribute('aria-pressed')).toBe('true')
    await undoByWord()
    await expect.poll(() => pin.getAttribute('aria-pressed')).toBe('false')

    await entry.getByRole('button', { name: /^Edit/ }).click()
    await app.page.getByRole('textbox', { name: /^Cautions/ }).fill('Look at clouds first.')
    await app.page.getByRole('button', { name: 'Save', exact: true }).click()
    await entry.getByText('Look at clouds first.', { exact: true }).waitFor()
    await undoByWord()
    await entry.getByText('Look at clouds first.', { exact: true }).waitFor({ state: 'detached' })

    const before = await countOf('Workflows')
    await view().getByRole('listitem').first().click()
    await view()
      .getByRole('button', { name: /^Retire/ })
      .click()
    await expect.poll(() => countOf('Workflows')).toBe(before - 1)
    await undoByWord()
    await expect.poll(() => countOf('Workflows')).toBe(before)
  })

  it('goes back to an earlier moment, and from there again', async () => {
    await goTo('Journal')
    const slider = view().getByRole('slider')
    await slider.focus()
    await slider.press('Home')
    await slider.press('ArrowRight')
    await view()
      .getByText(/as it was after change 1/)
      .waitFor()
    await expect.poll(() => countOf('Workflows')).toBe(0)
    await view().getByRole('button', { name: 'Go back to here…' }).click()
    await app.page.getByRole('button', { name: 'Go back', exact: true }).click()
    await word()
      .getByText(/^Back to the memory/)
      .waitFor()
    expect(await countOf('Workflows')).toBe(0)
    await undoByWord()
    await expect.poll(() => countOf('Workflows')).toBeGreaterThan(0)
  })

  it('erases the run and what came of it, for good', async () => {
    await app.page.getByRole('link', { name: 'Analyse', exact: true }).click()
    await runOf(app.page, QUESTION).getByRole('button', { name: 'Erase this run…' }).click()
    await app.page.getByRole('button', { name: 'Erase it' }).click()
    await runOf(app.page, QUESTION).waitFor({ state: 'detached' })
    expect(await countOf('Workflows')).toBe(0)
    await app.page.reload()
    expect(await countOf('Workflows')).toBe(0)
    await goTo('Journal')
    await view()
      .getByText(/its run was erased/)
      .first()
      .waitFor()
    expect(await app.page.getByText(QUESTION).count()).toBe(0)
    expect(app.errors).toEqual([])
  })
})
