import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSample, runOf } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App
let page: Page
let folder: string
let question: string

beforeAll(async () => {
  app = await openApp()
  page = app.page
  folder = await mkdtemp(join(tmpdir(), 'geoforge-reports-'))
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const offers = () => page.getByRole('list', { name: 'Questions that fit the data' }).getByRole('button')
const act = (run: Locator, name: string) =>
  run.getByRole('group', { name: 'What to do with this run' }).getByRole('button', { name })
const answered = (run: Locator) => run.getByRole('region', { name: 'Answer' })
const box = () => page.getByRole('textbox', { name: 'Your question' })

async function exported(kind: string): Promise<{ name: string; path: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: kind }).click(),
  ])
  const name = download.suggestedFilename()
  const path = join(folder, name)
  await download.saveAs(path)
  return { name, path, text: await readFile(path, 'utf8') }
}

// Each test goes on from where the one before it ended, as a person would.
describe('a conversation', () => {
  it('begins with questions that fit the sample, the burned area first', async () => {
    await loadSample(page)
    await offers().first().waitFor({ timeout: 60_000 })
    const offered = await offers().allInnerTexts()
    expect(offered.length).toBeGreaterThanOrEqual(4)
    expect(offered.length).toBeLessThanOrEqual(5)
    question = offered[0]!
    expect(question).toMatch(/^How many hectares burned between the first and the last date/)
  })

  it('answers an offered question, and then offers what goes on from it', async () => {
    await offers().first().click()
    const run = runOf(page, question)
    await answered(run).waitFor({ timeout: 90_000 })
    await offers().filter({ hasText: '↳' }).first().waitFor({ timeout: 60_000 })
    const then = await offers().allInnerTexts()
    expect(then.join()).toMatch(/severe|largest burn scar/)
    expect(then.join()).not.toContain(question)
  })

  it('shows the threshold in the histogram of its step', async () => {
    const run = runOf(page, question)
    const figure = run.locator('figure', { hasText: 'dNBR and its threshold' })
    await figure.locator('svg').waitFor()
    await run.getByRole('button', { name: 'Show as a table: dNBR and its threshold' }).click()
    const limit = run
      .getByRole('table', { name: 'dNBR and its threshold' })
      .getByRole('row', { name: /0\.27 limit/ })
    await limit.waitFor()
  })

  it('leads from a figure to its step and back by the keyboard', async () => {
    const run = runOf(page, question)
    const figure = answered(run).locator('button[title^="From step"]').first()
    await figure.focus()
    await page.keyboard.press('Enter')
    await run.locator('.step.followed').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await figure.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('is exported as a page that shows the answer, its steps and the picture, and violates nothing', async () => {
    await act(runOf(page, question), 'Export…').click()
    const { name, path, text } = await exported('Web page')
    expect(name).toMatch(/^geoforge-burned-area-\d{4}-\d\d-\d\d\.html$/)
    expect(text).toContain("default-src 'none'")
    const report = await app.context.newPage()
    const problems: string[] = []
    report.on('console', (message) => problems.push(message.text()))
    report.on('pageerror', (error) => problems.push(error.message))
    const asked: string[] = []
    report.on('request', (request) => asked.push(request.url()))
    await report.goto(pathToFileURL(path).href)
    await report.getByRole('heading', { level: 1, name: question }).waitFor()
    const picture = report.getByRole('img', { name: /^Picture of / })
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await report.locator('.answer a').first().click()
    const target = decodeURIComponent(new URL(report.url()).hash.slice(1))
    await report.locator(`section[id="${target}"]`).waitFor()
    expect(await report.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('860px')
    expect(await report.locator('svg[role="img"], figure svg').count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
    expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
    // A positive control: the same page with a script of its own in it is stopped by its policy, and says so.
    const tampered = join(folder, 'tampered.html')
    await writeFile(tampered, text.replace('</body>', '<script>document.title = "ran"</script></body>'))
    await report.goto(pathToFileURL(tampered).href)
    expect(await report.title()).toBe(question)
    expect(problems.join()).toMatch(/Content Security Policy/)
    // The control was heard by the whole browser.
    expect(app.errors.splice(0).join()).toContain('script-src-elem by inline')
    await report.close()
  })

  it('is exported as Markdown and as JSON with the same figures', async () => {
    const figure = (await answered(runOf(page, question)).locator('button[title^="From step"]').first().evaluate((button) => button.firstChild?.textContent)) ?? '' // prettier-ignore
    const markdown = await exported('Markdown')
    expect(markdown.text).toContain(`[${figure.replaceAll('\u00a0', ' ')}](#run-1-step-`)
    const json = JSON.parse((await exported('JSON')).text) as {
      format: string
      runs: { question: string; events: { type: string }[] }[]
    }
    expect(json.format).toBe('geoforge-runs')
    expect(json.runs[0]!.question).toBe(question)
    expect(json.runs[0]!.events.some(({ type }) => type === 'answer')).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('goes on with an edited question, whose draft lives through a reload, and keeps the old run', async () => {
    await act(runOf(page, question), 'Edit').click()
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    expect(await box().inputValue()).toBe(question)
    const edited = question.replace('0.27', '0.9')
    expect(edited).not.toBe(question)
    await box().fill(edited)
    await page.reload()
    await runOf(page, question).waitFor()
    expect(await box().inputValue()).toBe(edited)
    await box().press('Enter')
    await answered(runOf(page, edited)).waitFor({ timeout: 90_000 })
    await runOf(page, question).waitFor()
    expect(await box().inputValue()).toBe('')
  })

  it('sets the two runs side by side: a smaller area, and the threshold as what differs', async () => {
    await act(runOf(page, question.replace('0.27', '0.9')), 'Compare…').click()
    const dialog = page.getByRole('dialog', { name: 'Two runs side by side' })
    const area = dialog.getByRole('row', { name: /^area/ }).first()
    expect(await area.innerText()).toMatch(/−[\d,.]+\s*ha/)
    await dialog
      .getByText(/other value/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  it('is replayed from its events', async () => {
    await act(runOf(page, question.replace('0.27', '0.9')), 'Replay…').click()
    await page.getByRole('region', { name: /^Moment 1 of \d+: Question/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: /^Moment 2 of \d+: Data/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('asked no other host for anything, and broke no rule', () => {
    expect(foreignRequests(app)).toEqual([])
    expect(app.errors).toEqual([])
  })
})
