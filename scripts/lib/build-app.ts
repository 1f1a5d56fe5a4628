import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, createLogger, type Logger } from 'vite'
import { makeSample } from '../make-sample.ts'

export const root = resolve(import.meta.dirname, '..', '..')

/** Folder of the built app. */
export const builtFolder = join(root, 'dist')

/** Two samples with different burns, so that what one taught can be tried on the other. */
const SEEDS = [7, 21]

/** Writes the sample scenes that are missing or older than the code that makes them. */
export async function makeSamples(): Promise<void> {
  const out = join(root, 'public', 'sample')
  const changed = newestOf(['make-sample.ts', 'sample'].map((name) => join(root, 'scripts', name)))
  for (const seed of SEEDS) {
    // Written last, so a sample that was interrupted has none.
    const index = join(out, String(seed), 'index.json')
    if (existsSync(index) && statSync(index).mtimeMs > changed) continue
    await makeSample({ seed, out })
  }
}

/** When any of these files, or files in these folders, was changed last; milliseconds. */
function newestOf(paths: readonly string[]): number {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  )
  return Math.max(...files.map((file) => statSync(file).mtimeMs))
}

/**
 * Warnings alone, and of these none that nobody can do anything about: the decoder of JPEG 2000 asks for modules of Node on a
 * branch that no browser takes.
 */
function warnings(): Logger {
  const plain = createLogger('warn')
  return {
    ...plain,
    warn(message, options) {
      if (!/externalized for browser compatibility.*codec-openjpeg/.test(message))
        plain.warn(message, options)
    },
  }
}

/** The sample scenes, then the app into dist/. */
export async function buildApp(): Promise<void> {
  await makeSamples()
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn', customLogger: warnings() })
}
