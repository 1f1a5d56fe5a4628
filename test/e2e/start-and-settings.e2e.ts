import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, loadSample, scenes } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'What area burned between the first and the last date?'
const HECTARES = 'How many hectares burned between the first and the last date?'

let app: App
let page: Page
let backup: Buffer
/** Bytes of IndexedDB, OPFS and choices, as the origin holds them now. */
const kept = () =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folders: string[] = []
    for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) folders.push(name)
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const choices = Object.keys(localStorage).filter((key) => key.startsWith('geoforge-'))
    return { folders: folders.sort(), databases: databases.sort(), choices: choices.sort() }
  })

beforeAll(async () => {
  app = await openApp()
  page = app.page
})

afterAll(() => app.close())

const go = (view: string) => page.locator(`header a[href="#${view}"]`).last().click()
const answerOf = (run: Locator) => run.getByRole('region', { name: 'Answer' })
const number = (text: string, unit: string): number =>
  Number(new RegExp(`([\\d,]+\\.?\\d*)\\s*${unit}`).exec(text)?.[1]?.replaceAll(',', ''))
const settings = () => page.locator('section.settings')

// Each test goes on from where the one before it ended, as a person would.
describe('the start', () => {
  it('is what an empty profile sees, and says what this machine has', async () => {
    await page.getByRole('heading', { level: 1, name: /^Ask satellite images/ }).waitFor()
    expect(await page.title()).toBe('Start – GeoForge')
    const facts = page.getByRole('region', { name: 'What this machine can do' })
    await facts.getByText(/^\d+ cores?, which can work together/).waitFor()
    await facts.getByText(/used of the .* that the browser leaves/).waitFor()
    // The service worker has kept the whole app.
    await facts.getByText('ready', { exact: true }).waitFor({ timeout: 30_000 })
    for (const door of ['Load the sample', 'Files…', 'Folder…'])
      await page.getByRole('button', { name: door }).waitFor()
    await page.getByRole('link', { name: 'See the lessons' }).waitFor()
  })

  it('leads by the sample to an answer', async () => {
    await loadSample(page)
    expect(await page.title()).toBe('Analyse – GeoForge')
    expect(await scenes(page).count()).toBe(3)
    const run = await ask(page, QUESTION)
    expect(await answerOf(run).innerText()).toMatch(/[\d,.]+ ha/)
    await run.getByRole('button', { name: 'Right', exact: true }).click()
  })

  it('gives way to the analysis where there is data, and stays within reach', async () => {
    await page.goto(app.url)
    await scenes(page).nth(2).waitFor()
    expect(await page.title()).toBe('Analyse – GeoForge')
    await go('start')
    // The heading has the focus: who hears the page hears where they are.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Ask satellite images/)
  })
})

describe('the settings', () => {
  it('say answers in acres where the question names no unit', async () => {
    await go('settings')
    await settings().getByRole('radio', { name: 'acres' }).check()
    await go('analyse')
    const named = await answerOf(await ask(page, HECTARES)).innerText()
    const hectares = number(named, 'ha')
    expect(named).not.toContain('acres')
    const acres = number(await answerOf(await ask(page, QUESTION)).innerText(), 'acres')
    // 10,000 m² and 4046.8564224 m², to the digit that is shown.
    expect(Math.abs(acres - (hectares * 1e4) / 4046.8564224)).toBeLessThan(0.2)
  })

  it('turn the page Spanish, and it stays so', async () => {
    await go('settings')
    await settings().getByRole('radio', { name: 'Español' }).check()
    await page.getByRole('link', { name: 'Analizar', exact: true }).waitFor()
    expect(await page.title()).toBe('Ajustes – GeoForge')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    await settings().getByRole('radio', { name: 'English' }).check()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  it('list shortcuts that are real, and act in no field', async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Alt+2')
    await page.keyboard.press('Escape')
    expect(await page.title()).toBe('Settings – GeoForge')
    await page.keyboard.press('Alt+3')
    await expect.poll(() => page.title()).toBe('Memory – GeoForge')
    await page.keyboard.press('/')
    const box = page.getByRole('textbox', { name: 'Your question' })
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('/?')
    expect(await box.inputValue()).toBe('/?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await box.fill('')
  })

  it('count what is stored by what it is for', async () => {
    await go('settings')
    const storage = settings().getByRole('region', { name: 'Storage' })
    // Three dates of eight files, as the build wrote them.
    const files = storage.locator('dt', { hasText: 'Copies of your files' }).locator('+ dd')
    await expect.poll(() => files.innerText()).toMatch(/^3\.\d MB$/)
  })
})

describe('a reset', () => {
  const begin = () => settings().getByRole('button', { name: 'Erase everything…' })

  it('is refused while another tab is open', async () => {
    const second = await app.context.newPage()
    await second.goto(app.url)
    await second.getByText('Another tab of GeoForge is open').waitFor()
    await begin().click()
    await settings().getByText('GeoForge is open in another tab').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await second.close()
  })

  it('comes after a backup and a word of one’s own, and leaves nothing', async () => {
    const download = page.waitForEvent('download')
    await settings().getByRole('button', { name: 'Save the file' }).click()
    backup = readFileSync(await (await download).path())
    expect((await kept()).folders).toContain('files')

    await begin().click()
    const dialog = page.getByRole('dialog')
    const action = dialog.getByRole('button', { name: 'Erase everything' })
    expect(await action.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /^I have a backup/ }).check()
    await action.click()
    await page.getByRole('heading', { level: 1, name: /^Ask satellite images/ }).waitFor()
    expect(await page.getByText(QUESTION).count()).toBe(0)
    const { choices } = await kept()
    expect(choices.filter((key) => key !== 'geoforge-layers')).toEqual([])
  })

  it('is undone by the backup: its memories come back', async () => {
    await go('memory')
    const parts = page.getByRole('navigation', { name: 'Parts of the memory' })
    const workflows = parts.getByRole('button', { name: 'Workflows' })
    expect(await workflows.innerText()).not.toMatch(/[1-9]/)
    await parts.getByRole('button', { name: 'Backup' }).click()
    await page
      .getByLabel('A memory file')
      .setInputFiles({ name: 'memory.jsonl', mimeType: 'application/x-ndjson', buffer: backup })
    // The key of this profile stayed, so it knows its own file.
    await page.getByText('This browser wrote it').waitFor()
    await page.getByRole('button', { name: 'Take it in' }).click()
    await expect.poll(() => workflows.innerText()).toMatch(/[1-9]/)
  })

  it('that was cut off is ended at the next start', async () => {
    await go('analyse')
    await loadSample(page)
    // As a page leaves it that dies after the mark and before all else.
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('geoforge-reset', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('mark')
          opening.onerror = () => reject(new Error('no mark'))
          opening.onsuccess = () => {
            const writing = opening.result.transaction('mark', 'readwrite')
            writing.objectStore('mark').put({ forgetKey: true }, 'ask')
            writing.oncomplete = () => {
              opening.result.close()
              resolve()
            }
          }
        }),
    )
    await page.goto('about:blank')
    await page.goto(app.url)
    await page.getByRole('heading', { level: 1, name: /^Ask satellite images/ }).waitFor()
    await go('analyse')
    expect(await scenes(page).count()).toBe(0)
    const { databases } = await kept()
    expect(databases).not.toContain('geoforge-reset')
    expect(databases).not.toContain('geoforge-profile')
    expect(foreignRequests(app)).toEqual([])
    expect(app.errors).toEqual([])
  })
})
