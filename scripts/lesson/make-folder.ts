import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { writeServiceWorker } from '../lib/offline-build.ts'
import { teacherNote } from './teacher-note.ts'
import { SUMS, wrongFiles, writeSums } from './sums.ts'

/** Pages that open on the lessons, unless their address names another view. */
const PAGES = ['index.html', 'connected.html']

/**
 * A folder that any static web server can serve without a network: the built app with its models, opening on the lessons,
 * a server of its own, a note for the teacher, and the hash of each file. Gives how many files there are.
 * @throws Error where `folder` holds something that is no lesson folder
 */
export async function makeLessonFolder(built: string, folder: string): Promise<number> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, SUMS))) {
    throw new Error(`${folder} holds other files. Name a new folder, or an older lesson folder to replace.`)
  }
  rmSync(folder, { recursive: true, force: true })
  cpSync(built, folder, { recursive: true })
  for (const page of PAGES) {
    const file = join(folder, page)
    writeFileSync(file, readFileSync(file, 'utf8').replace('<html ', '<html data-start="lessons" '))
  }
  // What follows is no part of the app, and is not kept by the browser.
  await writeServiceWorker(folder)
  writeFileSync(join(folder, 'serve.mjs'), await bundledServer())
  writeFileSync(join(folder, 'README.txt'), teacherNote(modelsOf(folder)))
  const count = writeSums(folder)
  const wrong = wrongFiles(folder)
  if (wrong.length > 0) throw new Error(`${wrong[0]!.path} was not written as it was read; try again`)
  return count
}

/** Node and nothing else runs it. */
async function bundledServer(): Promise<string> {
  const bundle = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'serve.ts'),
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'es' } },
    },
  })
  const output = [bundle].flat()[0]
  if (!output || !('output' in output)) throw new Error('the server was not bundled')
  return output.output[0].code
}

function modelsOf(folder: string): readonly string[] {
  const list = JSON.parse(readFileSync(join(folder, 'models', 'index.json'), 'utf8')) as { title: string }[]
  return list.map(({ title }) => title)
}
