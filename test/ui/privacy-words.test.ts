import { describe, expect, it } from 'vitest'
import { metaPolicy } from '../../scripts/lib/headers.ts'
import { badgeWords, directives } from '../../src/ui/privacy/words.ts'

const own = { host: 'geo.test', own: true, sent: 31, refused: 0, bytes: 5 }
const other = { host: 'a.test', own: false, sent: 2, refused: 1, bytes: 9 }

describe('the badge', () => {
  it('is calm while nobody else was asked', () => {
    expect(badgeWords('sealed', [own])).toMatchObject({
      page: 'Sealed ·',
      sent: '0',
      rest: ' sent out',
      reaches: false,
    })
  })

  it('says what went to others and what was refused', () => {
    const words = badgeWords('connected', [own, other])
    expect(words).toMatchObject({ sent: '2', rest: ' sent out, 1 refused', reaches: true })
    expect(words.title).toContain(
      '31 requests to its own site, 2 to other hosts, and the browser refused 1 request.',
    )
  })

  it('is no longer calm where a sealed page reached somebody after all', () => {
    expect(badgeWords('sealed', [own, other]).reaches).toBe(true)
  })
})

describe('the policy in words', () => {
  it('explains each part of the real ones', () => {
    for (const path of ['/', '/connected.html']) {
      const parts = directives(metaPolicy(path))
      expect(parts.length).toBeGreaterThan(8)
      const unexplained = parts.filter(({ means }) => means === null).map(({ name }) => name)
      expect(unexplained).toEqual([])
    }
  })

  it('keeps sources as they stand', () => {
    expect(directives("default-src 'none';  connect-src 'self' https:;")).toMatchObject([
      { name: 'default-src', sources: "'none'" },
      { name: 'connect-src', sources: "'self' https:" },
    ])
  })
})
