import type { Activation, EntryLife, Usage } from '../types.ts'

/** An entry made active by evidence; what made it active first stays. */
export const activated = <Entry extends EntryLife>(entry: Entry, activation: Activation): Entry => ({
  ...entry,
  state: 'active',
  activation: entry.state === 'active' ? (entry.activation ?? activation) : activation,
})

/** The life of two entries that are one from now on, without its provenance. */
export function unitedActivation(
  first: EntryLife,
  second: EntryLife,
): Pick<EntryLife, 'state' | 'activation' | 'pinned' | 'usage' | 'createdAt'> {
  const active = [first, second].filter(({ state }) => state === 'active')
  const since = ({ activation }: EntryLife) => activation?.at ?? Number.POSITIVE_INFINITY
  const [earliest] = active.toSorted((a, b) => since(a) - since(b))
  return {
    state: earliest ? 'active' : first.state,
    activation: earliest?.activation ?? null,
    pinned: first.pinned || second.pinned,
    usage: unitedUsage(first.usage, second.usage),
    createdAt: Math.min(first.createdAt, second.createdAt),
  }
}

const unitedUsage = (first: Usage, second: Usage): Usage => ({
  uses: first.uses + second.uses,
  helped: first.helped + second.helped,
  hurt: first.hurt + second.hurt,
  lastUsed:
    first.lastUsed === null
      ? second.lastUsed
      : second.lastUsed === null
        ? first.lastUsed
        : Math.max(first.lastUsed, second.lastUsed),
})
