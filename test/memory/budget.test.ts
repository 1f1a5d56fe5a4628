import { describe, expect, it } from 'vitest'
import { roomOf, withinRoom } from '../../src/memory/index.ts'

const items = [0.5, 0.9, 0.2, 0.7].map((score) => ({ score }))
const scores = (kept: readonly { score: number }[]) => kept.map(({ score }) => score)

describe('withinRoom', () => {
  it('keeps all that fits, in the order given', () => {
    expect(withinRoom(items, [10, 10, 10, 10], 40)).toEqual(items)
  })

  it('leaves out whole items, the lowest-scored first', () => {
    expect(scores(withinRoom(items, [10, 10, 10, 10], 39))).toEqual([0.5, 0.9, 0.7])
    expect(scores(withinRoom(items, [10, 10, 30, 10], 25))).toEqual([0.9, 0.7])
    expect(withinRoom(items, [10, 10, 10, 10], 9)).toEqual([])
  })

  it('leaves out the later of two with the same score', () => {
    const [first, second] = [
      { score: 1, name: 'first' },
      { score: 1, name: 'second' },
    ]
    expect(withinRoom([first, second], [5, 5], 5)).toEqual([first])
  })
})

describe('roomOf', () => {
  it('leaves the procedure more than a third where flows and lessons take all they may', () => {
    const left = 1000 - roomOf('workflows', 1000) - roomOf('experiences', 1000)
    expect(left).toBeGreaterThan(1000 / 3)
    expect(roomOf('procedure', 1000)).toBe(1000)
  })
})
