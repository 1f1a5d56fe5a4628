import { describe, expect, it } from 'vitest'
import {
  countsOf,
  edgePage,
  findEntries,
  gateLog,
  graphOf,
  historyOf,
  journalPage,
  judgedRuns,
  toolView,
} from '../../../src/memory/view/index.ts'
import type { EntryQuery, JournalReader } from '../../../src/memory/view/types.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { baseOf, differences, EMPTY_SNAPSHOT, snapshotAt } from '../../../src/memory/journal/index.ts'
import { memoryStore } from '../../../src/memory/store-in-memory.ts'
import type { Edge, MemorySnapshot } from '../../../src/memory/types.ts'
import { workflowOf } from '../../helpers/memory.ts'
import { readerOf } from '../../ui/fake-memory.ts'
import { live } from '../journal/random-memory.ts'
import { manyEntries } from '../../ui/many-entries.ts'
import { RECORD } from '../../ui/fake-run.ts'

const { snapshot, journal } = manyEntries(100)
const QUERY: EntryQuery = {
  table: 'workflows',
  text: '',
  state: null,
  origin: null,
  tool: null,
  sort: 'newest',
  offset: 0,
  limit: 20,
  reveal: null,
  at: null,
}
const ids = (query: Partial<EntryQuery>) =>
  findEntries(snapshot, { ...QUERY, ...query }).entries.map(({ row }) => row.id)

