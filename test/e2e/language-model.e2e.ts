import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, figuresOf, loadSample, runOf } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'
import { sharedPath } from '../helpers/shared.ts'

const GGUF = sharedPath('models', 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf')
const hasModel = existsSync(GGUF)
if (!hasModel) console.warn('SmolLM2-135M is not in the shared folder: no model is loaded into the built app')

/** The searched plans of this question are for a language model to choose among: no skill is for it. */
const OPEN_QUESTION = 'How many hectares did the lake lose between the first and the last date?'

describe.skipIf(!hasModel)('a language model in the sealed page', () => {
  let app: App
  let folder: string
  /** A model of this family has no say of its own; under a name that nobody has measured it has. */
  let file: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'geoforge-model-'))
    file = join(folder, 'Unmeasured-135M.gguf')
    symlinkSync(GGUF, file)
    app = await openApp({ path: '#models' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const models = () => app.page.getByRole('region', { name: 'Models', exact: true })

  /** The thread that holds the engine. */
  const languageWorker = async (): Promise<Worker> => {
    await expect.poll(() => languageWorkers().length).toBe(1)
    return languageWorkers()[0]!
  }
  const languageWorkers = () => app.page.workers().filter((worker) => /\/language[-.]/.test(worker.url()))

  it('is imported from a disk, chosen and loaded under the policy', async () => {
    await models().getByRole('heading', { name: 'This machine' }).waitFor({ timeout: 60_000 })
    await models().locator('input[type=file]:not([webkitdirectory])').setInputFiles(file)
    // Its title is that of the catalogue, by the hash of its content.
    await models()
      .getByRole('radio', { name: /SmolLM2/ })
      .click({ timeout: 120_000 })
    await models()
      .getByText(/^Loaded: it runs on the processor/)
      .waitFor({ timeout: 240_000 })
    expect(
      await models()
        .getByText(/tokens a second/)
        .count(),
    ).toBeGreaterThan(0)
    expect(
      await models()
        .getByText(/which decides alone/)
        .count(),
    ).toBe(0)
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

  it('goes on after its tab has slept; where its thread dies in mid-call the planner answers, and both are told', async () => {
    const run = runOf(app.page, OPEN_QUESTION)
    await app.page.getByRole('textbox', { name: 'Your question' }).fill(OPEN_QUESTION)
    await app.page.getByRole('button', { name: 'Ask', exact: true }).click()
    await run.getByText('What it saw').waitFor({ timeout: 60_000 })
    const worker = await languageWorker()
    // As the browser puts a tab to sleep that was long in the background: page and workers stand still.
    const session = await app.context.newCDPSession(app.page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await wait(2000)
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await run.getByText('Working', { exact: true }).waitFor()
    expect(await run.getByText(/left out from then on/).count()).toBe(0)

    // It answers no more, and so says nothing to this either.
    await worker.evaluate(() => self.close()).catch(() => undefined)
    await run.getByText('Answered', { exact: true }).waitFor({ timeout: 120_000 })
    const told = await run
      .getByText(/left out from then on/)
      .first()
      .innerText()
    expect(told).toMatch(/it failed \(the language model stopped unexpectedly.*load it again/)
    expect((await figuresOf(run)).some((figure) => /\bha\b/.test(figure))).toBe(true)
  }, 300_000)

  it('that died is named before the next question, and is loaded again at the press of a button', async () => {
    await app.page.getByRole('textbox', { name: 'Your question' }).fill('What data is loaded?')
    await app.page.keyboard.press('Enter')
    const again = app.page.getByRole('button', { name: 'Try again' })
    await again.waitFor({ timeout: 60_000 })
    expect(
      await app.page
        .getByText(
          /The language model unmeasured-135m could not be used\. The language model stopped unexpectedly/,
        )
        .count(),
    ).toBe(1)
    await again.focus()
    await app.page.keyboard.press('Enter')
    await app.page.getByText(/^Loaded: it runs on the processor/).waitFor({ timeout: 240_000 })
    expect(app.errors).toEqual([])
  }, 300_000)
})
