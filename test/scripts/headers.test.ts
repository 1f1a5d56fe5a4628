import { describe, expect, it } from 'vitest'
import { HEADERS, META_POLICY } from '../../scripts/lib/headers.ts'
import { sealedPage } from '../../scripts/lib/sealed-page.ts'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/) as [string, string]))

describe('META_POLICY', () => {
  const policy = directives(META_POLICY)

  it('lets the page talk to its own origin alone', () => {
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(META_POLICY).not.toMatch(/https?:|\*|unsafe-inline|'unsafe-eval'/)
  })

  it('is that of the header, less the one directive that a meta element cannot carry', () => {
    const header = directives(HEADERS['Content-Security-Policy'] ?? '')
    expect(header.get('frame-ancestors')).toBe("'none'")
    header.delete('frame-ancestors')
    expect(header).toEqual(policy)
  })
})

describe('sealedPage', () => {
  it('puts the policy before anything that it should hold for', () => {
    const hook = sealedPage().transformIndexHtml as () => unknown
    expect(hook()).toMatchObject([{ attrs: { content: META_POLICY }, injectTo: 'head-prepend' }])
  })
})
