import './lib/no-code-from-strings.ts'
import { mount } from 'svelte'
import { browserOptions, offline, settleHost, startGeoForge } from './bridge/index.ts'
import { browserModelState } from './models/browser-model.ts'
import { probeMachine } from './models/probe-machine.ts'
import { eraseSite, finishReset, siteUsage } from './store/site-data.ts'
import App from './ui/App.svelte'
import './ui/tokens.css'
import { language } from './ui/words/words.svelte.ts'
import { servePageEngines } from '../workers/page-engines.ts'

async function open(): Promise<void> {
  // Before any worker starts: this may load the page anew.
  const lack = await settleHost()
  // What a newcomer sees first is on its way while the rest begins; where it cannot be had, the view says so itself.
  if (location.hash === '') import('./ui/start/StartPanel.svelte').catch(() => undefined)
  // Before anything of the site is opened.
  await finishReset().catch((error: unknown) => console.error('A reset could not be ended:', error))
  const workers = startGeoForge({
    ...browserOptions(),
    site: { machine: probeMachine, usage: siteUsage, erase: eraseSite },
    serveEngines: servePageEngines,
    browserModel: browserModelState,
  })
  await language.restore()
  // A lesson folder opens on the lessons, unless the address names a view.
  const { start } = document.documentElement.dataset
  if (start && location.hash === '') history.replaceState(null, '', `#${start}`)
  clear()
  mount(App, { target: document.body, props: { workers, lack } })
  void offline.start()
}

/** By plain HTTP from another machine a page gets none of what the app is built on. */
async function explain(): Promise<void> {
  const [{ default: NotSecure }] = await Promise.all([
    import('./ui/hosting/NotSecure.svelte'),
    language.restore(),
  ])
  clear()
  mount(NotSecure, { target: document.body })
}

/** The words in the page for where no script runs, as when it is opened from a file. */
const clear = () => document.getElementById('unopened')?.remove()

await (isSecureContext ? open() : explain())
