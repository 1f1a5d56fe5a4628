import { page, userEvent } from 'vitest/browser'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { Chart } from '../../src/trace/call.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import App from '../../src/ui/App.svelte'
import { chartMarkup, chartPng } from '../../src/ui/charts/markup.ts'
import { htmlReport } from '../../src/ui/chat/export/html-report.ts'
import { runReport } from '../../src/ui/chat/export/run-report.ts'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from '../ui/fake-layers.ts'
import { EVENTS, QUESTION, RECORD } from '../ui/fake-run.ts'
import { fakeWorkers, type FakeOptions } from '../ui/fake-workers.ts'

const HOSTILE =
  '<img src=x onerror="window.parent.hacked = true"><script>window.parent.hacked = true</script>'
const scenes = [fakeScene('scene-a', '2024-08-01', HOSTILE), fakeScene('scene-b', '2024-09-20', 'second')]
const layers = [...scenes, fakeResult('burned', 'Burned', { ramp: 'mask' })]

async function open(options: FakeOptions = {}, keepsDraft = false) {
  location.hash = '#analyse'
  localStorage.clear()
  if (!keepsDraft) sessionStorage.clear()
  await page.viewport(1440, 900)
  const fake = fakeWorkers({ layers, ...options })
  const rendered = await render(App, { workers: fake.workers })
  return { ...fake, rendered }
}

/** What is fetched when it is first opened takes its time on a busy machine. */
const FETCHED = { timeout: 10_000 }

const box = () => page.getByRole('textbox', { name: 'Your question' })
const action = (name: string) =>
  page.getByRole('group', { name: 'What to do with this run' }).getByRole('button', { name })

/** The same under an id of its own: the run that is asked has the id of the record. */
const EARLIER: RunRecord = {
  ...RECORD,
  id: 'run-0',
  events: EVENTS.map((event) => (event.type === 'run-start' ? { ...event, runId: 'run-0' } : event)),
}

/** Another run of the same question, with another threshold and area. */
function other(): RunRecord {
  const events = EVENTS.map((event) =>
    event.type === 'run-start'
      ? { ...event, runId: 'run-2', at: event.at + 60_000 }
      : event.type === 'answer'
        ? {
            ...event,
            answer: {
              ...event.answer,
              spans: event.answer.spans.map((span) =>
                span.cite
                  ? {
                      ...span,
                      text: '90.261 km²',
                      cite: { ...span.cite, value: 90.261, unit: 'km2' as const },
                    }
                  : span,
              ),
            },
          }
        : event,
  )
  return { ...RECORD, id: 'run-2', startedAt: RECORD.startedAt + 60_000, events }
}

describe('Composer', () => {
  it('keeps what was typed over a reload of the page, until it is asked', async () => {
    const first = await open()
    await userEvent.type(box(), 'half a question')
    await first.rendered.unmount()
    const { asked } = await open({}, true)
    await expect.element(box()).toHaveValue('half a question')
    await userEvent.type(box(), '{Enter}')
    await expect.poll(() => asked).toEqual(['half a question'])
    expect(sessionStorage.length).toBe(0)
  })

  it('brings earlier questions back by arrow keys', async () => {
    await open({ runs: [{ ...RECORD, id: 'run-0', question: 'Older?', startedAt: 1, events: [] }, RECORD] })
    await box().click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box()).toHaveValue(QUESTION)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box()).toHaveValue('Older?')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(box()).toHaveValue('')
  })

  it('asks the engine for what fits, again after each run, and offers what goes on from it', async () => {
    const follows = {
      question: 'How severe was the burn, by class?',
      taskType: 'burn-severity' as const,
      follows: true,
    }
    const { told, asked } = await open({ runs: [EARLIER], events: EVENTS, suggestions: [follows] })
    await page.getByRole('button', { name: follows.question }).click()
    await expect.poll(() => asked).toEqual([follows.question])
    await expect.poll(() => told.length).toBeGreaterThan(1)
    expect(new Set(told)).toEqual(new Set(['run-0 on', 'run-1 on']))
  })
})

