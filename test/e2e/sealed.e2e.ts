import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSample } from '../../scripts/lib/app-actions.ts'
import type { Page } from 'playwright-core'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.close())

describe('the sealed page', () => {
  it('opens, loads a sample and reports no error', async () => {
    await app.page.getByRole('banner').waitFor()
    await loadSample(app.page)
    expect(app.errors).toEqual([])
  })

  it('is isolated, so that workers may share memory', async () => {
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true)
  })

  it('asks no other host for anything', () => {
    expect(app.requests.length).toBeGreaterThan(20)
    expect(foreignRequests(app)).toEqual([])
  })

  it('has a log that sees a request whichever thread makes it', async () => {
    await app.page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const threads = [app.page, ...app.page.workers(), ...app.context.serviceWorkers()]
    expect(threads.length).toBeGreaterThan(3)
    for (const [number, thread] of threads.entries()) {
      const address = `${app.url}control-${number}`
      await (thread as Page).evaluate(async (wanted) => {
        await fetch(wanted)
      }, address)
      expect(app.requests).toContain(address)
    }
    // Each of them was answered with 404, which the console counts as an error.
    app.errors.splice(0)
  })

  it('refuses a foreign request in every thread', async () => {
    const threads = [app.page, ...app.page.workers(), ...app.context.serviceWorkers()]
    for (const thread of threads) {
      const outcome = await (thread as Page).evaluate(async () => {
        const target: EventTarget = 'document' in globalThis ? document : globalThis
        const violated = new Promise<string>((resolve) => {
          target.addEventListener(
            'securitypolicyviolation',
            (event) => resolve((event as SecurityPolicyViolationEvent).violatedDirective),
            { once: true },
          )
        })
        const failure = await fetch('https://leak.test/').then(
          () => 'sent',
          (error: unknown) => String(error),
        )
        return [failure.slice(0, 9), await violated]
      })
      // The policy refused it, not only the lack of such a host.
      expect(outcome).toEqual(['TypeError', 'connect-src'])
    }
    // And the list of errors sees such a thing; that of threads below a worker does not come to it.
    const refusals = app.errors.splice(0).filter((error) => error.includes('Content Security Policy'))
    expect(refusals.length).toBeGreaterThan(1)
  })

  it('carries the policy in the page itself, for hosts that send no headers', async () => {
    const meta = app.page.locator('meta[http-equiv="Content-Security-Policy"]')
    expect(await meta.getAttribute('content')).toContain("connect-src 'self'")
  })
})
