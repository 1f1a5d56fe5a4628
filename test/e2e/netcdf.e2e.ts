import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, dropFiles, figuresOf, scenes } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp } from '../../scripts/lib/open-app.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'cf')
const told = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as {
  readonly 'monthly.nc': { readonly means: readonly number[] }
}

it(
  'the months of a NetCDF file are scenes, are measured, and are there after a reload',
  { timeout: 180_000 },
  async () => {
    const app = await openApp()
    try {
      await dropFiles(app.page, [join(FOLDER, 'monthly.nc')])
      await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(3)
      const run = await ask(app.page, 'What is the mean NDVI in February 2020?')
      await run.getByText('Answered', { exact: true }).waitFor()
      expect(JSON.stringify(await figuresOf(run))).toContain(told['monthly.nc'].means[1]!.toFixed(4))
      await app.page.reload()
      await expect.poll(() => scenes(app.page).count(), { timeout: 60_000 }).toBe(3)
      const again = await ask(app.page, 'What is the mean NDVI in March 2020?')
      await again.getByText('Answered', { exact: true }).waitFor()
      expect(JSON.stringify(await figuresOf(again))).toContain(
        told['monthly.nc'].means[2]!.toFixed(4).replace('-', ''),
      )
      expect(foreignRequests(app)).toEqual([])
      expect(app.errors).toEqual([])
    } finally {
      await app.close()
    }
  },
)
