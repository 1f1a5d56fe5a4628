const KEY = 'geoforge-draft'

/** Keeps what is typed and not asked yet, as long as the tab lives. */
export interface DraftShelf {
  read(): string
  write(text: string): void
}

/** Over the tab's own storage; where that is refused the draft lives in the page alone. */
export const tabDraft: DraftShelf = {
  read() {
    try {
      return sessionStorage.getItem(KEY) ?? ''
    } catch {
      return ''
    }
  },
  write(text) {
    try {
      if (text === '') sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, text)
    } catch {
      // Refused or full: nothing that is asked hangs on it.
    }
  },
}
