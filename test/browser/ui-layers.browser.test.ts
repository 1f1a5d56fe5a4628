import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import App from '../../src/ui/App.svelte'
import { language } from '../../src/ui/words/words.svelte.ts'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const scenes = [
  fakeScene('scene-1', '2024-08-01', 'first'),
  fakeScene('scene-2', '2024-09-20', 'second', false),
]

async function open(options: FakeOptions = {}) {
  location.hash = 'analyse'
  localStorage.clear()
  await page.viewport(1440, 900)
  const fake = fakeWorkers({ layers: scenes, ...options })
  await render(App, { workers: fake.workers })
  return fake
}

const panel = () => page.getByRole('region', { name: 'Data and layers' })
const inner = (name: string | RegExp) => panel().getByRole('button', { name })

describe('chips of what was assumed', () => {
  it('open one field in place by the keyboard, and close on Escape with the focus back', async () => {
    await open()
    const chip = inner(/^scaling: .*unsure, product rule$/)
    ;(chip.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const form = page.getByRole('form', { name: 'What is assumed: scaling' })
    await expect.element(form).toBeVisible()
    await expect.element(chip).toHaveAttribute('aria-expanded', 'true')
    expect(form.element().contains(document.activeElement)).toBe(true)
    await expect.element(form.getByLabelText('Date')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    expect(document.activeElement).toBe(chip.element())
  })

  it('change that field alone', async () => {
    const { calls } = await open()
    await inner(/^no data: 0/)
      .first()
      .click()
    const form = page.getByRole('form', { name: 'What is assumed: no data' })
    await userEvent.fill(form.getByRole('textbox', { name: 'No-data value' }), '-9999')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => calls).toContain('override scene-1 {"nodata":-9999}')
  })

  it('say where a fact comes from, and what cannot be changed', async () => {
    const [first] = scenes
    const sensor = {
      field: 'sensor' as const,
      value: 'Sentinel-2',
      why: 'the file name hints at it',
      sure: false,
    }
    const date = { ...first!.scene!.assumptions[1]!, why: 'it stands in the file names' }
    await open({ layers: [{ ...first!, scene: { ...first!.scene!, assumptions: [sensor, date] } }] })
    await expect.element(inner('date: 2024-08-01, file name')).toBeVisible()
    await expect.element(inner('bands: 8, file').first()).toBeVisible()
    await expect.element(inner('crs: EPSG:32721, file').first()).toBeVisible()
    await inner(/^sensor: Sentinel-2, unsure/).click()
    const form = page.getByRole('form', { name: 'What is assumed: sensor' })
    await expect
      .element(form.getByText('This is read from the files and cannot be changed here.'))
      .toBeVisible()
    expect(form.getByRole('button', { name: 'Apply' }).elements()).toHaveLength(0)
  })
})

describe('files that were not taken', () => {
  it('stay with what was found, what is needed and what to do, until they are dismissed', async () => {
    const fake = fakeWorkers({ layers: scenes })
    const problems = [
      { fileName: '<b>notes</b>.tif', message: 'not a TIFF', code: 'unsupported_file' as const },
      { fileName: 'scenes.zip', message: '3 files were left in the zip' },
    ]
    fake.workers.raster.addFiles = () => Promise.resolve({ layers: [], problems })
    localStorage.clear()
    await page.viewport(1440, 900)
    await render(App, { workers: fake.workers })
    await userEvent.upload(panel().getByLabelText('Files to load'), new File(['x'], 'x.tif'))
    const list = panel().getByRole('list', { name: 'Files that were not taken' })
    const first = list.getByRole('listitem').first()
    await expect
      .element(first)
      .toHaveTextContent(/<b>notes<\/b>\.tif.*Found not a TIFF Needed A GeoTIFF.*To do Convert/)
    await expect.element(list.getByRole('listitem').nth(1)).not.toHaveTextContent('Needed')
    await list.getByRole('button', { name: 'Dismiss: <b>notes</b>.tif' }).click()
    expect(list.getByRole('listitem').elements()).toHaveLength(1)
    await list.getByRole('button', { name: 'Dismiss: scenes.zip' }).click()
    await expect.element(list).not.toBeInTheDocument()
  })
})

describe('files that were not needed', () => {
  it('are told as one where they are many, with a list behind it', async () => {
    const fake = fakeWorkers({ layers: scenes })
    const problems = ['a.xml', 'b.txt', '<b>c</b>.json'].map((fileName) => ({
      ...{ fileName, message: 'it was left aside', code: 'left_aside' as const },
    }))
    const broken = { fileName: 'cut.tif', message: 'it ends too early', code: 'read_failed' as const }
    fake.workers.raster.addFiles = () => Promise.resolve({ layers: [], problems: [...problems, broken] })
    localStorage.clear()
    await page.viewport(1440, 900)
    await render(App, { workers: fake.workers })
    await userEvent.upload(panel().getByLabelText('Files to load'), new File(['x'], 'x.tif'))
    const list = panel().getByRole('list', { name: 'Files that were not taken' })
    await expect.element(list.getByText('3 files were not needed and left aside')).toBeVisible()
    await expect.element(list.getByText('cut.tif')).toBeVisible()
    await expect.element(list.getByText('b.txt')).not.toBeVisible()
    await list.getByText('Which ones, and why').click()
    await expect.element(list.getByText('<b>c</b>.json')).toBeVisible()
    await list.getByRole('button', { name: 'Dismiss: 3 files were not needed and left aside' }).click()
    await expect.element(list.getByText('cut.tif')).toBeVisible()
    await expect.element(list.getByText('left aside')).not.toBeInTheDocument()
  })
})

describe('scenes', () => {
  it('are told at a glance, with a small picture each', async () => {
    await open()
    await expect
      .element(panel().getByText('2 scenes · Sentinel-2 L2A · 2024-08-01 to 2024-09-20'))
      .toBeVisible()
    const picture = panel()
      .getByRole('img', { name: /^Small picture of Sentinel-2 L2A, 2024-08-01: swir2/ })
      .first()
    const colours = () => {
      const canvas = picture.element().querySelector('canvas')!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return new Set(new Uint32Array(data.buffer)).size
    }
    await expect.poll(colours, { timeout: 10_000 }).toBeGreaterThan(20)
  })

  it('are grouped by sensor and place where there is more than one', async () => {
    const [first] = scenes
    const landsat = {
      ...first!,
      id: 'scene-3',
      date: '2023-01-02',
      scene: { ...first!.scene!, sensor: 'landsat-8' },
    }
    await open({ layers: [...scenes, landsat] })
    await expect
      .element(panel().getByRole('list', { name: 'Landsat 8 L2A' }).getByText('scene-3'))
      .toBeVisible()
    const group = panel().getByRole('list', { name: 'Sentinel-2 L2A' })
    expect(group.getByRole('button', { name: /^Show on the map/ }).elements()).toHaveLength(2)
    await expect.element(panel().getByText('19.0700° S, 57.5500° W').first()).toBeVisible()
  })
})

describe('the band composer', () => {
  const colours = () => page.getByRole('region', { name: 'Colours of scene-1' })

  it('sets a preset, a channel, the stretch and gamma', async () => {
    const { calls } = await open()
    await inner('Colours of scene-1').click()
    await expect
      .element(colours().getByRole('button', { name: 'Burn scars' }))
      .toHaveAttribute('aria-pressed', 'true')
    await colours().getByRole('button', { name: 'Natural colour' }).click()
    expect(calls.at(-1)).toBe('restyle scene-1 {"ramp":"rgb","bands":["red","green","blue"]}')
    await expect
      .element(colours().getByRole('option', { name: 'B04, red, 665 nm' }).first())
      .toBeInTheDocument()
    await userEvent.selectOptions(colours().getByRole('combobox', { name: /^Blue/ }), 'B02, blue, 492 nm')
    expect(calls.at(-1)).toBe('restyle scene-1 {"ramp":"rgb","bands":["swir2","nir","blue"]}')
    await userEvent.selectOptions(colours().getByRole('combobox', { name: /^Stretch/ }), 'Lowest to highest')
    expect(calls.at(-1)).toContain('"percentiles":[0,100]')
    await colours().getByLabelText('Each band on its own').click()
    expect(calls.at(-1)).toContain('"isPerBand":true')
  })

  it('draws one band by a ramp', async () => {
    const { calls } = await open()
    await inner('Colours of scene-1').click()
    await colours().getByLabelText('One band').click()
    expect(calls.at(-1)).toBe('restyle scene-1 {"ramp":"viridis","bands":["swir2"]}')
  })

  it('begins by hand with what is shown, and goes back to how it was made', async () => {
    const [first] = scenes
    const chosen = {
      ...first!,
      madeStyle: first!.style,
      style: { ramp: 'gray', bands: ['nir'], min: 0.02, max: 0.31 } as const,
    }
    const { calls } = await open({ layers: [chosen] })
    await inner('Colours of scene-1').click()
    const low = colours().getByRole('spinbutton', { name: 'From (Band)' })
    await expect.element(low).toHaveValue(0.02)
    await userEvent.fill(low, '0.1')
    await userEvent.keyboard('{Tab}')
    expect(calls.at(-1)).toBe('restyle scene-1 {"ramp":"gray","bands":["nir"],"min":0.1,"max":0.31}')
    await colours().getByRole('button', { name: 'As it was made' }).click()
    expect(calls.at(-1)).toBe('restyle scene-1 null')
  })
})

describe('details', () => {
  it('tell grid, bands and files, tags as text', async () => {
    await open()
    await inner('Details of scene-1').click()
    const details = page.getByRole('region', { name: 'Details of first' })
    await expect.element(details.getByText('EPSG:32721 WGS 84 / UTM zone 21S')).toBeVisible()
    await expect.element(details.getByText('1,200 × 900 pixels').first()).toBeVisible()
    await expect.element(details.getByText('19.0700° S, 57.5500° W')).toBeVisible()
    await expect
      .element(details.getByRole('row', { name: /B04 red 665 nm 20 m uint16 0\.0001 × DN − 0\.1 0/ }))
      .toBeInTheDocument()
    await details.getByText('1 tag').click()
    await expect.element(details.getByText('<b>made</b> by hand')).toBeVisible()
  })

  it('tell of a result how it was made', async () => {
    const result = {
      ...fakeResult('layer-1', 'dNBR', { ramp: 'diverging', min: -1, max: 1 }),
      lineage: {
        tool: 'difference',
        version: '1',
        args: { before: 'scene-1' },
        inputs: [{ id: 'scene-1', fingerprint: 'x' }],
      },
    }
    await open({ layers: [...scenes, result] })
    await panel().getByRole('button', { name: 'dNBR', exact: true }).click()
    await inner('Details of dNBR').click()
    const details = page.getByRole('region', { name: 'Details of dNBR' })
    await expect.element(details.getByText('"scene-1"')).toBeVisible()
    await expect.element(details.getByText('layer-1.tif')).toBeVisible()
  })
})

describe('in Spanish', () => {
  it('says the same of the data', async () => {
    await open()
    await language.choose('es')
    try {
      const datos = page.getByRole('region', { name: 'Datos y capas' })
      await expect.element(datos.getByRole('heading', { name: 'Escenas' })).toBeVisible()
      await expect.element(datos.getByRole('button', { name: 'Colores de scene-1' })).toBeVisible()
    } finally {
      await language.choose('en')
    }
  })
})
