import { createReadStream, statSync, type Stats } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { byteRange } from './byte-range.ts'

export interface ServeOptions {
  readonly folder: string
  /** 0 takes any free one. */
  readonly port: number
  /** Where the folder lies on the server, '/a/sub/path/'; the root where it is not given. */
  readonly below?: string
  /** Of every response, by the path that was asked for. */
  readonly headers: (path: string) => Readonly<Record<string, string>>
}

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
}

/**
 * Serves a folder to this machine alone, on both loopback addresses: "localhost" means either, and where they differ two
 * programs would share one address. A path that is not there is a plain 404, never the page.
 * @throws the listen error, `code` EADDRINUSE where the port is taken on either address
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const handler = (request: IncomingMessage, response: ServerResponse) => answer(request, response, options)
  const first = createServer(handler)
  await listen(first, options.port, '127.0.0.1')
  const address = first.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const servers = [first]
  const second = createServer(handler)
  try {
    await listen(second, port, '::1')
    servers.push(second)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A machine without IPv6 has one loopback address only.
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') {
      await close(first)
      throw error
    }
  }
  return {
    url: `http://localhost:${port}/`,
    close: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, headers, below = '/' }: Pick<ServeOptions, 'folder' | 'headers' | 'below'>,
): void {
  const asked = (request.url ?? '/').split('?')[0]!
  for (const [name, value] of Object.entries({ Server: 'GeoForge', ...headers(asked) }))
    response.setHeader(name, value)
  const refuse = (status: number, text: string) =>
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(405, 'Only GET and HEAD are answered.')
    return
  }
  const url = request.url ?? '/'
  const file = url.startsWith(below) ? fileFor(folder, url.slice(below.length - 1)) : null
  if (!file) {
    refuse(404, 'Not found.')
    return
  }

  const size = file.stats.size
  const range = byteRange(request.headers.range, size)
  response.setHeader('Accept-Ranges', 'bytes')
  response.setHeader('Content-Type', TYPES[extname(file.path).toLowerCase()] ?? 'application/octet-stream')
  // File names of assets carry a hash; all else is asked for again each time.
  response.setHeader('Cache-Control', 'no-cache')
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${size}`)
    {
      refuse(416, 'The range lies outside the file.')
      return
    }
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
  response.writeHead(range ? 206 : 200, { 'Content-Length': end - start + 1 })
  if (request.method === 'HEAD' || size === 0) {
    response.end()
    return
  }
  createReadStream(file.path, { start, end })
    .on('error', () => response.destroy())
    .pipe(response)
}

/** The file that a URL names, null where there is none or where it would lie outside the folder. */
function fileFor(folder: string, url: string): { path: string; stats: Stats } | null {
  let path: string
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  if (path.endsWith('/')) path += 'index.html'
  const full = normalize(join(folder, path))
  if (!full.startsWith(normalize(folder) + sep)) return null
  const stats = statSync(full, { throwIfNoEntry: false })
  return stats?.isFile() ? { path: full, stats } : null
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
