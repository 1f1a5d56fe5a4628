import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadWatch } from '../../../src/models/wllama/load-watch.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What the watch ended with; null where it has not. */
function watched(bytes = 100, signal?: AbortSignal) {
  const told: number[] = []
  const watch = new LoadWatch(bytes, ({ fraction }) => told.push(fraction), signal)
  let ended: unknown = null
  watch.ended.catch((error: unknown) => (ended = error))
  return { watch, told, ended: () => ended }
}

describe('LoadWatch', () => {
  it('tells how much was read, and ends nothing while it goes on', async () => {
    const { watch, told, ended } = watched(4)
    const blob = watch.watched(new Blob(['abcd']))
    for (const at of [0, 2]) {
      await vi.advanceTimersByTimeAsync(50_000)
      expect(await blob.slice(at, at + 2).text()).toHaveLength(2)
    }
    expect(told).toEqual([0.5, 1])
    expect(ended()).toBeNull()
    watch.stop()
  })

  it('says so where nothing is read for a minute', async () => {
    const { ended } = watched()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(ended()).toBeNull()
    await vi.advanceTimersByTimeAsync(2000)
    expect(ended()).toMatchObject({
      code: 'model_failed',
      message: 'Loading stopped: nothing was read for 60 seconds. Reload the page and try again.',
    })
  })

  it('takes the sleep of a tab for no stall: on waking one look is made, however long it slept', async () => {
    const { watch, ended } = watched()
    await vi.advanceTimersByTimeAsync(20_000)
    // The clock goes on without the timers, which then come due once.
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersToNextTimerAsync()
    expect(ended()).toBeNull()
    watch.stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ended()).toBeNull()
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    const { ended } = watched(1, stop.signal)
    stop.abort()
    await Promise.resolve()
    expect(ended()).toMatchObject({ name: 'AbortError' })
  })
})
