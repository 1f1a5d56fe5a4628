import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, dropFiles, scenes } from '../../scripts/lib/app-actions.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const ZIPS = [
  'S2B_MSIL2A_20210418T150759_N0214_R025_T33XWJ_20210418T182126.SAFE.zip',
  'S2B_MSIL2A_20220413T150759_N0400_R025_T33XWJ_20220414T082126.SAFE.zip',
].map((name) => sharedPath('data', 'scenes', 'safe_pair', name))

// Expected values: golden.json beside the zips (numpy).
describe.skipIf(!hasShared)('SAFE products (skipped without the shared scenes)', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it('are dropped as the portal gives them out, and answer with the offset of each baseline', async () => {
    await dropFiles(app.page, ZIPS)
    await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(2)
    const run = await ask(app.page, 'How many hectares burned (dNBR at least 0.27)?')
    await expect
      .poll(() => run.getByRole('region', { name: 'Answer' }).innerText(), { timeout: 60_000 })
      .toContain('4,183.9 ha')
    const answer = await run.getByRole('region', { name: 'Answer' }).innerText()
    expect(answer).toContain('each by its own offset before they were compared')
    expect(app.errors).toEqual([])
  })

  it('are there after a reload', async () => {
    await app.page.reload()
    await expect.poll(() => scenes(app.page).count(), { timeout: 30_000 }).toBe(2)
    const run = await ask(app.page, 'How many hectares burned, dNBR at least 0.27, without masking clouds?')
    await expect
      .poll(() => run.getByRole('region', { name: 'Answer' }).innerText(), { timeout: 60_000 })
      .toContain('4,228.7 ha')
    expect(app.errors).toEqual([])
  })
})
