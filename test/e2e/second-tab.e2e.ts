import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSample, scenes } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
  await loadSample(app.page)
})

afterAll(() => app.close())

describe('a second tab', () => {
  it('shows what the first one stored and cannot change it, until the first is closed', async () => {
    const second = await app.context.newPage()
    await second.goto(app.url)
    await second.getByText('Another tab of GeoForge is open').waitFor()
    await scenes(second).nth(2).waitFor()
    const load = second.getByRole('button', { name: 'Load a second sample' })
    expect(await load.isDisabled()).toBe(true)

    await app.page.close()
    await second.getByText('Another tab of GeoForge is open').waitFor({ state: 'detached' })
    await expect.poll(() => load.isEnabled()).toBe(true)
    await load.click()
    await scenes(second).nth(5).waitFor({ timeout: 60_000 })
    expect(app.errors).toEqual([])
  })
})
