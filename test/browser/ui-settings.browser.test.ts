import { page, userEvent } from 'vitest/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-svelte'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { language } from '../../src/ui/words/words.svelte.ts'
import { fakeScene } from '../ui/fake-layers.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

async function open(hash = '', options: FakeOptions = {}) {
  location.hash = hash
  localStorage.clear()
  await page.viewport(1440, 900)
  onTestFinished(async () => {
    await language.choose('en')
    location.hash = ''
  })
  const fake = fakeWorkers(options)
  await render(App, { workers: fake.workers })
  return fake
}

const settings = () => page.getByRole('region', { name: 'Settings', exact: true })

describe('Start', () => {
  it('is shown where nothing was loaded or asked, and says what the machine has', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 1, name: /^Ask satellite/ })).toBeVisible()
    const machine = page.getByRole('region', { name: 'What this machine can do' })
    await expect.element(machine.getByText('apple m-series, 16-bit arithmetic')).toBeVisible()
    await expect.element(machine.getByText('8 cores, which can work together on a model')).toBeVisible()
    await expect.element(machine.getByText('18.4 MB used of the 4.2 GB', { exact: false })).toBeVisible()
    // In development no service worker keeps the app.
    await expect.element(machine.getByText('not yet')).toBeVisible()
    expect(document.title).toBe('Start – GeoForge')
  })

  it('gives way where there is data', async () => {
    await open('', { layers: [fakeScene('scene-a', '2024-08-01', 'a')] })
    await expect.element(page.getByRole('region', { name: 'Data and layers' })).toBeVisible()
    expect(document.title).toBe('Analyse – GeoForge')
  })

  it('takes files to the analysis', async () => {
    const { calls } = await open()
    await userEvent.upload(page.getByLabelText('Files to open'), new File(['x'], 'mine.tif'))
    await expect.element(page.getByRole('region', { name: 'Data and layers' })).toBeVisible()
    expect(calls).toContain('addFiles mine.tif')
  })

  it('loads nothing in a reading tab, and says so where nothing is kept', async () => {
    await open('start', { store: { writable: false, keeps: 'nothing' } })
    await expect.element(page.getByRole('button', { name: 'Load the sample' })).toBeDisabled()
    await expect.element(page.getByText('nothing outlives this visit')).toBeVisible()
  })
})

describe('Settings', () => {
  it('pass the units on with the question', async () => {
    const { workers } = await open('settings')
    const units: unknown[] = []
    const { ask } = workers.agent
    workers.agent.ask = (question, onEvent, memory, wishes) => {
      units.push(wishes)
      return ask(question, onEvent, memory)
    }
    await settings().getByRole('radio', { name: 'acres' }).click()
    await settings().getByRole('radio', { name: '°C' }).click()
    await userEvent.keyboard('/')
    await userEvent.type(page.getByRole('textbox', { name: 'Your question' }), 'How large?{Enter}')
    await expect.poll(() => units).toEqual([{ area: 'acre', temperature: 'degC' }])
  })

  it('change the language of everything at once', async () => {
    await open('settings')
    await settings().getByRole('radio', { name: 'Español' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Lecciones' })).toBeVisible()
    expect(document.documentElement.lang).toBe('es')
  })

  it('switch single keys off', async () => {
    await open('settings')
    await settings()
      .getByRole('checkbox', { name: /^Shortcuts of a single key/ })
      .click()
    await userEvent.keyboard('?')
    await userEvent.keyboard('{Alt>}3{/Alt}')
    await expect.element(page.getByRole('navigation', { name: 'Parts of the memory' })).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
  })

  it('fit a phone in both languages, bar and views', async () => {
    await open('settings')
    await page.viewport(390, 844)
    for (const id of ['en', 'es'] as const) {
      await language.choose(id)
      for (const view of ['settings', 'start', 'models']) {
        location.hash = view
        await expect.poll(() => document.querySelector(`[data-view="${view}"] h1`)).not.toBeNull()
        const overflowing = [...document.querySelectorAll(`header, header nav, [data-view="${view}"] > *`)]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => `${id} ${view} ${element.className}`)
        expect(overflowing).toEqual([])
      }
    }
  })
})

describe('Reset', () => {
  const begin = () => settings().getByRole('button', { name: 'Erase everything…' })

  it('is refused while another tab is open', async () => {
    const { calls } = await open('settings', { otherTab: true })
    await begin().click()
    await expect.element(page.getByText('GeoForge is open in another tab', { exact: false })).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(calls.filter((call) => call.startsWith('reset'))).toEqual([])
  })

  it('is left by Cancel and by Escape without anything done', async () => {
    const { calls } = await open('settings')
    await begin().click()
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }))
      .toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await begin().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(calls.filter((call) => call.startsWith('reset'))).toEqual([])
  })

  it('is not offered in a reading tab', async () => {
    await open('settings', { store: { writable: false } })
    await expect.element(begin()).toBeDisabled()
  })
})
