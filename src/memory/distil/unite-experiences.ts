import { unitedRuns } from '../provenance.ts'
import type { Experience } from '../types.ts'
import { unitedActivation } from './activation.ts'
import type { Changes } from './changes.ts'
import { isOpen } from './merge.ts'

/** Makes one of all experiences of an equivalence class, those in quarantine left alone. */
export function uniteExperiences(changes: Changes, equivalence: string): void {
  const same = changes
    .rows('experiences')
    .filter((row) => isOpen(row) && row.equivalence === equivalence)
    .sort(byPlace)
  const [first, ...others] = same
  if (!first || others.length === 0) return
  for (const { id } of others) {
    changes.remove('experiences', id, 'another says the same and took over its counts')
  }
  changes.put('experiences', others.reduce(united, first))
}

/** Which keeps its place: a person's own, one made here before one that was imported, the older before the newer. */
function byPlace(a: Experience, b: Experience): number {
  const place = ({ origin }: Experience) => (origin === 'hand' ? 0 : origin === 'imported' ? 2 : 1)
  return place(a) - place(b) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

const united = (first: Experience, second: Experience): Experience => ({
  ...first,
  ...unitedActivation(first, second),
  provenance: unitedRuns(first.provenance, second.provenance),
  count:
    first.origin === 'imported'
      ? first.count
      : first.count + (second.origin === 'imported' ? 0 : second.count),
})
