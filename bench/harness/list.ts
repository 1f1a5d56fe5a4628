import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bench } from './bench.ts'

/** The benches of a folder, one a file, by name. Throws where a file exports no bench or two share a name. */
export async function listBenches(folder: string): Promise<ReadonlyMap<string, Bench>> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : []
  const found = new Map<string, Bench>()
  for (const file of files.sort()) {
    const { bench } = (await import(pathToFileURL(join(folder, file)).href)) as { bench?: Bench }
    if (!bench) throw new Error(`${file} exports no "bench"; see bench/harness/bench.ts for its shape.`)
    if (found.has(bench.name))
      throw new Error(`${file}: another file is named "${bench.name}" too; rename one.`)
    found.set(bench.name, bench)
  }
  return found
}
