import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { byteRange } from './byte-range.ts'

/** Address under which the test server answers as a host of models would, in good and in bad ways. */
export const TEST_DOWNLOADS = '/test-downloads/'

/** Bytes that tell their place: made of their index alone. */
export function testBytes(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 7 + 17) % 251)
}

/** How many pieces an answer comes in, so that it can be stopped in the middle. */
const PIECES = 16

/**
 * Answers `WAY/SIZE/NAME`: 'ranges' as a good host does; 'whole' always from the start; 'html' a web page;
 * 'cut' breaks off in the middle, unless a range is asked for; 'slow' takes a tenth of a second a piece, ranges too;
 * 'other' other bytes of the same number; 'gone' 404.
 */
export function answerDownload(path: string, request: IncomingMessage, response: ServerResponse): void {
  const [way = '', size = '0'] = path.split('/')
  const range = way === 'whole' ? null : byteRange(request.headers.range, Number(size))
  if (way === 'gone' || range === 'unsatisfiable') {
    response.writeHead(way === 'gone' ? 404 : 416).end()
    return
  }
  if (way === 'html') {
    response.setHeader('Content-Type', 'application/octet-stream')
    response.end('\n<!DOCTYPE html><title>Please sign in</title>')
    return
  }
  const whole = way === 'other' ? testBytes(Number(size)).reverse() : testBytes(Number(size))
  const { start, end } = range ?? { start: 0, end: whole.length - 1 }
  const bytes = whole.subarray(start, end + 1)
  response.setHeader('Content-Type', 'application/octet-stream')
  response.setHeader('Content-Length', bytes.length)
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${whole.length}`)
  response.writeHead(range ? 206 : 200)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  void send(bytes, response, { cut: way === 'cut' && !range, waitMs: way === 'slow' ? 100 : 2 })
}

async function send(
  bytes: Uint8Array,
  response: ServerResponse,
  { cut, waitMs }: { readonly cut: boolean; readonly waitMs: number },
): Promise<void> {
  const step = Math.max(1, Math.ceil(bytes.length / PIECES))
  for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
    if (cut && at >= bytes.length / 2) {
      response.destroy()
      return
    }
    response.write(bytes.subarray(at, at + step))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  response.end()
}

/** For browser tests: the same from the test server. */
export function testDownloads(): Plugin {
  return {
    name: 'geoforge:test-downloads',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0]!
        if (path.startsWith(TEST_DOWNLOADS))
          answerDownload(path.slice(TEST_DOWNLOADS.length), request, response)
        else next()
      })
    },
  }
}
