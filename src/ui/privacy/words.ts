import type { LedgerHost, PageKind } from '../../bridge/index.ts'
import { counted } from '../parts/format.ts'

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
  const told = [
    `Since it opened this page made ${counted(own, 'request', 'requests')} to its own site`,
    `${sent === 0 ? 'none' : String(sent)} to other hosts`,
    ...(refused > 0 ? [`and the browser refused ${counted(refused, 'request', 'requests')}`] : []),
  ]
  return {
    page: page === 'sealed' ? 'Sealed ·' : 'Connected ·',
    sent: String(sent),
    rest: refused > 0 ? ` sent out, ${refused} refused` : ' sent out',
    title: `${told.join(', ')}. Open the list.`,
    reaches: page === 'connected' || sent > 0,
  }
}

export interface Directive {
  readonly name: string
  readonly sources: string
  /** What it keeps from happening, for people; null where there is nothing to add. */
  readonly means: string | null
}

const MEANINGS: Readonly<Record<string, string>> = {
  'default-src': 'What is not named below is not loaded from anywhere.',
  'script-src': 'Programs come from this site alone; WebAssembly is allowed, code made of text is not.',
  'worker-src': 'Workers run this site’s programs, or what those made here.',
  'connect-src': 'Where the page may send anything to.',
  'img-src': 'Pictures come from this site, or were made here.',
  'style-src': 'Styles come from this site; the one exception is the style of the charts, by its hash.',
  'font-src': 'Fonts come from this site.',
  'manifest-src': 'So does what an installed app is called.',
  'form-action': 'No form can be sent anywhere.',
  'base-uri': 'Addresses in the page cannot be bent to another site.',
  'frame-ancestors': 'No other site can show this page inside its own.',
}

/** The parts of a Content-Security-Policy, in its order. */
export function directives(policy: string): readonly Directive[] {
  return policy
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...sources] = part.split(/\s+/)
      return { name, sources: sources.join(' '), means: MEANINGS[name] ?? null }
    })
}
