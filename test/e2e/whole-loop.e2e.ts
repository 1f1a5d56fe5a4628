import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Truth } from '../../scripts/sample/truth.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import {
  ask,
  figuresOf,
  hectares,
  keptOffline,
  loadSample,
  mapIsDrawn,
  mapLayers,
  runOf,
  scenes,
} from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
const AGAIN = 'What burned area, in hectares, lies between the first and the last date?'

let app: App
let answered: string

beforeAll(async () => {
  app = await openApp()
})

afterAll(async () => {
  await app.close()
})

const truth = (): number => {
  const file = join(builtFolder, 'sample', '7', 'truth.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as Truth).burned.secondFireHectares
}

const right = (run: Locator) => run.getByRole('button', { name: 'Right', exact: true })

/** How many entries a part of the memory counts. */
async function remembered(part: string): Promise<number> {
  await app.page.getByRole('link', { name: 'Memory', exact: true }).click()
  const button = app.page
    .getByRole('navigation', { name: 'Parts of the memory' })
    .getByRole('button', { name: part })
  const count = Number(/\d+/.exec(await button.innerText())?.[0])
  await app.page.getByRole('link', { name: 'Analyse', exact: true }).click()
  return count
}

// Each test goes on from where the one before it ended, as a person would.
describe('from data to a remembered answer', () => {
  it('shows a sample with one click', async () => {
    await loadSample(app.page)
    expect(await scenes(app.page).count()).toBe(3)
    await mapIsDrawn(app.page)
  })

  it('draws a chart, whose style element the policy knows', async () => {
    const run = await ask(app.page, 'How severe was the burn, by class?')
    await run.locator('figure svg').first().waitFor()
    expect(app.errors).toEqual([])
  })

  it('answers within 2 % of the truth, and each figure leads to its step', async () => {
    const run = await ask(app.page, QUESTION)
    const [figure = ''] = (await figuresOf(run)).filter((text) => /\bha\b/.test(text))
    answered = await run.getByRole('region', { name: 'Answer' }).innerText()
    expect(Math.abs(hectares(figure) / truth() - 1)).toBeLessThan(0.02)

    await run.locator('button[title^="From step"]').first().click()
    await run.locator('.step.followed').waitFor()
  })

  it('lists the steps and puts their layers on the map', async () => {
    const run = runOf(app.page, QUESTION)
    expect(
      await run
        .getByRole('list', { name: 'Steps' })
        .getByText(/^Step \d+, done$/)
        .count(),
    ).toBeGreaterThan(0)
    expect(await mapLayers(app.page).count()).toBeGreaterThan(3)
    await mapIsDrawn(app.page)
  })

  it('takes a thumb up', async () => {
    const thumb = right(runOf(app.page, QUESTION))
    await thumb.click()
    await expect.poll(() => thumb.getAttribute('aria-pressed')).toBe('true')
    expect(await remembered('Workflows')).toBeGreaterThan(0)
    expect(await remembered('Journal')).toBeGreaterThan(0)
  })

  it('still has everything after a reload', async () => {
    await mapLayers(app.page).first().waitFor()
    const before = [
      await mapLayers(app.page).count(),
      await remembered('Journal'),
      await remembered('Workflows'),
    ]
    await app.page.reload()
    const run = runOf(app.page, QUESTION)
    await run.getByRole('region', { name: 'Answer' }).waitFor()
    expect(await run.getByRole('region', { name: 'Answer' }).innerText()).toBe(answered)
    expect(await right(run).getAttribute('aria-pressed')).toBe('true')
    await scenes(app.page).nth(2).waitFor()
    await mapLayers(app.page).first().waitFor()
    expect([
      await mapLayers(app.page).count(),
      await remembered('Journal'),
      await remembered('Workflows'),
    ]).toEqual(before)
    await mapIsDrawn(app.page)
    expect(app.errors).toEqual([])
  })

  it('opens and answers with the network off and the server gone', async () => {
    await keptOffline(app.page)
    await app.goOffline()
    await app.page.reload()
    await scenes(app.page).nth(2).waitFor()
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true)
    const [figure = ''] = (await figuresOf(await ask(app.page, AGAIN))).filter((text) => /\bha\b/.test(text))
    expect(Math.abs(hectares(figure) / truth() - 1)).toBeLessThan(0.02)
  })

  it('loads the other sample with the network off', async () => {
    await app.page.getByRole('button', { name: 'Load a second sample' }).click()
    await scenes(app.page).nth(5).waitFor({ timeout: 60_000 })
  })

  it('asked no other host for anything', () => {
    expect(foreignRequests(app)).toEqual([])
  })
})
