/**
 * npm run models -- ID [--from PATH]: puts a model into the static build, for a class or a machine without a network: from
 * its publishers, or from a GGUF file or a folder of this machine. The app then offers it as one of its own site, on the
 * sealed page too. Without an id it lists the catalogue.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CATALOGUE } from '../src/models/catalogue.ts'
import { root } from './lib/build-app.ts'
import { fromFolder, fromHub, placeModel } from './lib/place-model.ts'

const { values, positionals } = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true })
const [id, ...more] = positionals

if (!id || more.length > 0) {
  console.log('npm run models -- ID [--from PATH]\n')
  for (const entry of CATALOGUE) {
    const megabytes = `${Math.round(entry.aboutBytes / 1e6)} MB`.padStart(8)
    console.log(`${entry.id.padEnd(40)} ${megabytes}  ${entry.licence}  ${entry.source.repo}`)
  }
  process.exitCode = id ? 2 : 0
} else {
  try {
    const placing = values.from === undefined ? await fromHub(id) : await fromFolder(id, values.from)
    const folder = join(root, 'public', 'models')
    await placeModel(placing, folder, (line) => console.log(line))
    console.log(`${id} lies in ${join(folder, id)}. The next build offers it: npm start.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
