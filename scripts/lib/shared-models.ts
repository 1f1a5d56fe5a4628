import { createReadStream, statSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '..', '..')

/** Address under which the test server hands out the models of the shared folder. */
export const SHARED_MODELS = '/shared-models/'

/** For browser tests: files of `GEOFORGE_SHARED/models`, as bytes. Absent ones are 404. */
export function sharedModels(): Plugin {
  return {
    name: 'geoforge:shared-models',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0]!
        const folder = resolve(process.env['GEOFORGE_SHARED'] ?? join(root, '..', 'shared'))
        if (!path.startsWith(SHARED_MODELS)) {
          next()
          return
        }
        const name = normalize(decodeURIComponent(path.slice(SHARED_MODELS.length)))
        const file = join(folder, 'models', name)
        const stat = name.startsWith('..') ? undefined : statSync(file, { throwIfNoEntry: false })
        if (!stat?.isFile()) {
          response.statusCode = 404
          response.end()
          return
        }
        response.setHeader('Content-Type', 'application/octet-stream')
        response.setHeader('Content-Length', stat.size)
        response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
        createReadStream(file).pipe(response)
      })
    },
  }
}
