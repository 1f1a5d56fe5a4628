import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isComplete, MANIFEST_NAME, parseManifest, type ModelManifest } from '../../src/models/manifest.ts'

/** Beside the models of the site: their manifests, in one list. Always there, so that the app need not ask in vain. */
export const SITE_INDEX = 'models/index.json'

/** The models in a folder that are whole, by id. One that was only begun is left out. */
export function modelsIn(folder: string): ModelManifest[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, MANIFEST_NAME)))
    .map(({ name }) => {
      const file = join(folder, name, MANIFEST_NAME)
      return parseManifest(JSON.parse(readFileSync(file, 'utf8')), file)
    })
    .filter(isComplete)
}

/** Writes the list of the site's own models into the build, and answers with it in development. */
export function siteModels(): Plugin {
  let folder = ''
  const index = () => JSON.stringify(modelsIn(folder))
  return {
    name: 'geoforge:site-models',
    configResolved(config) {
      folder = join(config.publicDir, 'models')
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if ((request.url ?? '').split('?')[0] !== `/${SITE_INDEX}`) {
          next()
          return
        }
        response.setHeader('Content-Type', 'application/json')
        response.end(index())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: SITE_INDEX, source: index() })
    },
  }
}
