import { page, userEvent } from 'vitest/browser'
import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { UNKNOWN_CRS } from '../../src/raster/grid/grid.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { burnedField } from './burned-field.ts'
import { cleanStorage, openWorkers } from './open-workers.ts'

const NOTHING = () => undefined
/** The dev server hands a worker its modules one by one, which takes seconds on a busy machine. */
const PATIENT = { timeout: 20_000 }

beforeEach(async () => {
  localStorage.clear()
  location.hash = ''
  await cleanStorage()
})

describe('SceneForm on a file without a coordinate system', () => {
  it('sets one by its EPSG code, says so in the scene, and it is there after a restart and a second drop', async () => {
    await page.viewport(1440, 900)
    const workers = openWorkers()
    await workers.raster.addFiles(await burnedField(UNKNOWN_CRS), NOTHING)
    await render(App, { workers })
    const said = page.getByText('crs: unknown, unsure')
    await expect.element(said.first(), PATIENT).toBeVisible()
    expect(said.elements()).toHaveLength(2)

    await page.getByRole('button', { name: /^Change what was assumed: scene-1/ }).click()
    const code = page.getByRole('textbox', { name: 'Coordinate system (EPSG code)' })
    await expect.element(code).toHaveValue('')
    await expect.element(code).toHaveAccessibleDescription(/areas and lengths need it/)
    await userEvent.fill(code, '32')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/EPSG code of four or five digits/)
    await expect.element(code).toHaveAttribute('aria-invalid', 'true')

    await userEvent.fill(code, '12345')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.element(page.getByRole('alert'), PATIENT).toHaveTextContent(/EPSG:12345 is not in the table/)

    await userEvent.fill(code, 'EPSG:32621')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(code, PATIENT).not.toBeInTheDocument()
    await expect.element(page.getByText('crs: EPSG:32621 (WGS 84 / UTM zone 21N) set by hand')).toBeVisible()
    expect(said.elements()).toHaveLength(1)
    // The map has gone with it, and shows it.
    await expect.element(page.getByText(/EPSG:32621$/)).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: /^Visible: .*2024-08-01/ }))
      .toHaveAttribute('aria-pressed', 'true')

    workers.close()
    const next = openWorkers()
    const crsOf = async () => (await next.raster.layers()).map(({ grid }) => grid!.crs.id)
    expect(await crsOf()).toEqual(['EPSG:32621', 'unknown'])
    for (const { id } of await next.raster.layers()) await next.raster.removeLayer(id)
    await next.raster.addFiles(await burnedField(UNKNOWN_CRS), NOTHING)
    expect(await crsOf()).toEqual(['EPSG:32621', 'unknown'])
  }, 120_000)
})
