import type { MemoryTable, RowChange } from '../types.ts'
import type { Changes } from './changes.ts'

const NAMES: Readonly<Record<MemoryTable, readonly [string, string]>> = {
  skills: ['skill', 'skills'],
  workflows: ['workflow', 'workflows'],
  experiences: ['experience', 'experiences'],
  edges: ['transition', 'transitions'],
}

const counted = (count: number, table: MemoryTable) => `${count} ${NAMES[table][count === 1 ? 0 : 1]}`

/** '1 skill learned, 2 workflows updated'; rows that go are told by `removalWords`. */
export function changeWords(changes: readonly RowChange[]): string {
  return (Object.keys(NAMES) as MemoryTable[])
    .flatMap((table) => {
      const rows = changes.filter((change) => change.table === table && change.after !== null)
      const added = rows.filter(({ before }) => before === null).length
      const updated = rows.length - added
      return [
        ...(added > 0 ? [`${counted(added, table)} learned`] : []),
        ...(updated > 0 ? [`${counted(updated, table)} updated`] : []),
      ]
    })
    .join(', ')
}

/** ' 1 workflow removed: the same as another, which took over its counts.'; empty where nothing goes. */
export function removalWords(changes: Changes): string {
  const counts = new Map<string, { table: MemoryTable; why: string; count: number }>()
  for (const { table, why } of changes.removals()) {
    const known = counts.get(`${table} ${why}`) ?? { table, why, count: 0 }
    counts.set(`${table} ${why}`, { ...known, count: known.count + 1 })
  }
  return [...counts.values()]
    .map(({ table, why, count }) => ` ${counted(count, table)} removed: ${why}.`)
    .join('')
}