describe('what can be done with a run that is over', () => {
  it('puts its question back into the box, unsent', async () => {
    const { asked } = await open({ runs: [RECORD] })
    await action('Edit').click()
    await expect.element(box()).toHaveValue(QUESTION)
    expect(document.activeElement).toBe(box().element())
    expect(asked).toEqual([])
  })

  it('asks the same anew, and the old run stays', async () => {
    const { asked } = await open({ runs: [EARLIER], events: EVENTS })
    await action('Run again').click()
    await expect.poll(() => asked).toEqual([QUESTION])
    await expect.poll(() => document.querySelectorAll('article').length).toBe(2)
  })

  it('leads to the step of a figure by the keyboard, and back', async () => {
    await open({ runs: [RECORD] })
    const figure = page.getByRole('button', { name: /8,026\.1 ha/ })
    await expect.element(figure).toBeVisible()
    ;(figure.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const step = () => document.querySelector('.step.followed')
    await expect.poll(() => document.activeElement).toBe(step())
    await userEvent.tab()
    const back = page.getByRole('button', { name: 'Back to the answer' })
    expect(document.activeElement).toBe(back.element())
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(figure.element())
    expect(step()).toBeNull()
  })

  it('replays it event by event', async () => {
    await open({ runs: [RECORD] })
    await action('Replay…').click()
    const moments = page.getByRole('list', { name: 'Moments of the run' }).getByRole('button')
    // Progress makes no moment; a step is one with its end.
    await expect.poll(() => moments.elements().length, FETCHED).toBe(11)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('region', { name: 'Moment 2 of 11: Data' })).toBeVisible()
    await moments.nth(4).click()
    await expect
      .element(page.getByRole('region', { name: /^Moment 5 of 11: Step 1: nbr/ }))
      .toHaveTextContent(/mean 0\.412/)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
  })

  it('stands beside another, with differences in one unit', async () => {
    await open({ runs: [RECORD, other()] })
    await action('Compare…').click()
    const dialog = page.getByRole('dialog')
    const row = dialog.getByRole('row', { name: /^area/ })
    await expect.element(row, FETCHED).toBeVisible()
    // 90.261 km² are 9,026.1 ha.
    await expect.element(row).toHaveTextContent(/8,026\.1\s*ha\s*90\.26\s*km²\s*\+1,000\s*ha/)
    await expect
      .element(dialog.getByText('3 alike, 0 with other arguments, 0 in one run only.'))
      .toBeVisible()
  })

  it('is exported as the three kinds of file', async () => {
    const saved: { name: string; text: string }[] = []
    const blobs = new Map<string, Blob>()
    const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = `blob:${blobs.size}`
      blobs.set(url, blob as Blob)
      return url
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const name = this.download
      void blobs
        .get(this.href)!
        .text()
        .then((text) => saved.push({ name, text }))
    })
    onTestFinished(() => {
      make.mockRestore()
      click.mockRestore()
    })
    await open({ runs: [RECORD] })
    await action('Export…').click()
    for (const name of ['Web page', 'Markdown', 'JSON']) {
      await page.getByRole('dialog').getByRole('button', { name }).click()
    }
    await expect.poll(() => saved.length, FETCHED).toBe(3)
    expect(saved.map(({ name }) => name)).toEqual([
      'geoforge-burned-area-2026-11-30.html',
      'geoforge-burned-area-2026-11-30.md',
      'geoforge-burned-area-2026-11-30.json',
    ])
    const [web, text, json] = saved
    expect(web!.text).toMatch(/<img src="data:image\/png;base64,[A-Za-z0-9+/]{100,}/)
    expect(web!.text.match(/<svg [^>]*xmlns=/g)).toHaveLength(2)
    expect(text!.text).toContain('[8,026.1 ha](#run-1-step-3)')
    expect((JSON.parse(json!.text) as { runs: unknown[] }).runs).toEqual([JSON.parse(JSON.stringify(RECORD))])
  })
})

