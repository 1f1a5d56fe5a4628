import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HEADERS, headersFor } from '../../scripts/lib/headers.ts'
import { holderOf } from '../../scripts/lib/port-holder.ts'
import { serve, type RunningServer } from '../../scripts/lib/server.ts'

const outside = mkdtempSync(join(tmpdir(), 'geoforge-server-'))
const folder = join(outside, 'dist')
let server: RunningServer

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'assets', 'a b.wasm'), '0123456789')
  writeFileSync(join(folder, 'empty.txt'), '')
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  server = await serve({ folder, port: 0, headers: headersFor })
})

afterAll(async () => {
  await server.close()
  rmSync(outside, { recursive: true })
})

const get = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init)

/** Sends the path as it stands; fetch would tidy it first. */
function rawStatus(path: string): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

describe('serve', () => {
  it('answers a folder with its page', async () => {
    const response = await get('/')
    expect(await response.text()).toBe('<p>page</p>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('sends policy and isolation with each response, refusals too', async () => {
    for (const path of ['/', '/assets/a%20b.wasm', '/missing']) {
      const { headers } = await get(path)
      for (const [name, value] of Object.entries(HEADERS)) expect(headers.get(name), path).toBe(value)
    }
  })

  it('answers a file that is not there with 404, not with the page', async () => {
    const response = await get('/models/config.json')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('page')
  })

  it('sends a range', async () => {
    const response = await get('/assets/a%20b.wasm', { headers: { Range: 'bytes=2-4' } })
    expect(response.status).toBe(206)
    expect(await response.text()).toBe('234')
    expect(response.headers.get('content-range')).toBe('bytes 2-4/10')
    expect(response.headers.get('content-type')).toBe('application/wasm')
  })

  it('refuses a range beyond the end', async () => {
    const response = await get('/assets/a%20b.wasm', { headers: { Range: 'bytes=10-' } })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
  })

  it('sends an empty file', async () => {
    const response = await get('/empty.txt')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/%00',
    '/%',
  ])('keeps inside its folder for %s', async (path) => {
    expect(await rawStatus(path)).toBe(404)
  })

  it('takes no writing methods', async () => {
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405)
  })

  it('fails where the port is taken', async () => {
    const port = Number(new URL(server.url).port)
    await expect(serve({ folder, port, headers: headersFor })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe('holderOf', () => {
  it('knows another GeoForge', async () => {
    expect(await holderOf(Number(new URL(server.url).port))).toBe('a GeoForge that is already running')
  })

  it('gives null for a free port', async () => {
    const other = await serve({ folder, port: 0, headers: () => ({}) })
    await other.close()
    expect(await holderOf(Number(new URL(other.url).port))).toBeNull()
  })
})
