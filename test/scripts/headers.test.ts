import { describe, expect, it } from 'vitest'
import { CONNECTED_HEADERS, HEADERS, headersFor, metaPolicy } from '../../scripts/lib/headers.ts'
import { sealedPage } from '../../scripts/lib/sealed-page.ts'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/) as [string, string]))

const sealed = metaPolicy('/index.html')

describe('metaPolicy', () => {
  const policy = directives(sealed)

  it('lets the page talk to its own origin alone', () => {
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(sealed).not.toMatch(/https?:|\*|unsafe-inline|'unsafe-eval'/)
  })

  it('is that of the header, less the one directive that a meta element cannot carry', () => {
    const header = directives(HEADERS['Content-Security-Policy'] ?? '')
    expect(header.get('frame-ancestors')).toBe("'none'")
    header.delete('frame-ancestors')
    expect(header).toEqual(policy)
  })

  it('differs for the connected page in the hosts it may fetch from, and in nothing else', () => {
    const connected = directives(metaPolicy('/connected.html'))
    expect(connected.get('connect-src')).toMatch(/^'self' https: http:\/\/localhost:\*/)
    connected.set('connect-src', "'self'")
    expect(connected).toEqual(policy)
  })
})

describe('headersFor', () => {
  it('gives the wider policy to the connected page alone', () => {
    expect(headersFor('/connected.html')).toBe(CONNECTED_HEADERS)
    for (const path of [
      '/',
      '/index.html',
      '/assets/agent.js',
      '/report/connected.html',
      '/connected.html/x',
    ]) {
      expect(headersFor(path), path).toBe(HEADERS)
    }
  })
})

describe('sealedPage', () => {
  it('puts the policy before anything that it should hold for', () => {
    const hook = sealedPage().transformIndexHtml as (html: string, page: { path: string }) => unknown
    for (const path of ['/index.html', '/connected.html']) {
      expect(hook('', { path })).toMatchObject([
        { attrs: { content: metaPolicy(path) }, injectTo: 'head-prepend' },
      ])
    }
  })
})
