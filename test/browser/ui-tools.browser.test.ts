import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { MASK_AREA } from '../ui/fake-specs.ts'
import type { ListedRecipe } from '../../src/trace/recipe.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { RECORD } from '../ui/fake-run.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const layers = [
  fakeScene('scene-a', '2024-08-01', 'first'),
  fakeScene('scene-b', '2024-09-20', 'second'),
  fakeResult('burned', 'Burned', { ramp: 'mask' }),
]
const kept: ListedRecipe = {
  recipe: {
    name: 'lake_loss',
    steps: [
      { tool: 'mask_area', args: { unit: 'ha' }, layers: { mask: { from: 'input', input: 'input_1' } } },
    ],
    inputs: [{ name: 'input_1', port: { kind: 'raster', quantity: 'mask' } }],
  },
  title: '<img src=x onerror="window.hacked = true">',
  createdAt: Date.parse('2026-11-30T09:12:00Z'),
  unusable: null,
}

async function open(options: FakeOptions = {}) {
  location.hash = ''
  localStorage.clear()
  await page.viewport(1440, 900)
  const fake = fakeWorkers({ layers, runs: [RECORD], specs: [MASK_AREA], ...options })
  await render(App, { workers: fake.workers })
  return fake
}

const openButton = () => page.getByRole('button', { name: 'Save as tool…' })
const name = () => page.getByRole('textbox', { name: 'Name, to ask for it by' })
const save = () => page.getByRole('button', { name: 'Save', exact: true })

async function openMyTools() {
  location.hash = 'memory'
  await page.getByRole('button', { name: /^My tools/ }).click()
}

describe('Save as tool', () => {
  it('lists steps and inputs, and saves on Enter under the name that was typed', async () => {
    const { calls } = await open()
    await openButton().click()
    await expect.element(name()).toHaveFocus()
    await expect
      .element(page.getByRole('list', { name: 'Steps of the tool' }))
      .toHaveTextContent('mask_area unit ha')
    await expect.element(page.getByRole('list', { name: 'Inputs of the tool' })).toHaveTextContent('input_1')
    await userEvent.type(name(), 'burned_check')
    await page.getByRole('textbox', { name: /^What it is for/ }).fill('My check')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Saved: ask “Run burned_check” to use it.')).toBeVisible()
    const saved = calls.find((call) => call.startsWith('saveRecipe'))!
    expect(saved).toMatch(/ My check$/)
    expect(saved).toContain('"name":"burned_check"')
    await page.getByRole('link', { name: 'My tools' }).click()
    await expect.element(page.getByText('burned_check', { exact: true })).toBeVisible()
  })

  it('says while typing what a name lacks, and does not save it', async () => {
    const { calls } = await open({ recipes: [kept] })
    await openButton().click()
    await expect.element(save()).toBeDisabled()
    for (const [typed, why] of [
      ['Lake loss', /small letters and digits/],
      ['mask_area', /a tool of that name already/],
      ['lake_loss', /a tool of that name already/],
    ] as const) {
      await name().fill(typed)
      await expect.element(name()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(page.getByText(why)).toBeVisible()
      await expect.element(save()).toBeDisabled()
      await userEvent.keyboard('{Enter}')
    }
    await name().fill('lake_gain')
    await expect.element(save()).toBeEnabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(name()).not.toBeInTheDocument()
    expect(calls).toEqual([])
  })

  it('says why a run cannot be saved whose data are gone', async () => {
    await open({ layers: layers.slice(0, 2) })
    await openButton().click()
    await expect.element(page.getByText(/It cannot be saved: .* removed since/)).toBeVisible()
    await name().fill('burned_check')
    await expect.element(save()).toBeDisabled()
  })

  it('is closed to a reading tab', async () => {
    await open({ store: { writable: false } })
    await expect.element(openButton()).toBeDisabled()
  })
})

describe('My tools', () => {
  it('shows the steps and a title as text, and removes after a question', async () => {
    const { calls } = await open({ recipes: [kept] })
    await openMyTools()
    await expect.element(page.getByText(kept.title, { exact: true })).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
    await page.getByText('lake_loss', { exact: true }).click()
    await expect.element(page.getByText('To use it, ask “Run lake_loss”.')).toBeVisible()
    const remove = page.getByRole('button', { name: 'Remove lake_loss' })
    await remove.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(calls).toEqual([])
    await remove.click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await expect.element(page.getByText('None yet.')).toBeVisible()
    expect(calls).toEqual(['removeRecipe lake_loss'])
  })

  it('says why one cannot run', async () => {
    await open({ recipes: [{ ...kept, unusable: 'lake_loss uses old_tool, which is not there' }] })
    await openMyTools()
    await page.getByText('cannot run', { exact: true }).click()
    await expect.element(page.getByText(/It cannot run now: lake_loss uses old_tool/)).toBeVisible()
  })
})
