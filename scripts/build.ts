/** npm run build: the sample scenes, then the app into dist/. */
import { buildApp } from './lib/build-app.ts'

await buildApp()
