import { fold } from '../../lib/text.ts'
import type { MemorySnapshot } from '../types.ts'
import type { Entry, EntryPage, EntryQuery, EntryTable } from './types.ts'

type Row = Entry['row']

export const ENTRY_TABLES: readonly EntryTable[] = ['skills', 'workflows', 'experiences']

/** One page of the entries of a kind that fit what was asked. */
export function findEntries(snapshot: MemorySnapshot, query: EntryQuery): EntryPage {
  const words = fold(query.text).split(/\s+/).filter(Boolean)
  const { state, origin, tool } = query
  const found = rowsOf(snapshot, query.table)
    .filter(
      (row) =>
        (state === null || (state === 'pinned' ? row.pinned : row.state === state)) &&
        (origin === null || row.origin === origin) &&
        (tool === null || toolsOf(row).includes(tool)) &&
        words.every((word) => searchText(row).includes(word)),
    )
    .sort(ORDERS[query.sort])
  const place = query.reveal === null ? -1 : found.findIndex(({ id }) => id === query.reveal)
  const wanted = place >= 0 ? place : Math.min(query.offset, Math.max(0, found.length - 1))
  const offset = wanted - (wanted % query.limit)
  return {
    total: found.length,
    offset,
    entries: found.slice(offset, offset + query.limit).map((row) => ({ table: query.table, row }) as Entry),
  }
}

export function rowsOf(snapshot: MemorySnapshot, table: EntryTable): readonly Row[] {
  return snapshot[table]
}

const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

// What came with the app goes last: a person looks for what this browser added.
const newest = (a: Row, b: Row): number =>
  Number(a.origin === 'seed') - Number(b.origin === 'seed') || b.createdAt - a.createdAt || byId(a, b)

const ORDERS: Readonly<Record<EntryQuery['sort'], (a: Row, b: Row) => number>> = {
  newest,
  'most-used': (a, b) => b.usage.uses - a.usage.uses || newest(a, b),
  'most-hurt': (a, b) => b.usage.hurt - a.usage.hurt || newest(a, b),
}

const tools = new WeakMap<Row, readonly string[]>()

/** Names of the tools that an entry uses or speaks of, each once. */
export function toolsOf(row: Row): readonly string[] {
  let known = tools.get(row)
  if (!known) {
    const named =
      'steps' in row
        ? row.steps.map(({ tool }) => tool)
        : 'sequence' in row
          ? row.sequence
          : [row.tool, ...row.operations]
    tools.set(row, (known = [...new Set(named)]))
  }
  return known
}

const texts = new WeakMap<Row, string>()

/** Rows keep their identity from one snapshot to the next, so each is folded once. */
function searchText(row: Row): string {
  let known = texts.get(row)
  if (known === undefined) texts.set(row, (known = fold(wordsOf(row).join('\n'))))
  return known
}

function wordsOf(row: Row): readonly string[] {
  const common = [row.id, row.taskType, row.taskType.replaceAll('-', ' '), ...toolsOf(row)]
  if ('steps' in row) {
    const purposes = row.steps.map(({ purpose }) => purpose)
    return [...common, row.title, row.description, ...purposes, ...row.notes, ...row.rules]
  }
  if ('sequence' in row) return [...common, row.description, ...row.parameters, ...row.cautions]
  return [...common, row.trigger, row.correction, row.kind]
}
