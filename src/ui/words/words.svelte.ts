import { english } from './en/index.ts'

export type LanguageId = 'en' | 'es'
export type Words = typeof english

export const LANGUAGES: readonly { readonly id: LanguageId; readonly name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Español' },
]

const KEY = 'geoforge-language'
/** English is always there; others are fetched when they are chosen. */
const FETCHED: Readonly<Record<Exclude<LanguageId, 'en'>, () => Promise<Words>>> = {
  es: async () => (await import('./es/index.ts')).spanish,
}

/**
 * The interface's language: as it was chosen in this browser, English until then. Questions, answers and what tools report
 * stay English, and with them the writing of numbers: 1,234.5 must not mean two things on one page.
 */
export class Language {
  id = $state<LanguageId>('en')
  words = $state.raw<Words>(english)

  /** @throws TypeError where its words cannot be fetched; the language then stays */
  async choose(id: LanguageId): Promise<void> {
    this.words = id === 'en' ? english : await FETCHED[id]()
    this.id = id
    document.documentElement.lang = id
    try {
      localStorage.setItem(KEY, id)
    } catch {
      // Storage can be refused in a private window: the choice then holds for this page alone.
    }
  }

  /** Takes up what was chosen before; English where that cannot be had. */
  async restore(): Promise<void> {
    const kept = LANGUAGES.find(({ id }) => id === read())
    if (kept && kept.id !== this.id) await this.choose(kept.id).catch(() => undefined)
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export const language = new Language()

/** What to say, in the language chosen: `words.chat.ask`. Read it where it is shown, or it will not change with the language. */
export const words: Words = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.keys(english).map((part) => [
      part,
      { enumerable: true, get: () => language.words[part as keyof Words] },
    ]),
  ),
) as Words
