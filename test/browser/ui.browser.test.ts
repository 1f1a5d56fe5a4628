import { page, userEvent } from 'vitest/browser'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { Layer } from '../../src/trace/layer.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { EVENTS, RECORD } from '../ui/fake-run.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const HOSTILE = '<img src=x onerror="window.hacked = true"><b>bold</b>.tif'
const scenes = [fakeScene('scene-a', '2024-08-01', HOSTILE), fakeScene('scene-b', '2024-09-20', 'second')]

async function open(options: FakeOptions = {}) {
  location.hash = ''
  localStorage.clear()
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

  it('that was cut off can go on with what it measured; one that ended has nothing to go on with', async () => {
    const { calls } = await open({ runs: [{ ...RECORD, id: 'run-0', status: 'stopped' }], events: EVENTS })
    await page.getByRole('button', { name: 'Go on' }).click()
    expect(calls).toContain('resume run-0')
    await expect.poll(() => page.getByRole('button', { name: 'Right' }).elements().length).toBe(1)
    expect(page.getByRole('button', { name: 'Go on' }).elements()).toHaveLength(0)
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

describe('Scene', () => {
  it('tells its buttons apart by the id that answers cite', async () => {
    await open()
    await expect.element(page.getByText('scene-b', { exact: true })).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Show on the map: scene-b, 2024-09-20' }))
      .toBeVisible()
  })

  it('closes its form on Escape and gives the focus back', async () => {
    await open()
    const edit = page.getByRole('button', { name: /^Change what was assumed: scene-a/ })
    await edit.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('textbox', { name: 'Offset' })).not.toBeInTheDocument()
    expect(document.activeElement).toBe(edit.element())
  })

  it('marks what was set by hand, and goes back to the file', async () => {
    const [first] = scenes
    const assumptions = [{ field: 'date' as const, value: '2024-08-03', why: 'set by a person', sure: true }]
    const scene = { ...first!.scene!, assumptions }
    const { calls } = await open({
      layers: [{ ...first!, scene, date: '2024-08-03', title: 'S2, 2024-08-01' }],
    })
    await expect.element(page.getByText('set by hand')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Visible: S2, 2024-08-03' })).toBeVisible()
    await page.getByRole('button', { name: /^Change what was assumed/ }).click()
    await page.getByRole('button', { name: 'Back to what the file says' }).click()
    expect(calls).toEqual(['override scene-a {"reset":true}'])
  })
})

describe('LayerList', () => {
  const made = (id: string, at: number) => ({
    ...fakeResult(id, 'Burned', { ramp: 'mask', classes: [{ code: 1, label: 'burned', color: '#d2462d' }] }),
    createdAt: at,
  })
  const runs = [
    RECORD,
    { ...RECORD, id: 'run-2', question: 'And later?', startedAt: RECORD.startedAt + 1 },
  ].map((run, place) => ({
    ...run,
    events: run.events.map((event) =>
      event.type === 'run-start'
        ? { ...event, question: run.question }
        : event.type === 'step-end' && event.observation
          ? { ...event, observation: { ...event.observation, layers: [`made-${place}`] } }
          : event,
    ),
  }))
  const layers = [...scenes, made('made-0', 1), made('made-1', 2)]

  it('folds the results of older runs away', async () => {
    await open({ layers, runs })
    const groups = page.getByRole('region', { name: /^Results: / })
    await expect.element(groups.nth(0)).toHaveAccessibleName('Results: And later?')
    await expect.element(groups.nth(0).getByRole('button', { name: 'Visible: Burned' })).toBeVisible()
    expect(groups.nth(1).getByRole('button', { name: 'Visible' }).elements()).toHaveLength(0)
    await groups
      .nth(1)
      .getByRole('button', { name: /1 layer/ })
      .click()
    await expect.element(groups.nth(1).getByRole('button', { name: 'Visible: Burned' })).toBeVisible()
  })

  it('shows what a mask marks', async () => {
    await open({ layers, runs })
    const legend = page
      .getByRole('region', { name: 'Results: And later?' })
      .getByRole('list', { name: 'Legend' })
    await expect.element(legend.getByText('burned')).toBeVisible()
  })

  it('offers what a layer can be written as, and saves all files of it', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    onTestFinished(() => click.mockRestore())
    const index = {
      ...fakeResult('index', 'NDVI', { ramp: 'gray' }),
      port: { kind: 'raster', quantity: 'index' },
    }
    const mask = { ...made('mask', 1), port: { kind: 'raster', quantity: 'mask' } }
    const points = {
      ...fakeResult('points', 'Parts', { ramp: 'none' }),
      kind: 'vector',
      port: { kind: 'vector' },
    }
    const exports = ['ndvi.png', 'ndvi.pgw', 'ndvi.png.aux.xml']
    const { calls } = await open({ layers: [...scenes, index, mask, points] as Layer[], exports })
    const offered = async (title: string) => {
      await page.getByRole('button', { name: title, exact: true }).click()
      const select = page.getByRole('combobox', { name: `format of ${title}` }).element()
      return [...(select as HTMLSelectElement).options].map(({ value }) => value)
    }
    expect(await offered('Parts')).toEqual(['geojson', 'csv'])
    expect(await offered('Burned')).toEqual(['geotiff', 'png', 'geojson'])
    expect(await offered('NDVI')).toEqual(['geotiff', 'png'])
    const select = page.getByRole('combobox', { name: 'format of NDVI' })
    const element = select.element() as HTMLSelectElement
    element.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(select).toHaveValue('png')
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Save NDVI' }).element())
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => saved).toEqual(exports)
    expect(calls).toEqual(['export_layer {"layer":"index","format":"png"}'])
  })

  it('removes the results of one run, and all of them, after a second word only', async () => {
    const { calls } = await open({ layers, runs })
    await page.getByRole('button', { name: 'Remove the results of: And later?' }).click()
    expect(calls).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => calls).toEqual(['removeLayer made-1'])
    await page.getByRole('button', { name: 'Remove all results' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => calls.slice(1)).toEqual(['removeLayer made-0', 'removeLayer made-1'])
  })
})

describe('Conversation', () => {
  it('brings the run of a link into view', async () => {
    const many = Array.from({ length: 30 }, (_, place) => ({
      ...RECORD,
      id: `run-${place}`,
      startedAt: place,
    }))
    await open({ runs: many })
    await expect.poll(() => document.querySelectorAll('article').length).toBe(30)
    location.hash = 'run/run-3'
    const article = () => document.querySelectorAll('article')[3]!
    const list = () => article().parentElement!.getBoundingClientRect()
    await expect.poll(() => Math.abs(article().getBoundingClientRect().top - list().top)).toBeLessThan(2)
    expect(article().querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('true')
  })
})
