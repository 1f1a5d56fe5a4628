import { join, relative } from 'node:path'
import { build } from 'vite'
import { makeSamples, root } from '../../scripts/lib/build-app.ts'

/** Builds the app as it is now, samples included, into a folder of its own: what lies in dist/ may be older. */
export async function buildSite(folder: string): Promise<void> {
  await makeSamples()
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    // From the root, as the build's plugins take it.
    build: { outDir: relative(root, folder), emptyOutDir: true },
  })
}
