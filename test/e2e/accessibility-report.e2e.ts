import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, loadSample } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import { findings } from './accessibility/axe.ts'
import { tooWide, visit } from './accessibility/layout.ts'

let app: App
const folder = mkdtempSync(join(tmpdir(), 'geoforge-report-'))

beforeAll(async () => {
  app = await openApp()
  await loadSample(app.page)
  await visit(app.page, 'analyse')
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the report that a run is exported as', () => {
  it('has no finding of axe-core, in both colours, wide and on a phone', async () => {
    const { page } = app
    const run = await ask(page, 'How severe was the burn, by class?')
    await run.getByRole('button', { name: 'Export…' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Web page' }).click()
    const file = join(folder, 'report.html')
    await (await coming).saveAs(file)

    const report = await app.context.newPage()
    await report.goto(pathToFileURL(file).href)
    await report.getByRole('heading', { level: 1 }).waitFor()
    const found: unknown[] = []
    for (const width of [1440, 390]) {
      await report.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await report.emulateMedia({ colorScheme })
        found.push(...(await findings(report)))
      }
      found.push(...(await tooWide(report)))
    }
    expect(found).toEqual([])
  })
})
