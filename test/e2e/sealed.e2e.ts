import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSample } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.close())

describe('the sealed page', () => {
  it('opens, loads a sample and reports no error', async () => {
    await app.page.getByRole('region', { name: 'Conversation' }).waitFor()
    await loadSample(app.page)
    expect(app.errors).toEqual([])
  })

  it('is isolated, so that workers may share memory', async () => {
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true)
  })

  it('asks no other host for anything', () => {
    expect(app.foreign).toEqual([])
  })

  it('has a log that sees a foreign request where one is made', async () => {
    const other = await app.context.newPage()
    await other.goto('http://control.test/').catch(() => undefined)
    await other.close()
    expect(app.foreign.splice(0)).toContain('control.test')
  })

  it('stops a foreign request before it leaves, in the page and in its workers', async () => {
    const before = app.errors.length
    const leak = () =>
      fetch('https://leak.test/').then(
        () => 'sent',
        (error: unknown) => String(error),
      )
    const workers = app.page.workers()
    expect(workers.length).toBeGreaterThan(1)
    const outcomes = await Promise.all([
      app.page.evaluate(leak),
      ...workers.map((worker) => worker.evaluate(leak)),
    ])
    for (const outcome of outcomes) expect(outcome).toMatch(/TypeError/)
    expect(app.foreign).toEqual([])
    // The refusal was written down as an error: the list of the first test was empty because there was none.
    expect(app.errors.splice(0).length).toBeGreaterThan(before)
  })

  it('carries the policy in the page itself, for hosts that send no headers', async () => {
    const meta = app.page.locator('meta[http-equiv="Content-Security-Policy"]')
    expect(await meta.getAttribute('content')).toContain("connect-src 'self'")
  })
})
