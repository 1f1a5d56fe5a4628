import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, loadSample } from '../../scripts/lib/app-actions.ts'
import { QUESTION } from '../../scripts/lib/app-views.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import {
  ADDRESSES,
  cutButtons,
  longestMotion,
  tooWide,
  unseenControls,
  visit,
} from './accessibility/layout.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
  await loadSample(app.page)
  await visit(app.page, 'analyse')
  await ask(app.page, QUESTION)
})

afterAll(() => app.close())

/** What a check finds, by view; empty where it finds nothing anywhere. */
async function everywhere(
  check: () => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const address of ADDRESSES) {
    await visit(app.page, address)
    const here = await check()
    if (here.length > 0) found[address] = here
  }
  return found
}

describe('the layout', () => {
  it.each([
    { name: '320 px wide', width: 320, height: 640 },
    { name: 'at 200 %', width: 720, height: 450 },
  ])('fits a window $name, and nothing large scrolls sideways', async ({ width, height }) => {
    await app.page.setViewportSize({ width, height })
    expect(await everywhere(() => tooWide(app.page))).toEqual({})
  })

  it('would be found: a box too wide, a button too narrow, one of the colour of its ground', async () => {
    const { page } = app
    await page.evaluate(() => {
      const box = document.createElement('p')
      box.style.width = '2000px'
      box.textContent = 'too wide'
      const button = document.createElement('button')
      Object.assign(button.style, { width: '30px', overflow: 'hidden', whiteSpace: 'nowrap', border: '0' })
      Object.assign(button.style, { background: 'rgb(1, 2, 3)', color: 'rgb(1, 2, 3)' })
      button.textContent = 'too narrow'
      const ground = document.createElement('div')
      ground.style.background = 'rgb(1, 2, 3)'
      ground.append(box, button)
      document.querySelector('header')?.after(ground)
    })
    expect((await tooWide(page)).join()).toMatch(/too wide/)
    expect((await cutButtons(page)).join()).toMatch(/^too narrow: /)
    expect((await unseenControls(page)).join()).toMatch(/too narrow/)
    await page.evaluate(() => document.querySelector('header + div')?.remove())
  })

  it('keeps still where a person asked for it', async () => {
    await app.page.setViewportSize({ width: 1440, height: 900 })
    await app.page.emulateMedia({ reducedMotion: 'no-preference' })
    await visit(app.page, 'analyse')
    expect(await longestMotion(app.page)).toBeGreaterThan(1)
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(
      await everywhere(async () => {
        const longest = await longestMotion(app.page)
        return longest > 1 ? [`${longest} ms`] : []
      }),
    ).toEqual({})
  })

  it('keeps its controls visible in forced colours', async () => {
    await app.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    expect(await everywhere(() => unseenControls(app.page))).toEqual({})
    // What is pressed is told from what is not.
    await visit(app.page, 'analyse')
    const grounds = await app.page.evaluate(() =>
      [true, false].map((pressed) => {
        const button = document.querySelector(`button[aria-pressed="${pressed}"]`)
        return button ? getComputedStyle(button).backgroundColor : null
      }),
    )
    expect(grounds[0]).not.toBe(grounds[1])
    await app.page.emulateMedia({ forcedColors: 'none' })
  })
})

describe('the page in Spanish', () => {
  it('says so, and its words fit on a phone', async () => {
    const { page } = app
    await page.evaluate(() => localStorage.setItem('geoforge-language', 'es'))
    await page.reload()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('es')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await everywhere(async () => [...(await cutButtons(page)), ...(await tooWide(page))])).toEqual({})
    expect(app.errors).toEqual([])
  })
})
