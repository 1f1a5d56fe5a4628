import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cachedMiniLm } from '../../bench/lib/cached-minilm.ts'
import { SyntheticLibrary } from '../../bench/lib/synthetic-vectors.ts'
import { readToolset } from '../../bench/retrieval/toolset.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { dot, normalise } from '../../src/retrieval/dense.ts'
import { BestOf } from '../../src/retrieval/vector-index/best-of.ts'
import { CodedRows, type ScanKind } from '../../src/retrieval/vector-index/coded-rows.ts'
import { VectorIndex } from '../../src/retrieval/vector-index/vector-index.ts'
import { VectorRows } from '../../src/retrieval/vector-index/vector-rows.ts'
import { sharedPath } from '../helpers/shared.ts'

const SHOWN = 20

function indexOf(rows: VectorRows, kind?: ScanKind): VectorIndex {
  const index = new VectorIndex(rows, kind)
  index.reserve(rows.size)
  for (let at = 0; at < rows.size; at++) index.refresh(at)
  return index
}

/** The plain loop over all rows. */
function nearest(rows: VectorRows, query: Float32Array, count: number) {
  const scores = Float64Array.from({ length: rows.size }, (_, position) => dot(query, rows.row(position)))
  const least = scores.slice().sort().at(-count) ?? -Infinity
  return Array.from(scores, (score, position) => ({ position, score }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, count)
}

/** The mean share of the exact best that the index finds among as many. */
function recall(rows: VectorRows, questions: readonly Float32Array[], compared?: number): number {
  const index = indexOf(rows)
  const shares = questions.map((question) => {
    const found = new Set(index.search(question, SHOWN, compared).map(({ position }) => position))
    const exact = nearest(rows, question, SHOWN)
    return exact.filter(({ position }) => found.has(position)).length / exact.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

const asked = (library: SyntheticLibrary, count: number) =>
  Array.from({ length: count }, () => library.question())

afterEach(() => vi.unstubAllGlobals())

describe('BestOf', () => {
  it.each([0, 1, 7, 50, 80])(
    'keeps the best %i as sorting does, of equal ones the lower position',
    (count) => {
      const random = seededRandom(count)
      const scores = Array.from({ length: 60 }, () => Math.floor(random() * 12))
      const best = new BestOf(count)
      scores.forEach((score, position) => best.push(position, score))
      const sorted = scores
        .map((score, position) => ({ position, score }))
        .sort((a, b) => b.score - a.score || a.position - b.position)
      expect(best.sorted()).toEqual(sorted.slice(0, count))
    },
  )
})

describe('CodedRows', () => {
  it.each(['wasm', 'plain'] as const)('estimates by signs as worked by hand (%s)', (kind) => {
    // q = (7.5, −7.5, 3, 0): the step is 1, values (8 → 7, −7.5 → −7, 3, 0), sum 3. x = (½, −½, ½, ½): signs + − + +,
    // s·q = 7 + 7 + 3 + 0 = 17; |x|² / (s·x) = 1 / 2. The estimate is 17 / 2 in steps.
    const rows = new CodedRows(4, kind)
    rows.set(0, Float32Array.of(0.5, -0.5, 0.5, 0.5))
    rows.set(1, Float32Array.of(0, 0, 0, 0.5))
    // Of (0, 0, 0, ½) only the last sign is +, whose value is 0: s·q = −7 + 7 − 3 + 0 = −3, and |x|² / (s·x) = ½.
    rows.set(2, Float32Array.of(-1, 0, 0, 0))
    // Of (−1, 0, 0, 0) no sign is +: s·q = −3.
    expect([...rows.estimates(Float32Array.of(7.5, -7.5, 3, 0))]).toEqual([8.5, -1.5, -3])
  })

  it.each([1, 63, 64, 65, 100, 384])(
    'gives the same by WebAssembly and without, in %i dimensions',
    (dimensions) => {
      const random = seededRandom(dimensions)
      const vector = () => Float32Array.from({ length: dimensions }, () => random() - 0.5)
      const [wasm, plain] = [new CodedRows(dimensions, 'wasm'), new CodedRows(dimensions, 'plain')]
      for (let at = 0; at < 2100; at++) {
        const row = vector()
        for (const coded of [wasm, plain]) coded.set(at, row)
      }
      for (let round = 0; round < 3; round++) {
        const query = vector()
        expect(wasm.estimates(query)).toEqual(plain.estimates(query))
      }
    },
  )

  it('estimates without a bias: the mean of the errors is far smaller than each', () => {
    const library = new SyntheticLibrary(2000, { seed: 4 })
    const coded = new CodedRows(384)
    for (let at = 0; at < library.size; at++) coded.set(at, library.vectors.row(at))
    const query = library.question()
    const errors = Array.from(
      coded.estimates(query),
      (estimate, at) => estimate - dot(query, library.vectors.row(at)),
    )
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    // Signs alone leave √(π/2 − 1) / √384 = 0.0386 (Gao and Long) to orthogonal vectors.
    expect(deviation).toBeGreaterThan(0.03)
    expect(deviation).toBeLessThan(1.05 * coded.deviation)
    expect(Math.abs(mean)).toBeLessThan(deviation / 4)
  })
})

describe('VectorIndex', () => {
  it('is exact up to a thousand rows, scores included', () => {
    const library = new SyntheticLibrary(1000, { seed: 1 })
    const index = indexOf(library.vectors)
    for (const question of asked(library, 20)) {
      const [found, exact] = [index.search(question, SHOWN), nearest(library.vectors, question, SHOWN)]
      expect(found.map(({ position }) => position)).toEqual(exact.map(({ position }) => position))
      found.forEach(({ score }, at) => expect(score).toBeCloseTo(exact[at]!.score, 12))
    }
  })

  it('finds 0.99 of the exact best twenty of 10,000 clustered vectors', () => {
    const library = new SyntheticLibrary(10_000, { seed: 2 })
    expect(recall(library.vectors, asked(library, 30))).toBeGreaterThanOrEqual(0.99)
  })

  it.skipIf(!hasRealVectors())(
    'finds 0.99 of the exact best twenty of 400 shared tools, though it compares only 80 in full',
    async () => {
      const { rows, questions } = await realVectors()
      expect(rows.size).toBe(400)
      expect(recall(rows, questions)).toBe(1)
      expect(recall(rows, questions, 80)).toBeGreaterThanOrEqual(0.99)
    },
    300_000,
  )

  it('does the same where there is no WebAssembly', () => {
    const library = new SyntheticLibrary(5000, { seed: 3 })
    const questions = asked(library, 10)
    const before = indexOf(library.vectors)
    expect(before.kind).toBe('wasm')
    vi.stubGlobal('WebAssembly', undefined)
    const without = indexOf(library.vectors)
    expect(without.kind).toBe('plain')
    for (const question of questions) {
      expect(without.search(question, SHOWN)).toEqual(before.search(question, SHOWN))
    }
  })

  it.each([300, 3000])('never finds a removed row, and finds one that has changed (%i rows)', (size) => {
    const library = new SyntheticLibrary(size, { seed: 5 })
    const index = indexOf(library.vectors)
    const question = library.question()
    const [first] = index.search(question, 1)
    index.remove(first!.position)
    expect(index.has(first!.position)).toBe(false)
    expect(index.search(question, size).map(({ position }) => position)).not.toContain(first!.position)
    library.vectors.set(7, normalise(question))
    index.refresh(7)
    expect(index.search(question, 1)[0]).toMatchObject({ position: 7, score: expect.closeTo(1, 6) as number })
  })

  it('refuses a query and a row of another length', () => {
    const index = new VectorIndex(new VectorRows(8))
    expect(() => index.search(new Float32Array(7), 1)).toThrow(/7 dimensions among vectors of 8/)
    expect(() => new VectorRows(8).set(0, new Float32Array(9))).toThrow(/9 dimensions/)
    expect(() => new VectorRows(8, new Float32Array(9))).toThrow(/no rows of 8/)
  })
})

/** The model and the sets, in the shared folder. */
function hasRealVectors(): boolean {
  return [
    ['models', 'all-MiniLM-L6-v2', 'onnx', 'model_quantized.onnx'],
    ['data', 'toolsets', 'stabletoolbench.json'],
  ].every((parts) => existsSync(sharedPath(...parts)))
}

/** Vectors of tools and questions by MiniLM, kept where the suites keep theirs. */
async function realVectors() {
  const workFolder = resolve(import.meta.dirname, '..', '..', '.eval')
  const embedder = cachedMiniLm({ shared: sharedPath(), workFolder })
  const sets = ['geoplan', 'stabletoolbench'].map((name) =>
    readToolset(join(sharedPath('data', 'toolsets'), `${name}.json`)),
  )
  const tools = sets.flatMap(({ tools }) => tools.map(({ name, description }) => `${name}: ${description}`))
  const questions = sets.flatMap(({ tasks }) => tasks.slice(0, 20).map(({ query }) => query))
  return {
    rows: VectorRows.of(await embedder.embed(tools.slice(0, 400))),
    questions: await embedder.embed(questions),
  }
}
