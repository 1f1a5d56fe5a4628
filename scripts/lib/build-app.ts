import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { makeSample } from '../make-sample.ts'

export const root = resolve(import.meta.dirname, '..', '..')

/** Folder of the built app. */
export const builtFolder = join(root, 'dist')

/** Two samples with different burns, so that what one taught can be tried on the other. */
const SEEDS = [7, 21]

/** Writes the sample scenes that are missing or older than the script that makes them. */
export async function makeSamples(): Promise<void> {
  const script = statSync(join(root, 'scripts', 'make-sample.ts')).mtimeMs
  for (const seed of SEEDS) {
    const out = join(root, 'public', 'sample', String(seed))
    const truth = join(out, 'truth.json')
    if (existsSync(truth) && statSync(truth).mtimeMs > script) continue
    await makeSample({ seed, out })
  }
}

/** The sample scenes, then the app into dist/. */
export async function buildApp(): Promise<void> {
  await makeSamples()
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
}
