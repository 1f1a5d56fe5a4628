import { describe, expect, it } from 'vitest'
import { isNewcomer, routeOf } from '../../src/ui/routes.ts'
import { shortcutOf } from '../../src/ui/settings/shortcuts.ts'
import { readWishes } from '../../src/ui/settings/units.svelte.ts'

const key = (over: Partial<KeyboardEvent>) => ({
  key: '',
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...over,
})

describe('shortcutOf', () => {
  it('knows the keys of the list', () => {
    expect(shortcutOf(key({ key: '/', code: 'Slash' }), true)).toBe('question')
    expect(shortcutOf(key({ key: '?', code: 'Slash', shiftKey: true }), true)).toBe('list')
    // A slash that is Shift and 7, as on a German or Spanish keyboard.
    expect(shortcutOf(key({ key: '/', code: 'Digit7', shiftKey: true }), true)).toBe('question')
    // Alt and 1 write ¡ on a Mac: the place of the key counts.
    expect(shortcutOf(key({ key: '¡', code: 'Digit1', altKey: true }), true)).toBe(1)
    expect(shortcutOf(key({ key: '5', code: 'Numpad5', altKey: true }), true)).toBe(5)
  })

  it('leaves all other keys to the browser', () => {
    for (const other of [
      key({ key: '6', code: 'Digit6', altKey: true }),
      key({ key: '1', code: 'Digit1', altKey: true, ctrlKey: true }),
      key({ key: '1', code: 'Digit1', metaKey: true }),
      key({ key: '1', code: 'Digit1' }),
      key({ key: '/', ctrlKey: true }),
      key({ key: '/', isComposing: true }),
      key({ key: '/', defaultPrevented: true }),
      key({ key: 'a', code: 'KeyA' }),
    ])
      expect(shortcutOf(other, true), JSON.stringify(other)).toBeNull()
  })

  it('takes no single keys where they are switched off', () => {
    expect(shortcutOf(key({ key: '/' }), false)).toBeNull()
    expect(shortcutOf(key({ key: '?' }), false)).toBeNull()
    expect(shortcutOf(key({ key: '2', code: 'Digit2', altKey: true }), false)).toBe(2)
  })
})

describe('routeOf', () => {
  it('shows a newcomer the start, and everyone else the analysis', () => {
    expect(routeOf('', isNewcomer({ layers: 0, runs: 0 }))).toBe('start')
    expect(routeOf('', isNewcomer({ layers: 1, runs: 0 }))).toBe('analyse')
    expect(routeOf('', isNewcomer({ layers: 0, runs: 1 }))).toBe('analyse')
  })

  it('goes where the address says', () => {
    expect(routeOf('lessons/burn-severity', true)).toBe('lessons')
    expect(routeOf('run/run-1', true)).toBe('analyse')
    expect(routeOf('settings', false)).toBe('settings')
    expect(routeOf('nowhere', true)).toBe('analyse')
  })
})

describe('readWishes', () => {
  it('takes units that can be chosen and nothing else', () => {
    expect(readWishes('{"area":"acre","temperature":"degF","length":"km","colour":"red"}')).toEqual({
      area: 'acre',
      length: 'km',
    })
    for (const kept of [null, '', '[]', '7', 'null', '{"area":"m"}', '{"area":{"toString":1}}'])
      expect(readWishes(kept), String(kept)).toEqual({})
  })
})
