import { page, userEvent } from 'vitest/browser'
import { beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { EvaluatedRun, EvaluationReport } from '../../src/trace/evaluation.ts'
import Report from '../../src/ui/report/Report.svelte'
import '../../src/ui/tokens.css'
import earthbench from '../fixtures/report/earthbench.json'
import field from '../fixtures/report/field.json'
import invocation from '../fixtures/report-sets/invocation.json'
import retrieval from '../fixtures/report-sets/retrieval.json'
import fieldRuns from '../fixtures/report/runs/field.jsonl?raw'

const runs = fieldRuns
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as EvaluatedRun)
const reports = [earthbench, field] as unknown as EvaluationReport[]
const sets = [retrieval, invocation] as unknown as EvaluationReport[]

beforeEach(async () => {
  location.hash = ''
  localStorage.clear()
  await page.viewport(1440, 900)
})

const cells = (caption: string, column: number) => {
  const table = [...document.querySelectorAll('table')].find((each) => each.caption?.textContent === caption)
  return [...table!.querySelectorAll(`tbody tr > :nth-child(${column})`)].map(
    (cell) => cell.textContent.trim().split(/\s/)[0],
  )
}

describe('Report', () => {
  it('shows the figures of each suite and sorts them by a column', async () => {
    await render(Report, { data: { reports, runs } })
    expect(cells('By memory', 2)).toEqual(['40', '40', '40', '40', '40'])
    expect(cells('By memory', 3)).toEqual(['0.950', '0.500', '0.900', '0.925', '0.625'])
    const table = page.getByRole('table', { name: 'By memory' })
    const accuracy = table.getByRole('columnheader', { name: 'accuracy' })
    await expect.element(accuracy).toHaveAttribute('scope', 'col')
    await accuracy.getByRole('button').click()
    await expect.element(accuracy).toHaveAttribute('aria-sort', 'descending')
    expect(cells('By memory', 1)).toEqual(['on', 'no-experiences', 'no-workflows', 'no-skills', 'off'])
    await accuracy.getByRole('button').click()
    expect(cells('By memory', 1)[0]).toBe('off')
  })

  it('draws curves, ablations, sweeps and error classes', async () => {
    await render(Report, { data: { reports, runs } })
    await expect
      .element(page.getByRole('img', { name: /remembered runs: 0: 0\.500, 30: 0\.700/ }))
      .toBeVisible()
    await expect.element(page.getByRole('img', { name: /accuracy by memory: on: 0\.950/ })).toBeVisible()
    await expect.element(page.getByRole('img', { name: /by skill\.minimum/ })).toBeVisible()
    await expect.element(page.getByRole('img', { name: /off planning: 12/ })).toBeVisible()
  })

  it('shows each set by itself, with the best figure of a column marked in words too', async () => {
    await render(Report, { data: { reports: sets, runs: [] } })
    const section = page.getByRole('region', { name: 'Tool retrieval', exact: true })
    const table = section.getByRole('table', { name: 'geoplan, online', exact: true })
    const recall = retrieval.rows.filter((row) => row.set === 'geoplan' && row.protocol === 'online')
    const best = recall.reduce((most, row) => (row.recall_at_5 > most.recall_at_5 ? row : most))
    await expect
      .element(
        table
          .getByRole('row', { name: new RegExp(`^${best.name} `) })
          .getByRole('cell')
          .first(),
      )
      .toHaveTextContent(/best of the column/)
    const other = section.getByRole('table', { name: 'apibank_l3_lib21, static', exact: true })
    await expect.element(other).not.toBeInTheDocument()
    await userEvent.click(section.getByText('apibank_l3_lib21', { exact: true }))
    await expect.element(other).toBeVisible()
  })

  it('draws a sweep of each set and protocol, bars where its values are words', async () => {
    await render(Report, { data: { reports: sets, runs: [] } })
    const section = page.getByRole('region', { name: 'Sensitivity' })
    await expect
      .element(
        section.getByRole('img', { name: /apibank_l3_lib21, static: .* by retrieval\.mode: p: .*, sym: / }),
      )
      .toBeVisible()
    await expect
      .element(
        section.getByRole('img', { name: /online: .* by retrieval\.hops: 1: [\d.]+, 2: [\d.]+, 3: [\d.]+$/ }),
      )
      .toBeVisible()
  })

  it('says of what is absent how it is made', async () => {
    await render(Report, { data: { reports: [], runs: [] } })
    const section = page.getByRole('region', { name: 'Tools', exact: true })
    await expect
      .element(section)
      .toHaveTextContent('npm run eval -- tools --json bench/results/tools.json, then npm run report')
    await expect
      .element(page.getByRole('region', { name: 'Single runs' }))
      .toHaveTextContent(/no single run yet/)
  })
})

describe('Replay', () => {
  it('steps through a run by arrow keys, with foreign words as text, and goes back on Escape', async () => {
    await render(Report, { data: { reports, runs } })
    await page.getByRole('link', { name: /How many hectares/ }).first().click() // prettier-ignore
    const heading = page.getByRole('heading', { level: 2 })
    await expect.element(heading).toHaveTextContent('How many hectares burned <b>between</b> the two dates?')
    const current = () =>
      document.querySelector('[aria-current="step"]')?.textContent.replace(/\s+/g, ' ').trim()
    expect(current()).toBe('1 Question')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(current()).toBe('4 Decision: Burned area from dNBR')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    const frame = page.getByRole('region', { name: /^Step 8 of 10/ })
    await expect.element(frame).toHaveTextContent(/threshold 0\.27 .*210 pixels at or above 0\.27/)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect
      .element(page.getByRole('region', { name: /^Step 10 of 10/ }))
      .toHaveTextContent(/8\.4 ha ± 0\.1/)
    await userEvent.keyboard('{ArrowLeft}')
    expect(current()).toBe('9 mask_area')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { name: 'Single runs' })).toBeVisible()
  })

  it('opens the run that the address names, and narrows the list', async () => {
    location.hash = 'run/field/off/burned-area%2Fdev%2F1'
    await render(Report, { data: { reports, runs } })
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(page.getByText('There is no band nir.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the runs' }).click()
    await page.getByRole('combobox', { name: 'Outcome' }).selectOptions('right')
    await expect.element(page.getByText('1 run', { exact: true })).toBeVisible()
  })
})
