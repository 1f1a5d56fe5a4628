import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import type { StoredVector } from '../../src/memory/types.ts'
import { snapshotOf } from '../helpers/memory.ts'
import { EmbedSeat } from '../../workers/embed-seat.ts'

const NO_VECTORS = {
  getMany: () => Promise.resolve(new Map<string, StoredVector>()),
  all: () => Promise.resolve([]),
  putMany: () => Promise.resolve(),
  drop: () => Promise.resolve(),
}

/** A worker that is told to fail by the code of an error, and notes what it loads. */
function seatOf(model: { id: string | null }, faults: { load?: string; embed?: string } = {}) {
  const loads: string[] = []
  const fail = (code: string) => Promise.reject(new AppError(code as 'worker_lost', code))
  const seat = new EmbedSeat({
    client: {
      load: ({ modelId }) => {
        loads.push(modelId)
        return faults.load === undefined ? Promise.resolve({ modelId, dimensions: 2 }) : fail(faults.load)
      },
      embed: (texts) =>
        faults.embed === undefined
          ? Promise.resolve({ modelId: model.id!, vectors: texts.map(() => Float32Array.of(1, 0)) })
          : fail(faults.embed),
    },
    stored: () => Promise.resolve(model.id === null ? null : { modelId: model.id, files: [] }),
    vectors: () => Promise.resolve(NO_VECTORS),
    toolFiles: () => Promise.reject(new Error('no files')),
  })
  return { seat, loads }
}

describe('EmbedSeat', () => {
  it('gives none where no embedder is stored, and loads one once when it is', async () => {
    const model: { id: string | null } = { id: null }
    const { seat, loads } = seatOf(model)
    expect(await seat.take()).toBeNull()
    model.id = 'a'
    const [first, second] = await Promise.all([seat.take(), seat.take()])
    expect(first).not.toBeNull()
    expect(second).toBe(first)
    model.id = 'b'
    expect(await seat.take()).not.toBe(first)
    expect(loads).toEqual(['a', 'b'])
  })

  it('tries a model that could not be loaded only once', async () => {
    const faults: { load?: string } = { load: 'read_failed' }
    const { seat, loads } = seatOf({ id: 'a' }, faults)
    expect(await seat.take()).toBeNull()
    expect(await seat.take()).toBeNull()
    expect(loads).toEqual(['a'])
  })

  it('loads the model again after its worker was lost', async () => {
    const faults: { embed?: string } = { embed: 'worker_lost' }
    const { seat, loads } = seatOf({ id: 'a' }, faults)
    const memory = await seat.take()
    await expect(memory!.memory.ask('fire', snapshotOf())).rejects.toMatchObject({ code: 'worker_lost' })
    delete faults.embed
    const again = await seat.take()
    expect((await again!.memory.ask('fire', snapshotOf())).query).toHaveLength(2)
    expect(loads).toEqual(['a', 'a'])
  })

  it('waits no longer when it is stopped, and loads on for the next question', async () => {
    let finish: () => void = () => undefined
    const seat = new EmbedSeat({
      client: {
        load: ({ modelId }) => new Promise((resolve) => (finish = () => resolve({ modelId, dimensions: 2 }))),
        embed: () => Promise.reject(new Error('not asked')),
      },
      stored: () => Promise.resolve({ modelId: 'a', files: [] }),
      vectors: () => Promise.resolve(NO_VECTORS),
      toolFiles: () => Promise.reject(new Error('no files')),
    })
    const stop = new AbortController()
    const waiting = seat.take(stop.signal)
    const next = seat.take()
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    finish()
    expect(await next).not.toBeNull()
  })

  it('lets one question wait for a model that does not come, and none after it', async () => {
    vi.useFakeTimers()
    try {
      let finish: () => void = () => undefined
      const seat = new EmbedSeat({
        client: {
          load: ({ modelId }) =>
            new Promise((resolve) => (finish = () => resolve({ modelId, dimensions: 2 }))),
          embed: () => Promise.reject(new Error('not asked')),
        },
        stored: () => Promise.resolve({ modelId: 'a', files: [] }),
        vectors: () => Promise.resolve(NO_VECTORS),
        toolFiles: () => Promise.reject(new Error('no files')),
      })
      const first = seat.take()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await first).toBeNull()
      const second = seat.take()
      await vi.advanceTimersByTimeAsync(1)
      expect(await second).toBeNull()
      finish()
      await vi.advanceTimersByTimeAsync(1)
      expect(await seat.take()).not.toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
