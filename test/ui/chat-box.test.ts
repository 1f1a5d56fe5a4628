import { afterEach, describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../src/ui/chat/announcer.ts'
import { tabDraft } from '../../src/ui/chat/draft-shelf.ts'
import { fromHistory } from '../../src/ui/chat/history.ts'
import { EVENTS } from './fake-run.ts'

describe('fromHistory', () => {
  const asked = ['first', 'again', 'last', 'again']

  it('goes back from the newest, each question once, and stays at the oldest', () => {
    expect(fromHistory(asked, '', 'back')).toBe('again')
    expect(fromHistory(asked, 'again', 'back')).toBe('last')
    expect(fromHistory(asked, 'last', 'back')).toBe('first')
    expect(fromHistory(asked, 'first', 'back')).toBeNull()
  })

  it('comes forth again to the empty box', () => {
    expect(fromHistory(asked, 'last', 'forth')).toBe('again')
    expect(fromHistory(asked, 'again', 'forth')).toBe('')
    expect(fromHistory(asked, '', 'forth')).toBeNull()
  })

  it('leaves the keys to what is being written', () => {
    expect(fromHistory(asked, 'something new', 'back')).toBeNull()
    expect(fromHistory([], '', 'back')).toBeNull()
  })
})

describe('tabDraft', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('keeps a draft as long as the tab lives', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    tabDraft.write('half a quest')
    expect(tabDraft.read()).toBe('half a quest')
    tabDraft.write('')
    expect(kept.size).toBe(0)
    expect(tabDraft.read()).toBe('')
  })

  it('does without storage that is refused or full', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(tabDraft.read()).toBe('')
    expect(() => tabDraft.write('text')).not.toThrow()
    expect(() => tabDraft.write('')).not.toThrow()
  })
})

describe('Announcer', () => {
  afterEach(() => vi.useRealTimers())
  const of = (type: string, step?: number) =>
    EVENTS.find(
      (event) => event.type === type && (step === undefined || ('step' in event && event.step === step)),
    )!

  it('tells the beginning and the end of a slow step once each, and no progress', () => {
    vi.useFakeTimers()
    const said: string[] = []
    const announcer = new Announcer((text) => said.push(text))
    announcer.take(of('step-start', 1))
    vi.advanceTimersByTime(1000)
    announcer.take(of('step-progress', 1))
    vi.advanceTimersByTime(1000)
    announcer.take(of('step-end', 1))
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['Step 1: Burn ratio before the fire', 'Step 1 is done'])
  })

  it('makes one line of a fast step, and one telling of all that comes at once', () => {
    vi.useFakeTimers()
    const said: string[] = []
    const announcer = new Announcer((text) => said.push(text))
    for (const event of EVENTS) announcer.take(event)
    expect(said).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(said).toEqual([
      'Step 1: Burn ratio before the fire, done. Step 2: What the fire changed, done. Step 3: Area of what burned, done. ' +
        'Answer: Between 2024-08-01 and 2024-09-20, 8,026.1 ha burned (dNBR at least 0.27).',
    ])
  })
})
