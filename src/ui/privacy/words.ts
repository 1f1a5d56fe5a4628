import type { LedgerHost, PageKind } from '../../bridge/index.ts'
import { words } from '../words/words.svelte.ts'

export interface BadgeWords {
  readonly page: string
  /** Requests sent to other hosts. */
  readonly sent: string
  readonly rest: string
  readonly title: string
  /** The page may reach other hosts, or has. */
  readonly reaches: boolean
}

/** What the badge of the header says. */
export function badgeWords(page: PageKind, hosts: readonly LedgerHost[]): BadgeWords {
  const others = hosts.filter(({ own }) => !own)
  const sum = (list: readonly LedgerHost[], of: 'sent' | 'refused') =>
    list.reduce((all, host) => all + host[of], 0)
  const sent = sum(others, 'sent')
  const refused = sum(others, 'refused')
  const own = sum(
    hosts.filter((host) => host.own),
    'sent',
  )
  return {
    page: words.privacy.badge[page],
    sent: String(sent),
    rest: words.privacy.badge.rest(refused),
    title: words.privacy.badge.title(own, sent, refused),
    reaches: page === 'connected' || sent > 0,
  }
}

export interface Directive {
  readonly name: string
  readonly sources: string
  /** What it keeps from happening, for people; null where there is nothing to add. */
  readonly means: string | null
}

/** The parts of a Content-Security-Policy, in its order. */
export function directives(policy: string): readonly Directive[] {
  const meanings: Readonly<Record<string, string>> = words.privacy.directives
  return policy
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...sources] = part.split(/\s+/)
      return { name, sources: sources.join(' '), means: meanings[name] ?? null }
    })
}
