import { describe, expect, it } from 'vitest'
import { Ledger, oncePerRequest, type LedgerEntry, type LedgerView } from '../../src/bridge/ledger.ts'

const entry = (url: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ at: 1, by: 'page', url, bytes: 0, refused: false },
  ...more,
})

const ledger = () => new Ledger('https://geo.test:8443/class/')

describe('a refused request', () => {
  it('is one, however many policies report it', () => {
    const first = oncePerRequest()
    const told = [
      ['https://a.test/', 'header'],
      ['https://a.test/', 'meta'],
      ['https://a.test/', 'header'],
      ['https://b.test/', 'meta'],
      ['https://a.test/', 'meta'],
      ['https://b.test/', 'header'],
    ] as const
    expect(told.map(([url, policy]) => first(url, policy))).toEqual([true, false, true, true, false, false])
  })
})

describe('the ledger', () => {
  it('counts by host, the own site first, what was refused apart', () => {
    const book = ledger()
    book.add([
      entry('https://b.test/x', { bytes: 70 }),
      entry('https://a.test/', { refused: true, bytes: null }),
    ])
    book.add([
      entry('https://geo.test:8443/class/assets/a.js', { bytes: 1200 }),
      entry('https://b.test/y', { bytes: null }),
    ])
    expect(book.view.hosts).toEqual([
      { host: 'geo.test:8443', own: true, sent: 1, refused: 0, bytes: 1200 },
      { host: 'a.test', own: false, sent: 0, refused: 1, bytes: 0 },
      { host: 'b.test', own: false, sent: 2, refused: 0, bytes: 70 },
    ])
  })

  it('takes another port of the same name for another host', () => {
    const book = ledger()
    book.add([entry('https://geo.test/x')])
    expect(book.view.hosts.map(({ own }) => own)).toEqual([false])
  })

  it('shows the newest first, whoever told them last', () => {
    const book = ledger()
    book.add([entry('https://a.test/2', { at: 2 }), entry('https://a.test/4', { at: 4 })])
    book.add([entry('https://a.test/3', { at: 3 })])
    expect(book.view.latest.map(({ at }) => at)).toEqual([4, 3, 2])
  })

  it('forgets old entries and counts them still', () => {
    const book = ledger()
    book.add(Array.from({ length: 700 }, (_, at) => entry('https://a.test/', { at })))
    expect(book.view.latest).toHaveLength(500)
    expect(book.view.latest.at(-1)!.at).toBe(200)
    expect(book.view.hosts[0]!.sent).toBe(700)
  })

  it('tells who listens, until they stop', () => {
    const book = ledger()
    const heard: LedgerView[] = []
    const stop = book.onView((view) => heard.push(view))
    book.add([entry('https://a.test/')])
    stop()
    book.add([entry('https://a.test/')])
    expect(heard.map(({ hosts }) => hosts[0]!.sent)).toEqual([1])
  })
})
