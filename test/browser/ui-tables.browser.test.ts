import { page } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { Layer } from '../../src/trace/layer.ts'
import type { Table } from '../../src/trace/table.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { fakeWorkers } from '../ui/fake-workers.ts'

const HOSTILE = '<img src=x onerror="window.hacked = true">fires.csv'
const TABLE: Table = {
  columns: [
    { name: 'acq_date', unit: 'date' },
    { name: 'frp', unit: 'MW' },
    { name: 'column_3', unit: '1', label: '<b>Height</b>' },
  ],
  rows: Array.from({ length: 60 }, (_, row) => [`2019-08-${String((row % 28) + 1).padStart(2, '0')}`, (row * 37) % 60, row === 0 ? null : row]), // prettier-ignore
}
const dropped: Layer = {
  ...fakeResult('fires', HOSTILE, { ramp: 'none' }),
  kind: 'table',
  port: { kind: 'table' },
  grid: null,
  lineage: null,
  storage: { where: 'files', fileIds: ['f'] },
}

async function open() {
  location.hash = ''
  localStorage.clear()
  await page.viewport(1440, 900)
  const fake = fakeWorkers({
    layers: [fakeScene('scene-a', '2024-08-01', 'scene'), dropped],
    table: TABLE,
    exports: [],
  })
  await render(App, { workers: fake.workers })
  return fake
}

const cells = (column: number) =>
  [...document.querySelectorAll(`tbody td:nth-child(${column})`)].slice(0, 3).map((cell) => cell.textContent)

describe('TableLayer', () => {
  it('lists a table with its rows and columns, sorts by a column, and takes foreign words as text', async () => {
    await open()
    const title = page.getByRole('button', { name: /fires\.csv.*60 rows, 3 columns/ })
    await title.click()
    await expect.element(page.getByRole('table', { name: 'The first 50 of 60 rows' })).toBeVisible()
    const header = page.getByRole('columnheader', { name: /frp/ })
    await expect.element(header).toHaveAttribute('aria-sort', 'none')
    await header.getByRole('button').click()
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => cells(2)).toEqual(['0', '1', '2'])
    await header.getByRole('button').click()
    await expect.poll(() => cells(2)).toEqual(['59', '58', '57'])
    await expect.element(page.getByRole('columnheader', { name: '<b>Height</b>' })).toBeVisible()
    expect(window).not.toHaveProperty('hacked')
  })

  it('saves it as CSV, and removes it after a second word only', async () => {
    const { calls } = await open()
    await page.getByRole('button', { name: /fires\.csv.*60 rows/ }).click()
    await page.getByRole('button', { name: /Save as CSV/ }).click()
    await expect.poll(() => calls).toEqual(['export_layer {"layer":"fires","format":"csv"}'])
    await page.getByRole('button', { name: /^Remove.*fires/ }).click()
    await expect
      .element(page.getByRole('dialog').getByText('Your own files stay where they are.'))
      .toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => calls).toContain('removeLayer fires')
  })
})