describe('findEntries', () => {
  it('gives pages, the newest first', () => {
    expect(ids({}).slice(0, 2)).toEqual(['flow-99', 'flow-98'])
    expect(ids({ offset: 80 }).at(-1)).toBe('flow-0')
    expect(findEntries(snapshot, { ...QUERY, offset: 500 }).offset).toBe(80)
  })

  it('finds entries that hold every word, in any case and order', () => {
    expect(ids({ text: 'KIND 42' })).toEqual(['flow-42'])
    expect(ids({ text: '42. area' })).toEqual(['flow-42'])
    expect(ids({ text: 'kind nowhere' })).toEqual([])
  })

  it('filters by state, pin, origin and tool', () => {
    const rows = (query: Partial<EntryQuery>) =>
      findEntries(snapshot, { ...QUERY, limit: 100, ...query }).entries.map(({ row }) => row)
    expect(rows({ state: 'quarantined' }).every(({ state }) => state === 'quarantined')).toBe(true)
    expect(rows({ state: 'pinned' }).map(({ pinned }) => pinned)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
    expect(rows({ origin: 'imported' })).toHaveLength(rows({ state: 'quarantined' }).length)
    const slopes = rows({ tool: 'slope' })
    expect(slopes.length).toBeGreaterThan(0)
    expect(slopes.every((row) => 'sequence' in row && row.sequence.includes('slope'))).toBe(true)
  })

  it('turns to the page of an entry that is asked for', () => {
    const page = findEntries(snapshot, { ...QUERY, reveal: 'flow-50' })
    expect(page.offset).toBe(40)
    expect(page.entries.map(({ row }) => row.id)).toContain('flow-50')
  })

  it('orders by use and by harm', () => {
    const [first] = findEntries(snapshot, { ...QUERY, sort: 'most-used' }).entries
    expect(first!.row.usage.uses).toBe(22)
    expect(findEntries(snapshot, { ...QUERY, sort: 'most-hurt' }).entries[0]!.row.usage.hurt).toBe(4)
  })

  it('answers a search over twenty thousand entries within a second, once they were read', () => {
    const large = manyEntries(20_000).snapshot
    findEntries(large, { ...QUERY, text: 'first' })
    const begun = performance.now()
    findEntries(large, { ...QUERY, text: 'kind 1999' })
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})

describe('countsOf', () => {
  it('counts states', () => {
    expect(countsOf(snapshot).workflows).toEqual({ all: 100, active: 25, candidate: 50, quarantined: 25 })
  })
})

const edge = (from: string, to: string, successes = 1, failures = 0): Edge => ({
  id: `${from}>${to}`,
  from,
  to,
  successes,
  failures,
})
const drawn: MemorySnapshot = {
  ...EMPTY_SNAPSHOT,
  edges: [edge('a', 'b', 1), edge('b', 'c', 0, 3), edge('c', 'd', 2)],
  workflows: [workflowOf({ sequence: ['a', 'b'] }), workflowOf({ id: 'other', sequence: ['e'] })],
}

describe('graphOf', () => {
  it('takes the transitions used most, whatever came of them, and the tools at their ends', () => {
    const { total, edges, tools } = graphOf(drawn, 2)
    expect(total).toBe(3)
    expect(edges.map(({ id }) => id)).toEqual(['b>c', 'c>d'])
    expect(tools.map(({ tool }) => tool)).toEqual(['b', 'c', 'd'])
  })

  it('adds the tools that workflows use alone where every transition is drawn', () => {
    expect(graphOf(drawn, 3).tools.map(({ tool }) => tool)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('edgePage', () => {
  it('turns pages over all transitions, those used most first', () => {
    const page = edgePage(drawn, { offset: 1, limit: 2 })
    expect(page).toMatchObject({ total: 3, offset: 1, edges: [{ id: 'c>d' }, { id: 'a>b' }] })
  })
})

describe('toolView', () => {
  it('counts the entries that use a tool, and names the transitions to and from it', () => {
    const { use } = toolView(snapshot, 'slope')
    expect(use.workflows).toBe(snapshot.workflows.filter(({ sequence }) => sequence.includes('slope')).length)
    expect(use.experiences).toBe(snapshot.experiences.filter(({ tool }) => tool === 'slope').length)
    const { use: of, edges } = toolView(drawn, 'b')
    expect(of).toEqual({ tool: 'b', skills: 0, workflows: 1, experiences: 0 })
    expect(edges.map(({ id }) => id)).toEqual(['b>c', 'a>b'])
    expect(toolView(drawn, 'never')).toEqual({
      use: { tool: 'never', skills: 0, workflows: 0, experiences: 0 },
      edges: [],
    })
  })
})

describe('historyOf', () => {
  it('gives the changes of an entry and the runs it comes from', () => {
    const { versions, provenance, gone } = historyOf('workflows', 'flow-3', { snapshot, journal })
    expect(versions.map(({ head }) => head.seq)).toEqual([4])
    expect(provenance).toEqual([{ runId: 'run-3', data: [] }])
    expect(gone).toBeNull()
  })

  it('knows from the journal what an entry was that has left', () => {
    const without = { ...snapshot, workflows: snapshot.workflows.filter(({ id }) => id !== 'flow-3') }
    const { gone } = historyOf('workflows', 'flow-3', { snapshot: without, journal })
    expect(gone?.row.id).toBe('flow-3')
    expect(historyOf('workflows', 'never', { snapshot, journal })).toEqual({
      versions: [],
      provenance: [],
      gone: null,
    })
  })
})

describe('journalPage', () => {
  const asked: unknown[] = []
  const reader = readerOf(() => Promise.resolve(journal))
  const watched: JournalReader = {
    ...reader,
    journalBetween: (...range) => {
      asked.push(range)
      return reader.journalBetween(...range)
    },
  }

  it('turns pages from the newest to the oldest', async () => {
    const first = await journalPage(watched, { offset: 0, limit: 20 })
    expect(first.rows.map(({ seq }) => seq).slice(0, 2)).toEqual([60, 59])
    expect(first.rows).toHaveLength(20)
    expect((await journalPage(watched, { offset: 40, limit: 25 })).rows.at(-1)!.seq).toBe(1)
    expect(await journalPage(watched, { offset: 60, limit: 20 })).toMatchObject({ total: 60, rows: [] })
  })

  it('reads no row that it does not show', () => {
    expect(asked).toEqual([
      [41, 60],
      [1, 20],
    ])
  })
})

describe('the memory of the past', () => {
  it('is the same, unwound from now by the later rows alone, as replayed from the first', async () => {
    const store = memoryStore()
    await live(store, 25, seededRandom(5))
    const [now, rows] = [await store.snapshot(), await store.journal()]
    for (let seq = 0; seq <= rows.length; seq++) {
      const later = await readerOf(() => Promise.resolve(rows)).journalBetween(seq + 1)
      expect(differences(baseOf(now, later), snapshotAt(rows, seq, store.base))).toEqual([])
    }
    expect(differences(baseOf(now, rows), now).length).toBeGreaterThan(0)
  })
})

describe('gateLog', () => {
  it('lists refused runs with the reason of each condition', () => {
    const events = RECORD.events.map((event) =>
      event.type === 'gate'
        ? {
            ...event,
            passed: false,
            conditions: [{ name: 'answer-valid' as const, passed: false, detail: 'the answer is empty' }],
          }
        : event,
    )
    const judged = judgedRuns([RECORD, { ...RECORD, id: 'run-2', events }])
    const log = gateLog(judged, { offset: 0, limit: 10, refusedOnly: true })
    expect(log).toMatchObject({ total: 1, judged: 2, refused: 1 })
    expect(log.runs[0]).toMatchObject({ runId: 'run-2', conditions: [{ detail: 'the answer is empty' }] })
  })
})
