import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VIEWS } from '../../scripts/lib/app-views.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import { findings, isGrave } from './accessibility/axe.ts'

const WIDTHS = [1440, 390]
const COLOURS = ['light', 'dark'] as const

let app: App

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.close())

/** What is less than serious, by the views that have it: printed at the end, to be judged by a person. */
const lesser = new Map<string, Set<string>>()

describe('every view, as axe-core sees it', () => {
  it.each(VIEWS)('has no serious finding: $name', async ({ name, open }) => {
    const { page } = app
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page)
    const grave: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of COLOURS) {
        // Without motion nothing is caught half faded.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(150)
        for (const finding of await findings(page)) {
          const where = `${name}, ${width} px, ${colorScheme}`
          if (isGrave(finding))
            grave.push(`${finding.rule} (${finding.impact}) in ${where}: ${finding.places.join('; ')}`)
          else {
            const key = `${finding.rule} (${finding.impact}): ${finding.places[0] ?? ''}`
            lesser.set(key, (lesser.get(key) ?? new Set()).add(where))
          }
        }
      }
    }
    expect(grave).toEqual([])
  })

  it('would be found: a page with an unlabelled button is', async () => {
    const { page } = app
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.id = 'without-a-name'
      document.body.append(button)
    })
    const found = (await findings(page)).filter(isGrave)
    expect(found.map(({ rule }) => rule)).toEqual(['button-name'])
    expect(found[0]?.places[0]).toMatch(/^#without-a-name/)
    await page.evaluate(() => document.querySelector('#without-a-name')?.remove())
  })

  it('leaves the page without an error', () => {
    for (const [finding, views] of lesser) console.info(`${finding}\n    in ${[...views].join('; ')}`)
    expect(app.errors).toEqual([])
  })
})
