import { describe, expect, it } from 'vitest'
import { FAMILIES, familyOf, familyTasks, shuffled, UNSEEDED } from '../../bench/memory/families.ts'
import {
  blocksBelow,
  blocksOf,
  callsSaved,
  callsSavedOnSame,
  figuresOf,
  searchedFamilies,
} from '../../bench/memory/figures.ts'
import { aloneOrders, orderedTasks, ORDERS, type MixedOrder } from '../../bench/memory/orders.ts'
import { isJudged, type PassResult } from '../../bench/memory/passes.ts'
import { memoryOf } from '../../bench/memory/ways.ts'
import { runTask } from '../../bench/fieldbench/run-task.ts'
import { seededRandom } from '../../src/lib/random.ts'

const result = (id: string, rest: Partial<PassResult> = {}): PassResult => ({
  ...{
    id,
    family: id.split('/')[0]!,
    right: true,
    mustRefuse: false,
    calls: 1,
    plans: 1,
    why: '',
    leaks: 0,
    run: null,
  },
  figures: { any_order: 1, in_order: 1, exact: 1 },
  ...rest,
})
const refusal = (id: string, right: boolean) =>
  result(id, { right, mustRefuse: true, calls: 0, figures: null })

describe('blocksOf', () => {
  it('cuts into blocks of ten, the last of what is left', () => {
    const blocks = blocksOf(Array.from({ length: 23 }, (_, at) => at))
    expect(blocks.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(blocks[1]![0]).toBe(10)
  })
})

describe('figuresOf', () => {
  it('counts a right refusal as right, calls over all tasks, and calls per solved task over those answered rightly', () => {
    const figures = figuresOf([
      result('a/0', { calls: 6, figures: { any_order: 1, in_order: 0.5, exact: 0 } }),
      result('a/1', { calls: 2, right: false, figures: { any_order: 0, in_order: 0, exact: 0 } }),
      refusal('a/2', true),
      refusal('a/3', false),
    ])
    expect(figures).toEqual({
      ...{ tasks: 4, accuracy: 0.5, calls: 2, calls_per_solved: 6 },
      ...{ any_order: 0.5, in_order: 0.25, exact: 0 },
    })
  })
})

describe('callsSaved', () => {
  it('compares a family’s first solved task with the mean of its later ones', () => {
    // lake: 10, then (4 + 6) / 2 = 5; ice: 2, then 2. Means 6 and 3.5.
    const pass = [
      result('lake/0', { calls: 20, right: false }),
      result('lake/1', { calls: 10 }),
      result('ice/0', { calls: 2 }),
      result('lake/2', { calls: 4 }),
      refusal('lake/3', true),
      result('ice/1', { calls: 2 }),
      result('lake/4', { calls: 6 }),
      result('fire/0', { calls: 100 }),
      result('fire/1', { calls: 1 }),
    ]
    expect(callsSaved([pass], (family) => family !== 'fire')).toEqual({
      ...{ first: 6, later: 3.5, saved: 0.4167 },
    })
  })

  it('takes each pass by itself, and none where no family was solved twice', () => {
    const one = [result('a/0', { calls: 4 }), result('a/1', { calls: 2 })]
    const other = [result('a/1', { calls: 2 }), result('a/0', { calls: 4 })]
    expect(callsSaved([one, other], () => true)).toEqual({ first: 3, later: 3, saved: 0 })
    expect(callsSaved([[result('a/0')]], () => true)).toBeNull()
  })
})

describe('searchedFamilies', () => {
  it('are those of which a first solved task took another plan than the first', () => {
    const passes = [
      [result('lake/0', { plans: 3 }), result('ice/0'), result('ice/1', { plans: 2 })],
      [result('lake/1'), result('ice/1', { plans: 2, right: false }), result('ice/0')],
    ]
    expect(searchedFamilies(passes)).toEqual(new Set(['lake']))
  })
})

describe('callsSavedOnSame', () => {
  it('compares later tasks with themselves where nothing was learned, a family’s first left out', () => {
    const off = [10, 8, 12, 3].map((calls, at) => result(`lake/${at}`, { calls }))
    const on = [10, 4, 6, 3].map((calls, at) => result(`lake/${at}`, { calls, right: at < 3 }))
    // 4 + 6 in place of 8 + 12; the last was not solved.
    expect(callsSavedOnSame([{ on, off }], () => true)).toBe(0.5)
    expect(callsSavedOnSame([{ on, off }], () => false)).toBeNull()
  })
})

describe('blocksBelow', () => {
  const tasks = Array.from({ length: 20 }, (_, at) => `a/${at}`)

  it('names the blocks with fewer right tasks than without, and what they lost', () => {
    const off = tasks.map((id) => result(id, { right: id !== 'a/3' && id !== 'a/12' }))
    // Block 1: 3 is won and 4 lost, no fewer. Block 2: 15 is lost.
    const on = tasks.map((id) => result(id, { right: !['a/4', 'a/12', 'a/15'].includes(id) }))
    expect(blocksBelow(on, off)).toEqual([{ block: 2, lost: [on[15]] }])
  })

  it('compares the same tasks, in whatever order the other pass had them', () => {
    const off = tasks.map((id) => result(id, { right: id === 'a/19' })).reverse()
    const on = tasks.map((id) => result(id, { right: id === 'a/0' }))
    expect(blocksBelow(on, off).map(({ block }) => block)).toEqual([2])
  })
})

const mixed = (order: MixedOrder, perFamily: number) => orderedTasks(order, FAMILIES, perFamily).flat()

describe('the tasks', () => {
  it('are at least sixty in twelve families or more, eight of them without a skill that ships', () => {
    const tasks = mixed('sequence', 6)
    expect(tasks.length).toBeGreaterThanOrEqual(60)
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
    expect(new Set(tasks.map(familyOf)).size).toBe(14)
    expect([...UNSEEDED]).toEqual([
      'water-change', 'snow-melt', 'built-up-loss', 'deforestation', 'landslide', 'sea-ice', 'night-lights', 'band-maths',
    ]) // prettier-ignore
  })

  it.each(['snow-melt', 'built-up-loss'] as const)(
    'of %s are solved by search where nothing was learned',
    async (family) => {
      const { record, result } = await runTask(familyTasks(family, 1)[0]!, memoryOf('memory-off', null))
      expect(result.right, result.why).toBe(true)
      const by = record.events.flatMap((event) => (event.type === 'decision' ? [event.by] : []))
      expect(new Set(by)).toEqual(new Set(['search']))
    },
  )

  it('of a family that is on its own are each its first once', () => {
    const orders = aloneOrders(4).map((order) => orderedTasks(order, FAMILIES, 4))
    for (const lists of orders) expect(lists).toHaveLength(UNSEEDED.size)
    for (const at of orders[0]!.keys()) {
      const all = orders[0]![at]!.map(({ id }) => id)
      expect(orders.map((lists) => lists[at]![0]!.id)).toEqual(all)
      for (const lists of orders) expect(lists[at]!.map(({ id }) => id).sort()).toEqual([...all].sort())
    }
  })

  it('ask each wording once before any again, begin with one that can be answered, and have one refusal in six', () => {
    for (const family of FAMILIES) {
      const tasks = familyTasks(family, 12)
      expect(tasks[0]!.style).not.toBe('unanswerable')
      for (const half of [tasks.slice(0, 6), tasks.slice(6)]) {
        expect(half.filter(({ style }) => style === 'unanswerable')).toHaveLength(1)
      }
      const first = tasks.slice(0, 6).map(({ wording }) => wording)
      expect(new Set(first).size).toBe(6)
    }
  })

  it('are the same in every order', () => {
    const ids = ORDERS.map((order) => mixed(order, 2).map(({ id }) => id))
    expect(new Set(ids.map((order) => order.join())).size).toBe(ORDERS.length)
    for (const order of ids) expect([...order].sort()).toEqual([...ids[0]!].sort())
    expect(mixed('shuffled-2', 2).map(({ id }) => id)).toEqual(ids[2])
  })

  it('are judged one in three, whatever the order', () => {
    const judged = mixed('sequence', 6).filter(({ id }) => isJudged(id)).length
    expect(judged).toBeGreaterThan(84 / 6)
    expect(judged).toBeLessThan(84 / 2)
  })
})

describe('shuffled', () => {
  it('keeps every item and is the same for a seed', () => {
    const items = Array.from({ length: 30 }, (_, at) => at)
    const mixed = shuffled(items, seededRandom(4))
    expect([...mixed].sort((a, b) => a - b)).toEqual(items)
    expect(mixed).toEqual(shuffled(items, seededRandom(4)))
    expect(mixed).not.toEqual(items)
  })
})
