import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultsOf, runPool } from '../../bench/evaluation/pool.ts'
import { partCache } from '../../bench/harness/part-cache.ts'

const squares = join(import.meta.dirname, 'fixtures', 'jobs', 'squares.ts')
interface Square {
  readonly square: number
  readonly process: number
}
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-pool-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('runPool', { timeout: 60_000 }, () => {
  it('gives results in the order of the jobs, whichever is done first, from no more processes than asked for', async () => {
    const jobs = [{ value: 1, wait: 400 }, { value: 2 }, { value: 3 }, { value: 4 }]
    const seen: number[] = []
    const results = resultsOf(
      await runPool<Square>(squares, jobs, {
        processes: 2,
        progress: (done, total) => seen.push(done, total),
      }),
    )
    expect(results.map(({ square }) => square)).toEqual([1, 4, 9, 16])
    expect(seen).toEqual([1, 4, 2, 4, 3, 4, 4, 4])
    expect(new Set(results.map(({ process }) => process)).size).toBeLessThanOrEqual(2)
  })

  it('fails a job that throws alone, with the message, and keeps its process', async () => {
    const outcomes = await runPool<Square>(squares, [{ value: 1 }, { value: 2, fault: 'throws' }, { value: 3 }], {
      processes: 1,
    }) // prettier-ignore
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(outcomes[1]).toMatchObject({ error: expect.stringContaining('no square of 2') as string })
    const alive = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result.process] : []))
    expect(alive[0]).toBe(alive[1])
    expect(() => resultsOf(outcomes)).toThrow(/1 of 3 jobs failed. job 2: .*no square of 2/)
  })

  it('puts a new process in the place of a dead one, whose job fails with its last words', async () => {
    const outcomes = await runPool<Square>(squares, [{ value: 1 }, { value: 2, fault: 'dies' }, { value: 3 }], {
      processes: 1,
    }) // prettier-ignore
    expect(outcomes[1]).toEqual({ ok: false, error: 'its process ended with SIGKILL. out of squares' })
    const [first, last] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []))
    expect(last?.square).toBe(9)
    expect(last?.process).not.toBe(first?.process)
  })

  it('fails the jobs where the module cannot be loaded', async () => {
    const [outcome] = await runPool(join(folder, 'nothing.ts'), [{}], { processes: 1 })
    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('nothing.ts') as string })
  })

  it('takes up again after a failure: what was done is not done again', async () => {
    const log = join(folder, 'log')
    const cache = partCache(join(folder, 'parts'))
    const jobs = [
      { value: 1, log },
      { value: 2, log, fault: 'dies' },
      { value: 3, log },
    ]
    await runPool(squares, jobs, { processes: 1, cache })
    await runPool(squares, jobs, { processes: 1, cache })
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(['1', '2', '3', '2'])
  })

  it('stops at once with AbortError', async () => {
    const stop = new AbortController()
    const start = performance.now()
    const run = runPool(squares, [{ value: 1 }, { value: 2, wait: 60_000 }], {
      processes: 1,
      signal: stop.signal,
      progress: () => stop.abort(),
    })
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(performance.now() - start).toBeLessThan(30_000)
  })
})
