import { describe, expect, it } from 'vitest'
import { firstBrokenRow, GENESIS, sealRow } from '../../src/trace/journal-hash.ts'

const salt = 'salt of the test'

async function chain(length: number) {
  const rows = []
  let previous = GENESIS
  for (let seq = 1; seq <= length; seq++) {
    const head = { seq, at: 1000 + seq, cause: 'run', runId: `run-${seq}`, summary: 'learned' }
    const changes = [{ table: 'edges', id: `a>b${seq}`, before: null, after: { successes: seq } }]
    const seal = await sealRow({ salt, previous, head, changes })
    rows.push({ ...head, changes, ...seal })
    previous = seal.hash
  }
  return rows
}

describe('firstBrokenRow', () => {
  it('finds a whole chain whole, also an empty one', async () => {
    expect(await firstBrokenRow(salt, await chain(4))).toBeNull()
    expect(await firstBrokenRow(salt, [])).toBeNull()
  })

  it('names the row whose changes, summary, time or cause was altered', async () => {
    const rows = await chain(4)
    const altered = [
      { changes: [] },
      { summary: 'nothing' },
      { at: 5 },
      { cause: 'undo' },
      { runId: null },
      { payloadHash: GENESIS },
    ]
    for (const change of altered) {
      const broken = rows.map((row) => (row.seq === 3 ? { ...row, ...change } : row))
      expect(await firstBrokenRow(salt, broken)).toBe(3)
    }
  })

  it('names the row after one that was taken out, and the first where two changed places', async () => {
    const rows = await chain(4)
    expect(await firstBrokenRow(salt, rows.toSpliced(1, 1))).toBe(3)
    expect(await firstBrokenRow(salt, [rows[1]!, rows[0]!, rows[2]!])).toBe(2)
  })

  it('does not hold under another salt', async () => {
    expect(await firstBrokenRow('other', await chain(2))).toBe(1)
  })
})
