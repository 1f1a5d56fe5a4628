import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadNodeMiniLm } from '../../bench/lib/node-minilm.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { dot } from '../../src/retrieval/dense.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

// Skipped without the shared folder: the model's weights and reference.json lie there.
describe.skipIf(!hasShared)('loadMiniLm', () => {
  let embedder: Embedder
  beforeAll(async () => {
    embedder = await loadNodeMiniLm(sharedPath())
  }, 60_000)

  it('agrees with the float64 reference to a cosine of 0.998 on every text', async () => {
    const { items } = JSON.parse(
      readFileSync(sharedPath('models', 'all-MiniLM-L6-v2', 'reference.json'), 'utf8'),
    ) as { items: { text: string; vector: number[] }[] }
    expect(items).toHaveLength(12)
    const vectors = await embedder.embed(items.map(({ text }) => text))
    const cosines = vectors.map((vector, at) => dot(vector, Float32Array.from(items[at]!.vector)))
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.998)
  }, 60_000)

  it('gives vectors of length 1 and reads no more than 256 tokens', async () => {
    const long = 'water '.repeat(254)
    const [cut, longer] = await embedder.embed([long, long + 'volcano '.repeat(100)])
    expect(cut).toHaveLength(embedder.dimensions)
    expect(dot(cut!, cut!)).toBeCloseTo(1, 5)
    expect(dot(cut!, longer!)).toBeCloseTo(1, 5)
  }, 60_000)

  it('reports progress and stops between texts', async () => {
    const stop = new AbortController()
    const seen: number[] = []
    const work = embedder.embed(['water', 'fire', 'snow', 'soil'], {
      signal: stop.signal,
      progress: (fraction) => {
        seen.push(fraction)
        if (seen.length === 2) stop.abort()
      },
    })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toEqual([0.25, 0.5])
  }, 60_000)

  it('says what it needs where the folder holds no model', async () => {
    await expect(loadNodeMiniLm(sharedPath('data'))).rejects.toMatchObject({ code: 'read_failed' })
  })
})
