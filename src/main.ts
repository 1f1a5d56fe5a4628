import './lib/no-code-from-strings.ts'
import { mount } from 'svelte'
import { registerOffline } from './bridge/offline.ts'
import { startGeoForge } from './bridge/index.ts'
import App from './ui/App.svelte'
import './ui/tokens.css'

mount(App, { target: document.body, props: { workers: startGeoForge() } })
void registerOffline()
