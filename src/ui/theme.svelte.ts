export type Theme = 'system' | 'light' | 'dark'

const KEY = 'geoforge-theme'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Light or dark: the system's wish until a person chooses; the choice is remembered in this browser. */
export class ThemeState {
  theme = $state<Theme>('system')

  constructor() {
    const kept = THEMES.find((theme) => theme === read())
    this.#apply(kept ?? 'system')
  }

  /** The next of system, light, dark. */
  cycle(): void {
    const next = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system'
    this.choose(next)
  }

  choose(theme: Theme): void {
    this.#apply(theme)
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // Storage can be refused in a private window: the choice then holds for this page alone.
    }
  }

  #apply(theme: Theme): void {
    this.theme = theme
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
