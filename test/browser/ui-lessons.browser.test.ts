import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import type { Layer } from '../../src/trace/layer.ts'
import { LESSONS } from '../../src/ui/lessons/content/index.ts'
import { fakeScene } from '../ui/fake-layers.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const burn = LESSONS.find(({ id }) => id === 'burn-severity')!
const [raster] = burn.rasters()

/** The lesson's scene as the worker lists it. */
function lessonScene(id: string, date: string): Layer {
  const scene = fakeScene(id, date, 'lesson')
  const { epsg, west, north, cell, width, height } = raster!
  const crs = { ...scene.grid!.crs, id: `EPSG:${epsg}` }
  return { ...scene, grid: { width, height, crs, transform: [cell, 0, west, 0, -cell, north] } }
}
const own = [lessonScene('scene-1', '2023-07-05'), lessonScene('scene-2', '2023-08-04')]

async function open(hash: string, options: FakeOptions = {}, keep = false) {
  location.hash = hash
  if (!keep) localStorage.clear()
  await page.viewport(1440, 900)
  const fake = fakeWorkers(options)
  await render(App, { workers: fake.workers })
  return fake
}

const task = (name: string) => page.getByRole('form', { name: new RegExp(name) })

describe('Lessons', () => {
  it('lists what there is, and opens one with the focus on its title', async () => {
    await open('lessons')
    await page.getByRole('link', { name: 'Burn severity' }).click()
    const title = page.getByRole('heading', { level: 1, name: 'Burn severity' })
    await expect.element(title).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'Ask this' }).first()).toBeDisabled()
  })

  it('makes the scenes in the worker and adds them as dropped files', async () => {
    const { calls } = await open('lessons/burn-severity')
    await page.getByRole('button', { name: 'Make the scene and load it' }).click()
    await expect.poll(() => calls.find((call) => call.startsWith('addFiles'))).toContain(raster!.name)
    expect(calls).toContain('makeFiles 12')
  })

  it('asks the question of a task once the scenes are there', async () => {
    const { asked } = await open('lessons/burn-severity', { layers: own })
    await expect.element(page.getByText('It is loaded and lies on the map.')).toBeVisible()
    await task('What looks burned').getByRole('button', { name: 'Ask this' }).click()
    expect(asked).toEqual(['How many hectares burned between the two dates (dNBR at least 0.27)?'])
  })

  it('checks answers by the keyboard alone, and says what is wrong', async () => {
    await open('lessons/burn-severity')
    const form = task('dNBR by hand')
    const says = form.getByRole('status')
    await form.getByRole('textbox').click()
    await userEvent.keyboard('-0.837{Enter}')
    await expect.element(says).toHaveTextContent(/The dates are turned/)
    await userEvent.keyboard('{Control>}a{/Control}much{Enter}')
    await expect.element(says).toHaveTextContent(/not a number/)
    await userEvent.keyboard('{Control>}a{/Control}0,837{Enter}')
    await expect.element(says).toHaveTextContent(/^Right: the scene was made with 0\.837, within 0\.010/)
    await expect.element(page.getByText('1 of 5 solved')).toBeVisible()
  })

  it('keeps the answers over a reload and forgets them when asked to', async () => {
    await open('lessons/burn-severity')
    await task('What the threshold misses').getByRole('radio', { name: 'It did not burn' }).click()
    await task('What the threshold misses').getByRole('button', { name: 'Check' }).click()
    await expect
      .element(task('What the threshold misses').getByRole('status'))
      .toHaveTextContent(/Not this one/)
    const kept = localStorage.getItem('geoforge-lessons')
    expect(kept).toContain('unburned')
    await page.getByRole('button', { name: 'Start this lesson anew…' }).click()
    await page.getByRole('button', { name: 'Forget the answers' }).click()
    await expect.element(task('What the threshold misses').getByRole('radio', { name: 'It did not burn' })).not.toBeChecked() // prettier-ignore
    expect(localStorage.getItem('geoforge-lessons')).not.toContain('unburned')
    localStorage.setItem('geoforge-lessons', kept!)
    await page.getByRole('link', { name: 'All lessons' }).click()
    location.hash = 'analyse'
    await expect.element(page.getByRole('heading', { name: 'Lessons' })).not.toBeInTheDocument()
    location.hash = 'lessons/burn-severity'
    await expect.element(task('What the threshold misses').getByRole('radio', { name: 'It did not burn' })).toBeChecked() // prettier-ignore
  })

  it('lets the memory be switched beside the tasks, and says what is left in it', async () => {
    await open('lessons/how-the-agent-learns')
    const off = page.getByRole('radio', { name: 'Off' })
    await off.click()
    await expect.element(page.getByText(/^Memory is off: nothing is recalled/)).toBeVisible()
    await page.getByRole('button', { name: 'Start this lesson anew…' }).click()
    await expect.element(page.getByText(/What was learned stays in the memory/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Open the journal' }).click()
    await expect.element(page.getByRole('heading', { name: 'What GeoForge remembers' })).toBeVisible()
    await expect.element(off).toBeChecked()
  })

  it('takes answers from a file, and nothing from another', async () => {
    await open('lessons')
    const input = page.getByLabelText('File with answers')
    const answers = { 'burn-severity': { 'dnbr-by-hand': { given: '0.837', checked: true } } }
    await input.upload(new File(['{"kind":"other"}'], 'other.json'))
    await expect.element(page.getByText(/holds no answers/)).toBeVisible()
    await input.upload(
      new File([JSON.stringify({ kind: 'geoforge-lessons', version: 1, answers })], 'mine.json'),
    )
    await expect.element(page.getByText('1 of 5 tasks solved')).toBeVisible()
    // Now there is something to lose.
    const none = JSON.stringify({ kind: 'geoforge-lessons', version: 1, answers: {} })
    await input.upload(new File([none], 'empty.json'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('1 of 5 tasks solved')).toBeVisible()
    await input.upload(new File([none], 'empty.json'))
    await page.getByRole('button', { name: 'Replace them' }).click()
    await expect.element(page.getByText('1 of 5 tasks solved')).not.toBeInTheDocument()
  })

  it('keeps what another tab answered meanwhile', async () => {
    await open('lessons/burn-severity')
    const elsewhere = { scaling: { first: { given: '1', checked: true } } }
    const stored = { kind: 'geoforge-lessons', version: 1, answers: elsewhere }
    localStorage.setItem('geoforge-lessons', JSON.stringify(stored))
    await page.getByRole('textbox', { name: 'Your answer' }).first().fill('0.8')
    const kept = JSON.parse(localStorage.getItem('geoforge-lessons')!) as typeof stored
    expect(kept.answers).toMatchObject({
      ...elsewhere,
      'burn-severity': { 'dnbr-by-hand': { given: '0.8' } },
    })
  })

  it('warns of other scenes and removes them only when it was confirmed', async () => {
    const { calls } = await open('lessons/burn-severity', {
      layers: [...own, fakeScene('mine', '2024-08-01', 'x')],
    })
    await page.getByRole('button', { name: 'Remove what is not of this lesson…' }).click()
    expect(calls).not.toContain('removeLayer mine')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect
      .poll(() => calls.filter((call) => call.startsWith('removeLayer')))
      .toEqual(['removeLayer mine'])
  })

  it('stands beside map and conversation where there is room, and alone on a phone', async () => {
    await open('lessons/burn-severity', { layers: own })
    await expect.element(page.getByRole('textbox', { name: 'Your question' })).toBeVisible()
    await page.viewport(390, 844)
    await expect.element(page.getByRole('link', { name: 'Go to the map' })).toBeVisible()
    const panel = document.querySelector('.lessons')!
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
    await task('What looks burned').getByRole('button', { name: 'Ask this' }).click()
    expect(location.hash).toBe('#analyse')
    await page.viewport(1440, 900)
  })
})
