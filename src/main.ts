import './lib/no-code-from-strings.ts'
import { mount } from 'svelte'
import { registerOffline } from './bridge/offline.ts'
import { browserOptions, startGeoForge } from './bridge/index.ts'
import { browserModelState } from './models/browser-model.ts'
import { probeMachine } from './models/probe-machine.ts'
import { eraseSite, finishReset, siteUsage } from './store/site-data.ts'
import App from './ui/App.svelte'
import './ui/tokens.css'
import { language } from './ui/words/words.svelte.ts'
import { servePageEngines } from '../workers/page-engines.ts'

// Before anything of the site is opened.
await finishReset().catch((error: unknown) => console.error('A reset could not be ended:', error))
const workers = startGeoForge({
  ...browserOptions(),
  site: { machine: probeMachine, usage: siteUsage, erase: eraseSite },
  serveEngines: servePageEngines,
  browserModel: browserModelState,
})
await language.restore()
mount(App, { target: document.body, props: { workers } })
void registerOffline()
