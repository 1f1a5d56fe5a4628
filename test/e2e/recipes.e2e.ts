import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, figuresOf, hectares, loadSample } from '../../scripts/lib/app-actions.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import type { Truth } from '../../scripts/sample/truth.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
  await loadSample(app.page)
})

afterAll(() => app.close())

const toolInList = () =>
  app.page.getByRole('region', { name: 'Memory' }).getByText('burned_check', { exact: true })

const myTools = async () => {
  await app.page.getByRole('link', { name: 'Memory', exact: true }).click()
  await app.page.getByRole('button', { name: /^My tools/ }).click()
}

describe('a tool of one’s own', () => {
  it('is saved from an answered run, listed after a reload, run by its name, and removed', async () => {
    const { page } = app
    const run = await ask(page, 'How many hectares burned between the first and the last date?')
    const answered = (await figuresOf(run)).filter((text) => /\bha\b/.test(text))
    await run.getByRole('button', { name: 'Save as tool…' }).click()
    await page.getByRole('textbox', { name: 'Name, to ask for it by' }).fill('burned_check')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await run.getByText('Saved: ask “Run burned_check” to use it.').waitFor()

    await page.reload()
    await myTools()
    await toolInList().click()
    await page.getByRole('list', { name: 'Steps of the tool' }).getByText('difference').waitFor()
    await page.getByRole('link', { name: 'Analyse', exact: true }).click()

    const again = await ask(page, 'Run burned_check')
    const [figure = ''] = (await figuresOf(again)).filter((text) => /\bha\b/.test(text))
    expect(figure).toBe(answered[0])
    const { burned } = JSON.parse(
      readFileSync(join(builtFolder, 'sample', '7', 'truth.json'), 'utf8'),
    ) as Truth
    expect(Math.abs(hectares(figure) / burned.secondFireHectares - 1)).toBeLessThan(0.02)
    expect(await again.getByRole('list', { name: 'Steps' }).getByRole('listitem').count()).toBeGreaterThan(0)

    await myTools()
    await toolInList().click()
    await page.getByRole('button', { name: 'Remove burned_check' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('None yet.').waitFor()
    expect(app.errors).toEqual([])
  })
})
