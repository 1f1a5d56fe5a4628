import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { AppError } from '../../src/lib/errors.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { PLAN } from '../ui/fake-models.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

async function open(options: FakeOptions = {}) {
  await page.viewport(1440, 900)
  localStorage.clear()
  location.hash = 'models'
  const fake = fakeWorkers(options)
  await render(App, { workers: fake.workers })
  return fake
}

const connected = (options: FakeOptions = {}) => open({ page: 'connected', ...options })
const card = (name: RegExp | string) => page.getByRole('article', { name })
const dialog = () => page.getByRole('dialog')

describe('the models view', () => {
  it('says in words what the machine has, and takes foreign titles as text', async () => {
    await open()
    await expect.element(page.getByText('apple m-series, 16-bit arithmetic')).toBeVisible()
    await expect.element(page.getByText('18.4 MB used of the 42.0 GB')).toBeVisible()
    await expect.element(card(/SmolLM2-135M-Instruct.Q4_1 <img/)).toBeVisible()
    expect((window as unknown as { hacked?: boolean }).hacked).toBeUndefined()
  })

  it('offers the planner, and models that are whole and can run, and nothing else', async () => {
    const { calls } = await open()
    await expect.element(page.getByRole('radio', { name: /Planner only/ })).toBeVisible()
    const names = page
      .getByRole('radio')
      .elements()
      .map((radio) => (radio as HTMLInputElement).value)
    expect(names).toEqual(['planner', 'smollm2-135m-instruct.q4-1'])
    await expect.element(page.getByRole('radio', { name: /Planner only/ })).toBeChecked()
    await page.getByRole('radio', { name: /SmolLM2/ }).click()
    await expect.element(page.getByRole('radio', { name: /SmolLM2/ })).toBeChecked()
    // Loaded at once, so that a person sees whether it works here.
    await expect.poll(() => calls).toEqual(['use smollm2-135m-instruct.q4-1', 'prepareModel true'])
  })

  it('says why a model cannot run, and does not offer to fetch it', async () => {
    await open()
    await page.getByText('1 model that cannot run here, and why').click()
    const large = card('Qwen3 4B (32-bit arithmetic)')
    await expect.element(large).toHaveTextContent('It takes 14.3 GB of memory; this machine has 8 GB')
    await expect.element(large.getByRole('button')).toBeDisabled()
  })

  it('leads from the sealed page to the connected one by an explicit act, and asks nothing before', async () => {
    const { calls } = await open()
    await card('Qwen3 1.7B (16-bit arithmetic)').getByRole('button', { name: 'Download…' }).click()
    await expect.element(dialog()).toHaveTextContent('Open the connected page?')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(calls).toEqual([])
    expect(page.getByRole('textbox').elements()).toEqual([])
  })

  it('gets a model of this site on the sealed page too', async () => {
    const { calls } = await open()
    await card('SmolLM2 360M (32-bit arithmetic)')
      .getByRole('button', { name: 'Get it from this site…' })
      .click()
    expect(calls).toEqual(['plan {"from":"site","id":"smollm2-360m-instruct-q4f32"}'])
  })

  it('offers the embedder apart from the language models, with what it is for', async () => {
    await open()
    const group = page.getByRole('region', { name: 'To compare by meaning' })
    await expect.element(group).toHaveTextContent('Finds what was learned for questions in other words.')
    await expect.element(group.getByRole('article', { name: 'MiniLM L6, English' })).toBeVisible()
    const chat = page.getByRole('region', { name: 'Language models to get' })
    await expect.element(chat.getByRole('article', { name: 'SmolLM2 360M (32-bit' })).toBeVisible()
    await expect.element(chat.getByRole('article', { name: 'MiniLM' })).not.toBeInTheDocument()
  })

  it('asks for each host that is not allowed, then shows the files, then fetches; pause stops it', async () => {
    const { calls } = await connected()
    const model = card('Qwen3 1.7B (16-bit arithmetic)')
    await model.getByRole('button', { name: 'Download…' }).click()
    await expect.element(dialog()).toHaveTextContent('Allow api.github.com, raw.githubusercontent.com?')
    expect(calls).toEqual([])
    await dialog().getByRole('button', { name: 'Allow' }).click()
    await expect.element(dialog()).toHaveTextContent('Get Qwen3 1.7B')
    await expect.element(dialog()).toHaveTextContent('params_shard_0.bin 970 MB aaaaaaaaaaaa…')
    expect(calls.at(-1)).toBe('plan {"from":"hub","id":"qwen3-1.7b-q4f16"}')
    await dialog().getByRole('button', { name: 'Get 970 MB' }).click()
    await expect.element(model.getByText('Fetching: 312 MB of 970 MB')).toBeVisible()
    await expect.element(model.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '32')
    await model.getByRole('button', { name: 'Pause' }).click()
    await expect.element(model.getByText(/^Fetching/)).not.toBeInTheDocument()
    expect(page.getByText('GeoForge met a fault').elements()).toEqual([])
  })

  it('asks about a host that another one forwards to, and goes on from there', async () => {
    let tries = 0
    const { calls } = await connected({
      models: {
        download: () => {
          tries += 1
          if (tries > 1) return Promise.resolve()
          const details = { host: 'files.test' }
          return Promise.reject(new AppError('host_not_allowed', 'it forwards', details))
        },
      },
    })
    await card('Qwen2.5 1.5B (GGUF Q4_K_M)').getByRole('button', { name: 'Resume' }).click()
    await expect.element(dialog()).toHaveTextContent('Allow files.test?')
    await dialog().getByRole('button', { name: 'Allow' }).click()
    await expect
      .element(page.getByText('Qwen2.5 1.5B (GGUF Q4_K_M) is here, whole and checked.'))
      .toBeVisible()
    expect(calls).toContain('host files.test true')
  })

  it('tells a failure in words, and the model can be tried again', async () => {
    await connected({
      models: {
        plan: () => Promise.resolve({ ...PLAN, files: PLAN.files.slice(1) }),
        download: () => Promise.reject(new AppError('model_file', 'the connection ended; resume')),
      },
    })
    const model = card('Qwen2.5 1.5B (GGUF Q4_K_M)')
    await model.getByRole('button', { name: 'Resume' }).click()
    await expect.element(page.getByText('the connection ended; resume')).toBeVisible()
    await expect.element(model.getByRole('button', { name: 'Resume' })).toBeEnabled()
  })

  it('deletes after a question, and not without', async () => {
    const { calls } = await open()
    const model = card(/SmolLM2-135M/)
    await model.getByRole('button', { name: 'Delete…' }).click()
    await expect.element(dialog()).toHaveTextContent('98.4 MB are freed')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(calls).toEqual([])
    await model.getByRole('button', { name: 'Delete…' }).click()
    await dialog().getByRole('button', { name: 'Delete it' }).click()
    await expect.element(model).not.toBeInTheDocument()
    expect(calls).toEqual(['remove smollm2-135m-instruct.q4-1'])
  })

  it('keeps a server only with its host allowed, and says that words leave the page', async () => {
    const { calls } = await connected()
    await expect.element(page.getByText(/facts about your data leave this page for it/)).toBeVisible()
    await page.getByLabelText('Address of the server').fill('http://localhost:11434/v1')
    await page.getByLabelText('Name of the model there').fill('qwen3')
    await page.getByRole('button', { name: 'Allow and keep…' }).click()
    await expect.element(dialog()).toHaveTextContent('Allow localhost:11434?')
    expect(calls).toEqual([])
    await dialog().getByRole('button', { name: 'Allow' }).click()
    await expect.element(page.getByRole('radio', { name: /qwen3 on a server/ })).toBeVisible()
    expect(calls).toEqual([
      'host localhost:11434 true',
      'server {"url":"http://localhost:11434/v1","model":"qwen3"}',
    ])
  })

  it('imports what was chosen from a disk', async () => {
    const { calls } = await open()
    await userEvent.upload(page.getByLabelText('Model file'), new File(['GGUF'], 'mine.gguf'))
    await expect.element(page.getByText('imported was imported.')).toBeVisible()
    expect(calls).toEqual(['import mine.gguf'])
  })

  it('changes nothing in a reading tab', async () => {
    await open({ store: { writable: false } })
    const model = card(/SmolLM2-135M/)
    await expect.element(model.getByRole('button', { name: 'Delete…' })).toBeDisabled()
    await expect.element(page.getByRole('radio', { name: /Planner only/ })).toBeDisabled()
  })

  it('is wide enough on a phone', async () => {
    await open()
    await page.viewport(390, 844)
    await expect.element(card(/SmolLM2-135M/)).toBeVisible()
    const panel = page.getByRole('region', { name: 'Models', exact: true }).element()
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
    // Nor does the bar above it push the page wider than the screen.
    const badge = page.getByRole('link', { name: 'sent out' }).element()
    expect(badge.getBoundingClientRect().right).toBeLessThan(390)
    expect(panel.getBoundingClientRect().width).toBeLessThanOrEqual(390)
  })
})
