/**
 * npm run build:lesson -- [FOLDER]: builds the app and writes a folder that runs from a USB stick with any static web server;
 * lesson/ by default. Models that `npm run models` has placed come with it.
 */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildApp, builtFolder, root } from './lib/build-app.ts'
import { makeLessonFolder } from './lesson/make-folder.ts'

const folder = resolve(process.argv[2] ?? join(root, 'lesson'))
try {
  await buildApp()
  const count = await makeLessonFolder(builtFolder, folder)
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  console.log(
    `${count} files, ${Math.round(bytes / 1e6)} MB, lie in ${folder}, each checked against its hash.`,
  )
  console.log(`To try it: node ${join(folder, 'serve.mjs')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
