/** What a key does; a number is a place in the header's views, from 1. */
export type Shortcut = 'question' | 'list' | number

/** Views that can be opened by Alt and their number, in the order of the header. */
export const NUMBERED = ['start', 'analyse', 'memory', 'lessons', 'models'] as const

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
>

/** The shortcut that a key is, null where it is none. `singles`: keys alone count too, which can be switched off. */
export function shortcutOf(event: Key, singles: boolean): Shortcut | null {
  const { key, code, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
  if (isComposing || defaultPrevented || ctrlKey || metaKey) return null
  if (altKey) {
    // By its place on the keyboard: with Alt it writes another sign on some systems.
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)
    const number = Number(digit?.[1] ?? 0)
    return !event.shiftKey && number >= 1 && number <= NUMBERED.length ? number : null
  }
  if (!singles) return null
  return key === '/' ? 'question' : key === '?' ? 'list' : null
}

/** True where keys belong to what has the focus: a field that is typed in, a list that is searched by letters, a dialog. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('dialog,[role="dialog"],[role="application"]')) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  return target.matches('textarea,select')
}
