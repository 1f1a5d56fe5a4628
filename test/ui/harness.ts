/**
 * For looking at the screens without workers: `npx vite`, then /test/ui/harness.html?empty, ?data, ?running, ?answer, ?cut-off
 * or ?lost (a run that was cut off, or whose language model was lost; with #models the model's own notice).
 */
import { mount } from 'svelte'
import type { RunRecord } from '../../src/trace/events.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from './fake-layers.ts'
import { memory } from './fake-memory.ts'
import { CUT_OFF, FAILED_MODEL, HANDED_OVER } from './fake-model-run.ts'
import { EVENTS, QUESTION, RECORD } from './fake-run.ts'
import { fakeWorkers } from './fake-workers.ts'
import { manyEntries } from './many-entries.ts'

const scenes = [
  fakeScene('scene-a', '2024-08-01', 'T21KWV_20240801 <img src=x onerror=alert(1)>'),
  fakeScene('scene-b', '2024-09-20', 'T21KWV_20240920', false),
]
const results = [
  fakeResult('burned', 'Burned, dNBR at least 0.27', {
    ramp: 'classes',
    classes: [
      { code: 0, label: 'not burned', color: '#f0efe8' },
      { code: 1, label: 'burned', color: '#d2462d' },
    ],
  }),
  fakeResult('dnbr', 'dNBR 2024-08-01 → 2024-09-20', { ramp: 'diverging', min: -1, max: 1 }),
]
const mode = location.search.slice(1)
const layers = mode === 'empty' ? [] : mode === 'data' ? scenes : [...scenes, ...results]
const running = EVENTS.slice(0, EVENTS.findIndex((event) => event.type === 'answer') - 1)

const { workers } = fakeWorkers({
  layers,
  memory: mode === 'many' ? manyEntries(2000) : memory,
  events: mode === 'running' ? running : EVENTS,
  hangs: mode === 'running',
  runs: runsOf(mode),
  ...(mode === 'lost' ? { model: FAILED_MODEL } : {}),
  store: { writable: mode !== 'reader' },
})
function runsOf(name: string): readonly RunRecord[] {
  if (name === 'cut-off') return [CUT_OFF]
  if (name === 'lost') return [HANDED_OVER]
  if (name !== 'answer') return []
  const before = { question: 'What data is loaded?', startedAt: RECORD.startedAt - 90_000 }
  return [{ ...RECORD, id: 'run-0', ...before }, RECORD]
}

mount(App, { target: document.body, props: { workers } })
if (mode === 'running') {
  setTimeout(() => {
    const box = document.querySelector('textarea')!
    box.value = QUESTION
    box.dispatchEvent(new Event('input'))
    box.form!.requestSubmit()
  }, 300)
}
