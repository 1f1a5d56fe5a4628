import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'
import { answerDownload } from '../../scripts/lib/test-downloads.ts'

const SIZE = 300_000

let app: App
let host: Server
let address: string
/** What the other host was asked for: it sees a request even where the browser's own log does not. */
const asked: string[] = []

beforeAll(async () => {
  host = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(`${request.method} ${path}`)
    response.setHeader('Access-Control-Allow-Origin', '*')
    answerDownload(path.slice(1), request, response)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const bound = host.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  app = await openApp({ path: '#models' })
})

afterAll(async () => {
  await app.close()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

const models = (page: Page) => page.getByRole('region', { name: 'Models', exact: true })
const card = (page: Page, title: string) => models(page).getByRole('article', { name: title })

async function openConnected(page: Page): Promise<void> {
  await models(page).getByRole('button', { name: 'What changes there?' }).click()
  await page.getByRole('button', { name: 'Open the connected page' }).click()
  await page.waitForURL(/connected\.html#models$/)
  await models(page).getByRole('heading', { name: 'From another address' }).waitFor()
}

/** What a fetch of the page's own comes to, and which directive of the policy stopped it. */
const tryFetch = (thread: Pick<Page, 'evaluate'>, url: string) =>
  thread.evaluate(async (wanted) => {
    const target: EventTarget = 'document' in globalThis ? document : globalThis
    let violated = ''
    target.addEventListener(
      'securitypolicyviolation',
      (event) => (violated = (event as SecurityPolicyViolationEvent).violatedDirective),
      { once: true },
    )
    const outcome = await fetch(wanted).then(
      () => 'answered',
      () => 'refused',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    return `${outcome} ${violated}`.trim()
  }, url)

describe('the models view of the sealed page', () => {
  it('says what this machine has and which models would run, and asks no other host', async () => {
    await models(app.page).getByRole('heading', { name: 'This machine' }).waitFor({ timeout: 60_000 })
    await card(app.page, 'Qwen2.5 0.5B (GGUF Q4_K_M)').waitFor()
    expect(
      await models(app.page)
        .getByRole('radio', { name: /Planner only/ })
        .isChecked(),
    ).toBe(true)
    expect(app.requests.length).toBeGreaterThan(10)
    expect(foreignRequests(app)).toEqual([])
    expect(asked).toEqual([])
    expect(app.errors).toEqual([])
  })

  it('offers no other address, and a download leads to the connected page, not to a request', async () => {
    expect(await models(app.page).getByRole('textbox').count()).toBe(0)
    await card(app.page, 'Qwen2.5 0.5B (GGUF Q4_K_M)').getByRole('button', { name: 'Download…' }).click()
    await app.page.getByRole('dialog', { name: 'Open the connected page?' }).waitFor()
    await app.page.keyboard.press('Escape')
    expect(foreignRequests(app)).toEqual([])
  })

  it('is stopped by its policy where code of the page would ask all the same', async () => {
    expect(await tryFetch(app.page, `${address}/ranges/10/x`)).toBe('refused connect-src')
    expect(asked).toEqual([])
    app.errors.splice(0)
  })
})

describe('the models view of the connected page', () => {
  it('is entered by an explicit act, and asks nobody by itself', async () => {
    await openConnected(app.page)
    await card(app.page, 'Qwen2.5 0.5B (GGUF Q4_K_M)').waitFor()
    expect(await app.page.getByRole('link', { name: /^Connected/ }).isVisible()).toBe(true)
    expect(foreignRequests(app)).toEqual([])
    expect(asked).toEqual([])
  })

  it('keeps its workers sealed', async () => {
    const workers = app.page.workers()
    expect(workers.length).toBeGreaterThan(2)
    for (const worker of workers) {
      expect(await tryFetch(worker, `${address}/ranges/10/x`)).toBe('refused connect-src')
    }
    expect(asked).toEqual([])
    app.errors.splice(0)
  })

  it('asks a host only after it was allowed, then stores what it sends, and uses it', async () => {
    const { page } = app
    await models(page).getByLabel('Address of a GGUF file').fill(`${address}/ranges/${SIZE}/tiny-chat.gguf`)
    await models(page).getByRole('button', { name: 'Look at it…' }).click()
    const allow = page.getByRole('dialog', { name: /^Allow 127\.0\.0\.1/ })
    await allow.waitFor()
    expect(asked).toEqual([])
    await allow.getByRole('button', { name: 'Allow' }).click()
    const plan = page.getByRole('dialog', { name: 'Get tiny-chat?' })
    await plan.waitFor()
    expect(asked).toEqual([`HEAD /ranges/${SIZE}/tiny-chat.gguf`])
    await plan.getByRole('button', { name: 'Get 300 kB' }).click()
    await models(page).getByText('tiny-chat is here, whole and checked.').waitFor()
    expect(asked.at(-1)).toBe(`GET /ranges/${SIZE}/tiny-chat.gguf`)
    // The positive control of the log: a request to another host is seen.
    expect(foreignRequests(app).length).toBeGreaterThan(0)
    await models(page)
      .getByRole('radio', { name: /tiny-chat/ })
      .check()
    await page.reload()
    await expect
      .poll(
        () =>
          models(page)
            .getByRole('radio', { name: /tiny-chat/ })
            .isChecked(),
        { timeout: 30_000 },
      )
      .toBe(true)
  })

  it('goes on where a download was paused, after a reload too', async () => {
    const { page } = app
    await models(page).getByLabel('Address of a GGUF file').fill(`${address}/slow/${SIZE}/slow-chat.gguf`)
    await models(page).getByRole('button', { name: 'Look at it…' }).click()
    await page.getByRole('dialog', { name: 'Get slow-chat?' }).getByRole('button', { name: /^Get / }).click()
    const slow = card(page, 'slow-chat')
    await slow.getByText(/^Fetching: (?!0 B)/).waitFor()
    await slow.getByRole('button', { name: 'Pause' }).click()
    await slow.getByText(/^Paused at /).waitFor()
    await page.reload()
    asked.splice(0)
    await slow.getByRole('button', { name: 'Resume' }).click()
    await models(page).getByText('slow-chat is here, whole and checked.').waitFor()
    expect(asked).toEqual([`GET /slow/${SIZE}/slow-chat.gguf`])
    await slow.getByRole('button', { name: 'Check the files' }).click()
    await models(page)
      .getByText(/^Every file of slow-chat is what it was/)
      .waitFor()
    await slow.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await slow.waitFor({ state: 'detached' })
    expect(app.errors).toEqual([])
  })

  it('leads back to the sealed page, which has the model and asks nobody', async () => {
    const { page } = app
    await page.getByRole('link', { name: /^Connected/ }).click()
    await page.getByRole('link', { name: 'Back to the sealed page' }).click()
    await page.getByRole('link', { name: /^Sealed/ }).waitFor()
    expect(new URL(page.url()).pathname).not.toContain('connected')
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Models' }).click()
    await models(page)
      .getByRole('radio', { name: /tiny-chat/ })
      .waitFor()
    const before = foreignRequests(app).length
    const askedBefore = asked.length
    await page.reload()
    await models(page)
      .getByRole('radio', { name: /tiny-chat/ })
      .waitFor()
    expect(foreignRequests(app)).toHaveLength(before)
    expect(asked).toHaveLength(askedBefore)
  })
})
