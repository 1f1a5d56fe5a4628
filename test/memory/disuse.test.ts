import { describe, expect, it } from 'vitest'
import { config } from '../../src/config.ts'
import { fading } from '../../src/memory/disuse.ts'
import { recall, seedSkills } from '../../src/memory/index.ts'
import { contextOf, experienceOf, NO_USE, snapshotOf, workflowOf } from '../helpers/memory.ts'

const DAY_MS = 86_400_000
const { disuseWeight, halfLifeDays, helpedPerHalfLife } = config.memory
const at = (days: number) => days * DAY_MS
const fresh = workflowOf({ createdAt: 0 })

describe('fading', () => {
  it('takes half of its weight after the half-life, and nothing within a day', () => {
    expect(fading(fresh, at(halfLifeDays))).toBeCloseTo(disuseWeight / 2, 12)
    expect(fading(fresh, at(2 * halfLifeDays))).toBeCloseTo((disuseWeight * 3) / 4, 12)
    expect(fading(fresh, at(1) - 1)).toBe(0)
    expect(fading(fresh, at(-3))).toBe(0)
  })

  it('counts from the last use, and more slowly for what has helped', () => {
    const used = { ...fresh, usage: { ...NO_USE, uses: 1, lastUsed: at(halfLifeDays) } }
    expect(fading(used, at(halfLifeDays))).toBe(0)
    const helped = { ...fresh, usage: { ...NO_USE, helped: helpedPerHalfLife } }
    expect(fading(helped, at(2 * halfLifeDays))).toBeCloseTo(disuseWeight / 2, 12)
  })

  it('spares what is pinned, and seeds', () => {
    expect(fading({ ...fresh, pinned: true }, at(9999))).toBe(0)
    expect(fading({ ...fresh, origin: 'seed' }, at(9999))).toBe(0)
  })
})

describe('recall with disuse', () => {
  const query = {
    question: 'How many hectares burned?',
    taskType: 'burned-area' as const,
    context: contextOf(['2020-01-01', '2020-06-01']),
    retrieved: fresh.sequence,
    admissible: new Set(fresh.sequence),
  }
  const now = at(1000)
  const recent = { ...NO_USE, uses: 1, lastUsed: now }

  it('ranks what was used lately first and leaves every score as it is', () => {
    const rows = snapshotOf({
      workflows: [workflowOf({ id: 'old' }), workflowOf({ id: 'new', usage: recent })],
      experiences: [experienceOf({ id: 'old' }), experienceOf({ id: 'new', createdAt: 0, usage: recent })],
      skills: (['old', 'new'] as const).map((id) => ({
        ...seedSkills()[0]!,
        id,
        origin: 'learned' as const,
        taskType: 'burned-area' as const,
        usage: id === 'new' ? recent : NO_USE,
      })),
    })
    const [plain, faded] = [recall(query, rows), recall(query, rows, { now })]
    for (const kind of ['workflows', 'experiences', 'skills'] as const) {
      expect(
        plain[kind].map(({ item }) => item.id),
        kind,
      ).toEqual(['old', 'new'])
      expect(
        faded[kind].map(({ item }) => item.id),
        kind,
      ).toEqual(['new', 'old'])
      expect(faded[kind].map(({ score }) => score)).toEqual(plain[kind].map(({ score }) => score))
    }
  })

  it('never lifts an entry over the threshold and never takes one below it', () => {
    const rows = snapshotOf({
      workflows: [
        workflowOf({ id: 'old' }),
        workflowOf({ id: 'weak', taskType: 'terrain', sequence: [], description: 'x', usage: recent }),
      ],
    })
    const found = recall(query, rows, { now })
    expect(found.workflows.map(({ item }) => item.id)).toEqual(['old'])
  })
})
