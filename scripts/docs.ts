import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TOOLS } from '../src/tools/index.ts'
import { formatReference } from './lib/format-reference.ts'
import { toolReference } from './lib/tool-reference.ts'

/** `npm run docs` writes docs/formats.md and docs/tools, a page a family, from the declarations of the tools; pages of no family go. */
const folder = resolve(import.meta.dirname, '..', 'docs', 'tools')
const pages = toolReference(TOOLS)
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(join(folder, file))
for (const [file, text] of pages) writeFileSync(join(folder, file), text)
writeFileSync(join(folder, '..', 'formats.md'), formatReference())
console.log(`${TOOLS.length} tools on ${pages.size} pages in docs/tools`)