describe('an exported page', () => {
  it('opens without a violation of its policy and runs nothing', async () => {
    const record = {
      ...RECORD,
      question: HOSTILE,
      events: EVENTS.map((event) =>
        event.type === 'context-ready' ? { ...event, sensing: HOSTILE } : event,
      ),
    }
    const charts = new Map<number, string>()
    for (const event of EVENTS) {
      if (event.type === 'step-end' && event.observation?.chart)
        charts.set(event.step, await chartMarkup(event.observation.chart, 640))
    }
    const canvas = document.createElement('canvas')
    const picture = {
      title: HOSTILE,
      url: canvas.toDataURL(),
      width: 300,
      height: 150,
      place: HOSTILE,
      legend: [{ color: '#d2462d', label: HOSTILE }],
    }
    const text = await htmlReport([runReport(record, layers, { picture, charts })], {
      version: '1',
      madeAt: 0,
      language: 'en',
    })
    const page = document.createElement('iframe')
    // As the page is written, before the first byte that a policy is for.
    const watching = text.replace('<title>', '<title data-watched>')
    page.srcdoc = watching
    const violations: string[] = []
    const loaded = new Promise((resolve) => page.addEventListener('load', resolve))
    document.body.append(page)
    page.contentWindow!.document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.violatedDirective),
    )
    await loaded
    const inside = page.contentDocument!
    inside.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(violations).toEqual([])
    expect('hacked' in window).toBe(false)
    expect(inside.querySelectorAll('script')).toHaveLength(0)
    expect(inside.querySelectorAll('img')).toHaveLength(1)
    // Its own style holds …
    expect(getComputedStyle(inside.body).maxWidth).toBe('860px')
    // … and what is no part of it does not: the policy is on.
    const script = inside.createElement('script')
    script.textContent = 'window.parent.hacked = true'
    inside.body.append(script)
    const style = inside.createElement('style')
    style.textContent = 'body { max-width: 1px }'
    inside.head.append(style)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect('hacked' in window).toBe(false)
    expect(getComputedStyle(inside.body).maxWidth).toBe('860px')
    expect(violations.length).toBeGreaterThan(0)
    page.remove()
  })
})

describe('Chart', () => {
  it('turns into its table and back', async () => {
    await open({ runs: [RECORD] })
    await page.getByRole('button', { name: 'Show as a table: Area by class' }).click()
    const table = page.getByRole('table', { name: 'Area by class (ha)' })
    await expect.element(table.getByRole('row', { name: 'moderate-low 3,820.9' })).toBeVisible()
    await page.getByRole('button', { name: 'Show as a chart: Area by class' }).click()
    await expect.element(table).not.toBeInTheDocument()
  })

  const CHARTS: readonly Chart[] = [
    { kind: 'bars', title: 'Bars', unit: 'ha', rows: [{ label: 'high', value: 3, color: '#8c2318' }] },
    { kind: 'histogram', title: 'Bins', unit: '1', edges: [0, 1, 2], counts: [4, 5], marks: [0.5] },
    {
      ...{ kind: 'series', title: 'Line', unit: 'K' },
      points: [
        { date: '2020-01-01', value: 1 },
        { date: '2021-01-01', value: 2 },
      ],
      trend: [
        { date: '2020-01-01', value: 1 },
        { date: '2021-01-01', value: 2 },
      ],
      levels: [
        { from: '2020-01-01', to: '2020-06-01', value: 1 },
        { from: '2020-07-01', to: '2021-01-01', value: 2 },
      ],
    },
    {
      ...{ kind: 'rose', title: 'Rose', unit: '%', north: 'true' },
      sectors: [0, 90, 180, 270].map((bearing) => ({ label: 'NESW'[bearing / 90]!, bearing, value: 25 })),
    },
  ]

  it.each(CHARTS)('of $kind is saved as a picture that stands by itself', async (chart) => {
    const markup = await chartMarkup(chart, 640)
    expect(markup).not.toMatch(/<style|style=|class=|var\(|currentColor/)
    expect(new DOMParser().parseFromString(markup, 'image/svg+xml').querySelector('parsererror')).toBeNull()
    const png = new Uint8Array(await (await chartPng(chart, 640)).arrayBuffer())
    expect([...png.slice(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG')
  })
})

describe('the live region', () => {
  it('tells the steps and the answer once, together where they come fast', async () => {
    await open({ events: EVENTS })
    const said: string[] = []
    const region = document.querySelector('[role="status"][aria-live="polite"].hidden')!
    const observer = new MutationObserver(() => said.push(region.textContent))
    observer.observe(region, { childList: true, characterData: true, subtree: true })
    onTestFinished(() => observer.disconnect())
    await userEvent.type(box(), 'What burned?{Enter}')
    await expect.poll(() => said.length, { timeout: 5000 }).toBe(1)
    expect(said[0]).toMatch(/^Step 1: Burn ratio before the fire, done\. .*Answer: Between/)
  })
})
