/**
 * Becomes serve.mjs of a lesson folder: serves the folder that it lies in to this machine alone. `--check` reads all files
 * instead and tells which are not as they were made; `--port N` takes another port, which is another memory.
 */
import { parseArgs } from 'node:util'
import { headersFor } from '../lib/headers.ts'
import { holderOf } from '../lib/port-holder.ts'
import { serve } from '../lib/server.ts'
import { wrongFiles } from './sums.ts'

const folder = import.meta.dirname
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, port: { type: 'string', default: '4180' } },
})

if (values.check) {
  const wrong = wrongFiles(folder)
  for (const { path, why } of wrong) console.error(`${path}: ${why}`)
  console.log(wrong.length === 0 ? 'All files are as they were made.' : 'Copy the folder anew.')
  process.exitCode = wrong.length === 0 ? 0 : 1
} else {
  const port = Number(values.port)
  const holder = await holderOf(port)
  if (holder) {
    console.error(`Port ${port} is taken by ${holder}: stop what runs there, then start again.`)
    process.exit(1)
  }
  const { url } = await serve({ folder, port, headers: headersFor })
  console.log(`GeoForge is at ${url}  (Ctrl+C ends it)`)
}
