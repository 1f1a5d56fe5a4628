import './lib/no-code-from-strings.ts'
import { mount } from 'svelte'
import { registerOffline } from './bridge/offline.ts'
import { browserOptions, startGeoForge } from './bridge/index.ts'
import { browserModelState } from './models/browser-model.ts'
import App from './ui/App.svelte'
import './ui/tokens.css'
import { language } from './ui/words/words.svelte.ts'
import { servePageEngines } from '../workers/page-engines.ts'

const workers = startGeoForge({
  ...browserOptions(),
  serveEngines: servePageEngines,
  browserModel: browserModelState,
})
await language.restore()
mount(App, { target: document.body, props: { workers } })
void registerOffline()
