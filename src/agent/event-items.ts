import { creditOf } from '../memory/credit.ts'
import type { MemoryCommit } from '../memory/types.ts'
import type { MemoryChangeItem, Recalled } from '../trace/events.ts'
import type { Brief } from './brief.ts'

/** What was recalled for an ask, as people see it. */
export function recalledItems({ recall, sop }: Brief): Recalled[] {
  return [
    ...recall.skills.map(({ item, score }) => ({
      kind: 'skill' as const,
      id: item.id,
      title: item.title,
      score,
      state: item.state,
      used: item.id === sop?.skill.id,
    })),
    ...recall.workflows.map(({ item, score }) => ({
      kind: 'workflow' as const,
      id: item.id,
      title: item.description,
      score,
      state: item.state,
      used: sop === null,
    })),
    ...recall.experiences.map(({ item, score }) => ({
      kind: 'experience' as const,
      id: item.id,
      title: item.correction,
      score,
      state: item.state,
      used: true,
    })),
  ]
}

/** A row that a commit changes, as people see it. */
export function changeItem(change: MemoryCommit['changes'][number]): MemoryChangeItem {
  return {
    table: change.table,
    id: change.id,
    change: change.before === null ? 'added' : change.after === null ? 'removed' : 'updated',
    title: titleOf(change) ?? change.id,
    credit: creditOf(change),
  }
}

function titleOf(change: MemoryCommit['changes'][number]): string | undefined {
  switch (change.table) {
    case 'skills':
      return (change.after ?? change.before)?.title
    case 'workflows':
      return (change.after ?? change.before)?.description
    case 'experiences':
      return (change.after ?? change.before)?.correction
    case 'edges':
      return change.id.replace('>', ' → ')
  }
}
