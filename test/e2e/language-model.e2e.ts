import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, loadSample } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'
import { sharedPath } from '../helpers/shared.ts'

const GGUF = sharedPath('models', 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf')
const hasModel = existsSync(GGUF)
if (!hasModel) console.warn('SmolLM2-135M is not in the shared folder: no model is loaded into the built app')

describe.skipIf(!hasModel)('a language model in the sealed page', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ path: '#models' })
  })
  afterAll(() => app.close())

  it('is imported from a disk, chosen and loaded under the policy', async () => {
    const models = app.page.getByRole('region', { name: 'Models', exact: true })
    await models.getByRole('heading', { name: 'This machine' }).waitFor({ timeout: 60_000 })
    await models.locator('input[type=file]:not([webkitdirectory])').setInputFiles(GGUF)
    await models.getByRole('radio', { name: /SmolLM2/ }).click({ timeout: 120_000 })
    await models.getByText(/^Loaded: it runs on the processor/).waitFor({ timeout: 240_000 })
    expect(await models.getByText(/tokens a second/).count()).toBeGreaterThan(0)
    expect(app.errors).toEqual([])
  }, 480_000)

  it('stands beside the planner, which answers what a procedure settles', async () => {
    await app.page.getByRole('link', { name: 'Analyse' }).click()
    await loadSample(app.page)
    const run = await ask(app.page, 'How many hectares burned between the two dates?')
    await run
      .getByText(/Burned area/)
      .first()
      .waitFor()
    expect(foreignRequests(app)).toEqual([])
    expect(app.errors).toEqual([])
  }, 120_000)

  it('is there again after a reload, and is loaded before the next question', async () => {
    await app.page.goto(`${app.url}#analyse`)
    await app.page.reload()
    await app.page.getByRole('textbox', { name: 'Your question' }).fill('What data is loaded?')
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('progressbar', { name: 'Loading the language model' }).waitFor()
    await app.page
      .getByText(/Scenes: \d/)
      .last()
      .waitFor({ timeout: 240_000 })
    expect(app.errors).toEqual([])
  }, 300_000)
})
