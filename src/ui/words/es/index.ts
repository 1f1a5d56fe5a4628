import { app } from './app.ts'
import { start } from './start.ts'
import { settings } from './settings.ts'
import { parts } from './parts.ts'
import { chat } from './chat.ts'
import { hosting } from './hosting.ts'
import { layers } from './layers.ts'
import { map } from './map.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { lessons } from './lessons.ts'
import { privacy } from './privacy.ts'

export const spanish = {
  app,
  start,
  settings,
  hosting,
  parts,
  chat,
  layers,
  map,
  memory,
  models,
  lessons,
  privacy,
}
