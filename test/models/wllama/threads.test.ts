import { describe, expect, it } from 'vitest'
import { quickest, threadCandidates, type Timed } from '../../../src/models/wllama/threads.ts'

/** Sessions whose short question takes as long as told; `open` keeps who is open. */
function machine(milliseconds: Readonly<Record<number, number | Error>>) {
  const opened: number[] = []
  const still = new Set<object>()
  const open = (threads: number) => {
    opened.push(threads)
    const session: Timed & { readonly threads: number } = {
      threads,
      time: (signal) =>
        new Promise((resolve, reject) => {
          const takes = milliseconds[threads]!
          if (takes instanceof Error) reject(takes)
          else if (takes < Infinity) resolve(takes)
          signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
        }),
      close: () => {
        still.delete(session)
        return Promise.resolve()
      },
    }
    expect(still.size).toBe(0)
    still.add(session)
    return Promise.resolve(session)
  }
  return { open, opened, still }
}

describe('threadCandidates', () => {
  it('tries one against half of the cores, never all, and one alone where the page is not isolated', () => {
    expect(threadCandidates(8, false)).toEqual([1])
    expect([1, 2, 3, 4, 8, 64].map((cores) => threadCandidates(cores, true))).toEqual([
      [1],
      [1],
      [1, 2],
      [1, 2],
      [1, 4],
      [1, 8],
    ])
  })
})

describe('quickest', () => {
  it('keeps what is loaded where more threads are quicker', async () => {
    const { open, opened, still } = machine({ 1: 100, 4: 40 })
    expect((await quickest([1, 4], open)).threads).toBe(4)
    expect(opened).toEqual([1, 4])
    expect(still.size).toBe(1)
  })

  it('goes back to one where more are slower', async () => {
    const { open, opened, still } = machine({ 1: 100, 2: 120 })
    expect((await quickest([1, 2], open)).threads).toBe(1)
    expect(opened).toEqual([1, 2, 1])
    expect(still.size).toBe(1)
  })

  it('does not wait for a count that hangs', async () => {
    const { open } = machine({ 1: 10, 2: Infinity })
    expect((await quickest([1, 2], open)).threads).toBe(1)
  })

  it('measures nothing where there is no choice', async () => {
    const { open } = machine({ 1: new Error('not to be timed') })
    expect((await quickest([1], open)).threads).toBe(1)
  })

  it('leaves nothing open after an error', async () => {
    const { open, still } = machine({ 1: 10, 2: new Error('out of memory') })
    await expect(quickest([1, 2], open)).rejects.toThrow('out of memory')
    expect(still.size).toBe(0)
  })
})
