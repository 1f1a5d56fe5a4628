/** For looking at the screens without workers: `npx vite`, then /test/ui/harness.html?empty, ?data, ?running or ?answer. */
import { mount } from 'svelte'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
import { fakeResult, fakeScene } from './fake-layers.ts'
import { memory } from './fake-memory.ts'
import { EVENTS, QUESTION, RECORD } from './fake-run.ts'
import { fakeWorkers } from './fake-workers.ts'

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
  memory,
  events: mode === 'running' ? running : EVENTS,
  hangs: mode === 'running',
  runs:
    mode === 'answer'
      ? [
          { ...RECORD, id: 'run-0', question: 'What data is loaded?', startedAt: RECORD.startedAt - 90_000 },
          RECORD,
        ]
      : [],
  store: { writable: mode !== 'reader' },
})
mount(App, { target: document.body, props: { workers } })
if (mode === 'running') {
  setTimeout(() => {
    const box = document.querySelector('textarea')!
    box.value = QUESTION
    box.dispatchEvent(new Event('input'))
    box.form!.requestSubmit()
  }, 300)
}
