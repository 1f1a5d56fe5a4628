import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'
import { readReportData, REPORT_DATA } from '../../scripts/lib/report-data.ts'

const fixture = resolve(import.meta.dirname, '..', 'fixtures', 'report')
let folder: string
let app: App

// The built page with small results in place of the project's own.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-report-'))
  cpSync(builtFolder, folder, { recursive: true })
  writeFileSync(join(folder, REPORT_DATA), JSON.stringify(readReportData(fixture)))
  app = await openApp({ folder, path: 'report/' })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('the evaluation page of the build', () => {
  it('shows figures and charts under the sealed policy, without an error or a foreign request', async () => {
    const { page } = app
    const table = page.getByRole('table', { name: 'By memory', exact: true })
    await table.getByRole('rowheader', { name: 'no-skills' }).waitFor()
    expect(await table.getByRole('row', { name: /^no-skills/ }).innerText()).toContain('0.625')
    await page.getByRole('img', { name: /remembered runs/ }).waitFor()
    await page.getByRole('img', { name: /wrong runs by memory and cause/ }).waitFor()
    expect(app.errors).toEqual([])
    expect(foreignRequests(app)).toEqual([])
    const meta = page.locator('meta[http-equiv="Content-Security-Policy"]')
    expect(await meta.getAttribute('content')).toContain("connect-src 'self'")
  })

  it('steps through a run by the keyboard alone', async () => {
    const { page } = app
    await page.getByRole('link', { name: /How many hectares/ }).first().focus() // prettier-ignore
    await page.keyboard.press('Enter')
    const current = page.locator('[aria-current="step"]')
    await current.filter({ hasText: 'Question' }).waitFor()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
    await page.getByText('layer-3: NBR of layer-1, mean 0.61.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await current.filter({ hasText: 'Decision' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Single runs' }).first().waitFor()
    expect(app.errors).toEqual([])
  })

  it('does not scroll sideways on a phone', async () => {
    await app.page.setViewportSize({ width: 390, height: 800 })
    const over = await app.page
      .locator('.page')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(over).toBe(0)
  })
})
