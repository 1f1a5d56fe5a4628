import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOf, scenes } from '../../scripts/lib/app-actions.ts'
import { QUESTION } from '../../scripts/lib/app-views.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import { focused, tabRound, tabTo, type Focused } from './accessibility/keyboard.ts'
import { ADDRESSES, visit } from './accessibility/layout.ts'

let app: App
/** All that had the focus on the way, and where it could not be seen. */
const unseen = new Set<string>()

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.close())

async function go(name: RegExp): Promise<void> {
  const way = await tabTo(app.page, name)
  for (const each of way)
    if (!each.visible || !each.inView) unseen.add(`${each.role}: ${each.name.slice(0, 60)}`)
}

const press = (key: string) => app.page.keyboard.press(key)
const memory = () => app.page.getByRole('region', { name: 'Memory' })

// Each test goes on from where the one before it ended. No pointer is used.
describe('by keyboard alone, from an empty profile', () => {
  it('begins with a way past the header', async () => {
    await app.page.getByRole('heading', { level: 1 }).first().waitFor()
    await app.page.reload()
    await app.page.getByRole('heading', { level: 1 }).first().waitFor()
    const [first] = await tabRound(app.page)
    expect(first?.name).toBe('Skip to the main part')
    await go(/^Skip to the main part$/)
    await press('Enter')
    expect((await focused(app.page))?.role).toBe('main')
  })

  it('loads the sample and asks', async () => {
    const { page } = app
    await go(/^Load the sample$/)
    await press('Enter')
    await scenes(page).nth(2).waitFor({ timeout: 60_000 })
    await go(/your question/i)
    await page.keyboard.type(QUESTION)
    await press('Enter')
    await runOf(page, QUESTION).getByText('Answered').first().waitFor({ timeout: 60_000 })
  })

  it('opens a step and judges the answer', async () => {
    const run = runOf(app.page, QUESTION)
    const step = run.getByRole('list', { name: 'Steps' }).locator('details').first()
    const words = (await step.locator('summary').innerText()).trim().split('\n')[0]!
    await go(new RegExp(words.replaceAll(/[^\w ]/g, '.')))
    await press('Enter')
    await expect.poll(() => step.getAttribute('open')).not.toBeNull()
    await go(/^Right$/)
    await press('Enter')
    const right = run.getByRole('button', { name: 'Right', exact: true })
    await expect.poll(() => right.getAttribute('aria-pressed')).toBe('true')
  })

  it('opens the memory, undoes a change in a dialog, and takes that back', async () => {
    const { page } = app
    await go(/^Memory$/)
    await press('Enter')
    await go(/^Journal/)
    await press('Enter')
    await go(/^Undo change \d+$/)
    const opener = await focused(page)
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // Once round: the focus never leaves the dialog.
    const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
    expect(await inside()).toBe(true)
    const known = new Set<string>()
    for (let step = 0; step < 6; step++) {
      await press('Tab')
      // Between the last and the first there may be the browser itself.
      if (await focused(page)) expect(await inside()).toBe(true)
      known.add((await focused(page))?.name ?? '')
    }
    expect(known).toContain('Cancel')
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await focused(page))?.name).toBe(opener?.name)

    await press('Enter')
    await dialog.waitFor()
    await go(/^Undo (it|all)/)
    await press('Enter')
    await memory()
      .getByRole('status')
      .last()
      .getByText(/^Undid change/)
      .waitFor()
    await go(/^Undo$/)
    await press('Enter')
    await memory()
      .getByRole('status')
      .last()
      .getByText(/^Undid change/)
      .waitFor()
  })

  it('goes back to the analysis', async () => {
    await go(/^Analyse$/)
    await press('Enter')
    await expect.poll(() => app.page.evaluate(() => location.hash)).toBe('#analyse')
  })

  it('showed at every stop where the focus was', () => {
    expect([...unseen]).toEqual([])
    expect(app.errors).toEqual([])
  })
})

it('would find a stop that does not show its focus', async () => {
  await app.page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'no outline'
    button.style.outline = 'none'
    document.querySelector('main')?.prepend(button)
  })
  try {
    await go(/^no outline$/)
    expect([...unseen]).toEqual(['button: no outline'])
  } finally {
    await app.page.evaluate(() => document.querySelector('main > button')?.remove())
  }
})

/** The stops that come before one that stands earlier in the document. */
const backwards = (way: readonly Focused[]): string[] =>
  way.flatMap(({ name, place }, at) =>
    at > 0 && place < way[at - 1]!.place ? [`${way[at - 1]!.name} → ${name}`] : [],
  )

describe('the order of the stops on a phone', () => {
  it.each(ADDRESSES)('follows the page, with no trap: %s', async (address) => {
    await app.page.setViewportSize({ width: 390, height: 844 })
    await visit(app.page, address)
    const way = await tabRound(app.page)
    expect(way.length).toBeGreaterThan(6)
    expect(backwards(way)).toEqual([])
    expect(
      way.filter(({ visible, inView }) => !visible || !inView).map(({ role, name }) => `${role}: ${name}`),
    ).toEqual([])
  })
})
