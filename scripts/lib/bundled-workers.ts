import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { ISOLATION } from './headers.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** Address under which the test server hands out the workers as the build makes them. */
const BASE = '/bundled-workers/'

/** Scripts of workers by their name without extension. */
const WORKERS = ['raster', 'agent', 'models', 'language', 'decode', 'embed']

type Files = ReadonlyMap<string, string | Uint8Array>

/** The workers and their chunks and assets by file name, made as the app's build makes them. */
async function bundle(): Promise<Files> {
  const made = (await build({
    root,
    configFile: false,
    base: BASE,
    publicDir: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(WORKERS.map((name) => [name, join(root, 'workers', `${name}.ts`)])),
        preserveEntrySignatures: false,
        output: { entryFileNames: '[name].js' },
        checks: { bundlerTimings: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(
    made.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
  )
}

/**
 * For browser tests: a worker of the app comes bundled, as it does to the people who use the app. From its sources the test server would hand
 * it several hundred modules one by one, each time that a test opens it.
 */
export function bundledWorkers(): Plugin {
  let files: Promise<Files> | undefined
  return {
    name: 'geoforge:bundled-workers',
    apply: 'serve',
    configureServer(server) {
      server.watcher.on('change', () => (files = undefined))
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0]!
        const worker = WORKERS.find((name) => path === `/workers/${name}.ts`)
        if (!path.startsWith(BASE) && !worker) {
          next()
          return
        }
        files ??= bundle()
        files.then((all) => {
          const name = path.slice(BASE.length)
          const body = worker ? `import '${BASE}${worker}.js'` : all.get(name)
          const type = /\.m?js$/.test(worker ? '.js' : name) ? 'text/javascript' : typeOf(name)
          if (body === undefined) {
            response.writeHead(404).end()
            return
          }
          response.writeHead(200, { ...ISOLATION, 'Content-Type': type })
          response.end(body)
        }, next)
      })
    },
  }
}

const typeOf = (name: string) => (name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream')
