import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, figuresOf, keptOffline, loadSample, runOf, scenes } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
let app: App
let answered: readonly string[]
/** Every time that a page of the app was loaded. */
const loads: string[] = []

beforeAll(async () => {
  app = await openApp({
    plainlyBelow: '/a/sub/path/',
    prepare: async (context) => {
      context.on('request', (request) => {
        if (request.isNavigationRequest()) loads.push(request.url())
      })
      await Promise.resolve()
    },
  })
})

afterAll(() => app.close())

const banner = () => app.page.getByRole('banner')
const open = (name: string) => banner().getByRole('link', { name }).click()
const isolated = (page: Page) => page.evaluate(() => crossOriginIsolated)

/** The refusal of a request to another host, in each thread: 'connect-src' where the policy itself refused it. */
async function refusals(): Promise<readonly string[]> {
  const threads = [app.page, ...app.page.workers()]
  return Promise.all(
    threads.map((thread) =>
      (thread as Page).evaluate(async () => {
        const target: EventTarget = 'document' in globalThis ? document : globalThis
        const violated = new Promise<string>((resolve) => {
          target.addEventListener(
            'securitypolicyviolation',
            (event) => resolve((event as SecurityPolicyViolationEvent).violatedDirective),
            { once: true },
          )
          setTimeout(resolve, 3000, 'sent')
        })
        await fetch('https://leak.test/').catch(() => undefined)
        return violated
      }),
    ),
  )
}

// Each test goes on from where the one before it ended.
describe('the app on a static host that sends no headers, below a path', () => {
  it('is loaded anew once, to be isolated and under its policy, and no more', async () => {
    await banner().waitFor()
    await expect.poll(() => isolated(app.page)).toBe(true)
    expect(loads).toEqual([app.url, app.url])
    await app.page.reload()
    await banner().waitFor()
    expect(loads).toHaveLength(3)
    expect(await app.page.getByText('does not send GeoForge’s policy').count()).toBe(0)
  })

  it('answers from the sample', async () => {
    await loadSample(app.page)
    answered = await figuresOf(await ask(app.page, QUESTION))
    expect(answered.join()).toMatch(/ ha/)
    // No thread was refused anything either, as the ledger would tell.
    expect(await banner().getByRole('link', { name: 'sent out' }).innerText()).not.toContain('refused')
    expect(app.errors).toEqual([])
  })

  it('asked its own host alone, with a log that sees each thread', async () => {
    expect(foreignRequests(app)).toEqual([])
    const threads = [app.page, ...app.page.workers()]
    expect(threads.length).toBeGreaterThan(2)
    for (const [number, thread] of threads.entries()) {
      const address = `${app.url}control-${number}`
      await (thread as Page).evaluate((wanted) => fetch(wanted).then(() => undefined), address)
      expect(app.requests).toContain(address)
    }
    expect(foreignRequests({ requests: ['https://leak.test/'], url: app.url })).toHaveLength(1)
    // Each control was answered with 404, which the console counts as an error.
    app.errors.splice(0)
  })

  it('holds page and workers to the policy', async () => {
    const found = await refusals()
    expect(found.length).toBeGreaterThan(2)
    expect(new Set(found)).toEqual(new Set(['connect-src']))
    await expect.poll(() => app.errors.join()).toContain('policy violated')
    app.errors.splice(0)
  })

  it('opens without the server, with everything that is fetched later', async () => {
    await keptOffline(app.page)
    await app.goOffline()
    await app.page.goto(`${app.url}#analyse`)
    await app.page.reload()
    await scenes(app.page).nth(2).waitFor()
    expect(await isolated(app.page)).toBe(true)
    expect(await figuresOf(runOf(app.page, QUESTION))).toEqual(answered)
    await open('Lessons')
    await app.page.getByRole('link', { name: 'Burn severity' }).waitFor()
    await open('sent out')
    await app.page.getByRole('heading', { name: 'Privacy' }).waitFor()
    await open('Settings')
    await app.page.getByRole('radio', { name: 'Español' }).check()
    await app.page.getByRole('link', { name: 'Lecciones' }).waitFor()
    await app.page.reload()
    await app.page.getByRole('link', { name: 'Lecciones' }).waitFor()
  })

  it('answers anew without the server, from the other sample', async () => {
    await app.page.goto(`${app.url}#settings`)
    await app.page.getByRole('radio', { name: 'English' }).check()
    await app.page.goto(`${app.url}#analyse`)
    await app.page.getByRole('button', { name: 'Load a second sample' }).click()
    await scenes(app.page).nth(5).waitFor({ timeout: 60_000 })
    // The attempts above were refused, and told of late.
    expect(app.errors.filter((error) => !error.includes('leak.test'))).toEqual([])
    expect(foreignRequests(app).filter((url) => !url.startsWith('https://leak.test'))).toEqual([])
  })
})
