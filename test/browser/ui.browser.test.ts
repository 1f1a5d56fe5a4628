import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeScene } from '../ui/fake-layers.ts'
import { memory } from '../ui/fake-memory.ts'
import { EVENTS, QUESTION, RECORD } from '../ui/fake-run.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const HOSTILE = '<img src=x onerror="window.hacked = true"><b>bold</b>.tif'
const scenes = [fakeScene('scene-a', '2024-08-01', HOSTILE), fakeScene('scene-b', '2024-09-20', 'second')]

async function open(options: FakeOptions = {}) {
  location.hash = ''
  await page.viewport(1440, 900)
  const fake = fakeWorkers({ layers: scenes, ...options })
  await render(App, { workers: fake.workers })
  return fake
}

const box = () => page.getByRole('textbox', { name: 'Your question' })

describe('Composer', () => {
  it('asks on Enter and makes a new line on Shift + Enter', async () => {
    const { asked } = await open()
    await userEvent.type(box(), 'How large{Shift>}{Enter}{/Shift}is it?')
    expect(asked).toEqual([])
    await userEvent.type(box(), '{Enter}')
    await expect.poll(() => asked).toEqual(['How large\nis it?'])
    await expect.element(box()).toHaveValue('')
  })

  it('sends nothing where nothing is written', async () => {
    const { asked } = await open()
    await userEvent.type(box(), '  {Enter}')
    expect(asked).toEqual([])
  })

  it('stops a run that is on its way', async () => {
    const { calls } = await open({ events: EVENTS.slice(0, 6), hangs: true })
    await userEvent.type(box(), 'What burned?{Enter}')
    await page.getByRole('button', { name: 'Stop' }).click()
    expect(calls).toContain('stop')
  })
})

describe('Run', () => {
  it('leads from a figure of the answer to the step that measured it', async () => {
    await open({ runs: [RECORD] })
    await page.getByRole('button', { name: /8,026\.1 ha/ }).click()
    const followed = () => document.querySelector('.step.followed')
    await expect.poll(() => followed()?.querySelector('h4')?.textContent).toBe('Area of what burned')
    expect(document.activeElement).toBe(followed())
    expect(followed()?.querySelector('.marked')?.textContent).toMatch(/area\s*8,026\.1/)
  })

  it('says that no language model was used, and shows the failed check', async () => {
    await open({ runs: [RECORD] })
    await expect.element(page.getByText(/No language model was used/)).toBeVisible()
    await expect.element(page.getByText(/Check not passed: The dates are 50 days apart/)).toBeInTheDocument()
  })

  it('shows the progress of a running step', async () => {
    const until = EVENTS.findIndex(({ type }) => type === 'step-progress') + 1
    await open({ events: EVENTS.slice(0, until), hangs: true })
    await userEvent.type(box(), 'What burned?{Enter}')
    const bar = page.getByRole('progressbar', { name: 'Progress of step 1' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '50')
    await expect.element(page.getByText('block 4 of 8')).toBeVisible()
  })

  it('hands a verdict on and shows it', async () => {
    const { calls } = await open({ runs: [RECORD] })
    const thumb = page.getByRole('button', { name: 'Wrong' })
    await thumb.click()
    expect(calls).toContain('verdict run-1 down')
    await expect.element(thumb).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('App', () => {
  it('shows a hostile file name as text', async () => {
    await open()
    await expect.element(page.getByText(HOSTILE, { exact: true }).first()).toBeVisible()
    expect(document.querySelector('img, b')).toBeNull()
    expect('hacked' in window).toBe(false)
  })

  it('gives the fitting questions', async () => {
    const { asked } = await open()
    await page.getByRole('button', { name: /How many hectares burned between the two dates/ }).click()
    await expect.poll(() => asked.length).toBe(1)
  })

  it('says in a second tab that it can only look, and takes no question', async () => {
    await open({ store: { writable: false } })
    await expect.element(page.getByText(/Another tab of GeoForge is open/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Load the sample' })).toBeDisabled()
    await expect.element(box()).toBeDisabled()
  })

  it('folds the panels into tabs on a phone', async () => {
    await open()
    await page.viewport(390, 844)
    await expect.element(page.getByRole('region', { name: 'Data and layers' })).toBeVisible()
    await expect.element(box()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Conversation' }).click()
    await expect.element(box()).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Data and layers' })).not.toBeInTheDocument()
  })
})

describe('SceneForm', () => {
  it('sends only what was changed', async () => {
    const { calls } = await open()
    await page.getByRole('button', { name: 'Change what was assumed' }).first().click()
    await userEvent.fill(page.getByRole('textbox', { name: 'Offset' }), '0')
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(calls).toContain('override scene-a {"scaling":{"scale":0.0001,"offset":0}}')
  })
})

describe('MemoryPanel', () => {
  it('leads from a skill back to the run that it came from', async () => {
    await open({ memory, runs: [RECORD] })
    await page.getByRole('link', { name: 'Memory', exact: true }).click()
    await page.getByText('Turbid water share').click()
    await page
      .getByRole('link', { name: `“${QUESTION}”` })
      .first()
      .click()
    await expect.element(page.getByRole('article', { name: `Question: ${QUESTION}` })).toBeVisible()
    expect(location.hash).toBe('#run/run-1')
  })

  it('undoes a row of the journal after a second word only', async () => {
    const { calls } = await open({ memory, runs: [RECORD] })
    location.hash = 'memory'
    await page.getByRole('button', { name: /^Journal/ }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Undo it' }).click()
    expect(calls).toEqual(['undo 2'])
  })
})
