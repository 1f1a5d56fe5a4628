import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import type { RunRecord } from '../../src/trace/events.ts'
import { fakeScene } from '../ui/fake-layers.ts'
import { HANDED_OVER } from '../ui/fake-model-run.ts'
import { RECORD } from '../ui/fake-run.ts'
import { fakeWorkers } from '../ui/fake-workers.ts'

async function open(run: RunRecord) {
  location.hash = ''
  localStorage.clear()
  await page.viewport(1440, 900)
  await render(App, {
    workers: fakeWorkers({ layers: [fakeScene('scene-a', '2024-08-01', 'a')], runs: [run] }).workers,
  })
}

const summary = (words: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('summary')].find(({ textContent }) => words.test(textContent))!

/** Lines below each tool of an open list, by the tool's name. */
const lines = (words: RegExp) => {
  const list = summary(words).parentElement!.querySelectorAll('.tools > li')
  return new Map(
    [...list].map((item) => {
      const [name, ...rest] = [...item.children].map(({ textContent }) =>
        textContent.replace(/\s+/g, ' ').trim(),
      )
      return [name!.split(' ')[0]!, rest]
    }),
  )
}

describe('Retrieved', () => {
  it('opens by keyboard and says in words why each tool was found, an older record in its own', async () => {
    await open(RECORD)
    const first = /3 tools retrieved, and why/
    await expect.poll(() => summary(first)).toBeDefined()
    summary(first).focus()
    expect(document.activeElement).toBe(summary(first))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Only the 7 tools that fit this data were ranked.')).toBeVisible()
    expect(lines(first).get('mask_area')).toEqual([
      '1st for “hectares burned between two dates”, a part of the question or what it leaves unsaid',
      '2nd for the words of the whole question',
      'Used for 3 of 4 similar past questions, 81 % of their vote',
      'Came right after nbr 1 time in past runs',
    ])
    expect(lines(first).get('nbr')).toEqual(['often followed by difference'])
  })

  it('keeps what was found for the question beside what was found for the steps of a language model', async () => {
    await open(HANDED_OVER)
    const again = /2 tools retrieved for the steps that the language model named/
    await expect.poll(() => summary(again)).toBeDefined()
    expect(summary(/3 tools retrieved, and why/)).toBeDefined()
    expect(lines(again).get('nbr')![0]).toContain('a step that the language model named')
    expect(lines(again).get('mask_perimeter')).toEqual(['Nothing speaks for it but that it fits the data'])
  })
})

describe('Decisions', () => {
  it('count beside the tokens the choices that the model was left out of', async () => {
    await open(HANDED_OVER)
    const chosen = /How each step was chosen/
    await expect.poll(() => summary(chosen)).toBeDefined()
    await userEvent.click(summary(chosen))
    const text = () => summary(chosen).parentElement!.textContent.replace(/\s+/g, ' ')
    expect(text()).toContain('In all: 1,836 tokens read by the language model')
    expect(text()).toContain('1 choice was made without asking it: earlier runs had left no doubt.')
    expect(text()).toContain('Steps to find tools for by the model: taken')
  })
})
