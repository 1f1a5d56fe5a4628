import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Outbound } from '../../src/bridge/outbound.ts'
import type { PageKind } from '../../src/bridge/page.ts'
import { receiveStream, sendStream } from '../../src/bridge/streams.ts'
import { connectServer } from '../../src/models/server/index.ts'

const BASE = 'http://localhost:4180/'

function outbound(page: PageKind, allowed: readonly string[], finalUrl?: string) {
  const sent: { url: string; init: RequestInit }[] = []
  let cancelled = false
  const out = new Outbound({
    page,
    base: BASE,
    allowedHosts: () => Promise.resolve(allowed),
    fetch: (url, init) => {
      const address = url instanceof URL ? url.href : new Request(url).url
      sent.push({ url: address, init: init! })
      const body = new ReadableStream({
        cancel: () => {
          cancelled = true
        },
      })
      const response = new Response(body)
      Object.defineProperty(response, 'url', { value: finalUrl ?? address })
      return Promise.resolve(response)
    },
  })
  return { out, sent, wasCancelled: () => cancelled }
}

describe('Outbound', () => {
  it('sends nothing to another host from the sealed page, allowed or not, and keeps that on its list', async () => {
    const { out, sent } = outbound('sealed', ['models.test'])
    await expect(out.request('https://models.test/x')).rejects.toMatchObject({
      code: 'host_not_allowed',
      details: { host: 'models.test' },
    })
    expect(sent).toEqual([])
    expect(out.requests).toMatchObject([{ url: 'https://models.test/x', status: null, answeredBy: null }])
    expect(out.requests[0]!.refused).toContain('sealed')
  })

  it('lets a server of this machine that is not running be told in words that help', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const host = `127.0.0.1:${port}`
    const out = new Outbound({ page: 'connected', base: BASE, allowedHosts: () => Promise.resolve([host]) })
    const ask = connectServer({
      url: `http://${host}`,
      model: 'tiny',
      fetch: (address, init) => out.request(new Request(address).url, init),
    })
    await expect(ask).rejects.toThrow(/nobody answers .*: start the server \(ollama serve/)
    // Knocked at once more, with nothing to be read.
    expect(out.requests).toHaveLength(2)
  })

  it('sends a request without an answer to read as such', async () => {
    const { out, sent } = outbound('connected', ['models.test'])
    await out.request('https://models.test/', { mode: 'no-cors' })
    await out.request('https://models.test/', { mode: 'same-origin' })
    expect(sent.map(({ init }) => init.mode)).toEqual(['no-cors', 'cors'])
  })

  it('asks its own site from either page, and lists no such request', async () => {
    const { out, sent } = outbound('sealed', [])
    await out.request('models/index.json')
    expect(sent.map(({ url }) => url)).toEqual([`${BASE}models/index.json`])
    expect(out.requests).toEqual([])
  })

  it('sends nothing to a host that was not allowed', async () => {
    const { out, sent } = outbound('connected', ['models.test'])
    for (const url of [
      'https://other.test/',
      'https://models.test:8443/',
      'https://models.test.evil.test/',
    ]) {
      await expect(out.request(url)).rejects.toMatchObject({ code: 'host_not_allowed' })
    }
    expect(sent).toEqual([])
  })

  it('asks an allowed host without cookies or referrer', async () => {
    const { out, sent } = outbound('connected', ['models.test'])
    await out.request('https://models.test/x', { headers: { Range: 'bytes=5-' } })
    expect(sent[0]!.init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { Range: 'bytes=5-' },
    })
    expect(out.requests).toMatchObject([{ status: 200, answeredBy: 'models.test', refused: null }])
  })

  it.each([
    'http://models.test/x',
    'http://[::1]:8080/',
    'ftp://models.test/x',
    'https://me:secret@models.test/',
    'nonsense:',
  ])('refuses %s', async (url) => {
    const { out, sent } = outbound('connected', ['models.test', ''])
    await expect(out.request(url)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(sent).toEqual([])
  })

  it('reaches a server of this machine without encryption', async () => {
    const { out, sent } = outbound('connected', ['localhost:11434', '127.0.0.1:8080'])
    await out.request('http://localhost:11434/v1/models')
    await out.request('http://127.0.0.1:8080/')
    expect(sent).toHaveLength(2)
  })

  it('drops an answer of a host that it was forwarded to and that was not allowed', async () => {
    const { out, wasCancelled } = outbound('connected', ['models.test'], 'https://elsewhere.test/x')
    await expect(out.request('https://models.test/x')).rejects.toMatchObject({
      code: 'host_not_allowed',
      details: { host: 'elsewhere.test' },
    })
    expect(wasCancelled()).toBe(true)
    expect(out.requests).toMatchObject([{ answeredBy: 'elsewhere.test' }])
  })

  it('takes the file servers of a hub as allowed with it, and no look-alikes', async () => {
    const file = 'https://cas-bridge.xethub.hf.co/x'
    const { out } = outbound('connected', ['huggingface.co'], file)
    await out.request('https://huggingface.co/x')
    const alike = outbound('connected', ['huggingface.co'], 'https://nothf.co/x')
    await expect(alike.out.request('https://huggingface.co/x')).rejects.toMatchObject({
      code: 'host_not_allowed',
    })
  })
})

describe.each([
  ['transfers it', true],
  ['asks for its pieces', false],
])('a stream to another thread, where the browser %s', (_way, canTransfer) => {
  /** As postMessage would carry it. */
  const carry = (stream: ReadableStream<Uint8Array>) => {
    const sent = sendStream(stream, canTransfer)
    return receiveStream(structuredClone(sent, { transfer: [sent as unknown as ArrayBuffer] }))
  }

  it('arrives in order and ends', async () => {
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of [[1, 2], [3], [4, 5]]) controller.enqueue(Uint8Array.from(piece))
        controller.close()
      },
    })
    expect(new Uint8Array(await new Response(carry(source)).arrayBuffer())).toEqual(
      Uint8Array.from([1, 2, 3, 4, 5]),
    )
  })

  it('is cancelled at its source', async () => {
    const cancelled = new Promise<void>((resolve) => {
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(10)),
        cancel: () => resolve(),
      })
      const reader = carry(source).getReader()
      void reader.read().then(() => reader.cancel())
    })
    await cancelled
  })

  it('fails where its source fails', async () => {
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('network')),
    })
    await expect(carry(source).getReader().read()).rejects.toThrow(/network/)
  })
})
