import { describe, expect, it } from 'vitest'
import { loadNodeMiniLm } from '../../bench/lib/node-minilm.ts'
import { prepareBaselines } from '../../bench/retrieval/baseline-set.ts'
import { evaluate } from '../../bench/retrieval/evaluate.ts'
import { METHODS } from '../../bench/retrieval/methods.ts'
import { ReferenceBm25 } from '../../bench/retrieval/reference-bm25.ts'
import { referenceTokens } from '../../bench/retrieval/reference-tokens.ts'
import { readToolset } from '../../bench/retrieval/toolset.ts'
import { mean, recallAt } from '../../bench/metrics.ts'
import { cosines } from '../../src/retrieval/dense.ts'
import { order } from '../../src/retrieval/fusion.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

describe('referenceTokens', () => {
  it('lower-cases, divides at what is no letter or digit, and leaves capitals inside a name alone', () => {
    expect(referenceTokens('Burn_severity: getRiver v2')).toEqual(['burn', 'severity', 'getriver', 'v2'])
  })

  it('leaves stop words out before it cuts', () => {
    // 'uses' is no stop word and is cut to 'us', which is too short: it stays.
    expect(referenceTokens('use of the uses')).toEqual(['uses'])
  })

  it('cuts the first of its endings that the word has, where three letters stay', () => {
    expect(referenceTokens('calculations station mappings string cities changes masked areas gas')).toEqual([
      'calcul', 'station', 'mapp', 'str', 'cit', 'chang', 'mask', 'area', 'gas',
    ]) // prettier-ignore
  })
})

describe('ReferenceBm25', () => {
  it('is the formula, and counts a repeated word of the question twice', () => {
    const index = new ReferenceBm25([
      ['fire', 'map'],
      ['snow', 'map', 'map', 'map'],
    ])
    // Mean length 3; of 'fire': idf ln(1 + 1.5/1.5) = ln 2; length 2/3, so 1 · 2.5 / (1 + 1.5 · (0.25 + 0.5)) = 2.5 / 2.125.
    expect(index.scores(['fire'])[0]).toBeCloseTo((Math.LN2 * 2.5) / 2.125, 12)
    expect(index.scores(['fire', 'fire'])[0]).toBeCloseTo((2 * Math.LN2 * 2.5) / 2.125, 12)
    // Of 'map': idf ln(1 + 0.5/2.5) = ln 1.2; three times in a text of length 4/3: 3 · 2.5 / (3 + 1.5 · 1.25).
    expect(index.scores(['map'])[1]).toBeCloseTo((Math.log(1.2) * 7.5) / 4.875, 12)
  })
})

/** Figures of a set in the order of its file: the reference broke ties so. */
async function figuresOf(set: string, ...names: string[]) {
  const toolset = readToolset(sharedPath('data', 'toolsets', `${set}.json`))
  const prepared = await prepareBaselines(toolset, null, () => undefined)
  const kinds = names.map((name) => METHODS.find((kind) => kind.name === name)!)
  const rows = await Promise.all(kinds.map((kind) => evaluate(kind, prepared, [])))
  return rows.map(([row]) => row!)
}

// Known values of the sets' README; skipped where the shared folder is not there, as the sets lie in it.
describe.skipIf(!hasShared)('the reference baselines', () => {
  it.each([
    ['apibank_l3_lib21', { recall_at_5: 0.807 }],
    ['apibank_l3_lib_all', { recall_at_5: 0.707 }],
    ['sealtools', { recall_at_5: 0.721, recall_at_20: 0.898 }],
    ['stabletoolbench', { recall_at_5: 0.644, recall_at_20: 0.802 }],
    ['toollinkos', { recall_at_5: 0.216, recall_at_20: 0.292 }],
  ])(
    'reproduce BM25 on %s',
    async (set, known) => {
      const [row] = await figuresOf(set, 'bm25')
      for (const [figure, value] of Object.entries(known)) {
        expect(Math.abs(Number(row![figure]) - value), figure).toBeLessThan(0.005)
      }
    },
    120_000,
  )

  it('reproduce BM25, popularity and past questions on GeoPlan-bench', async () => {
    const rows = await figuresOf('geoplan', 'bm25', 'popularity', 'past-questions-words')
    const known = [0.338, 0.742, 0.899]
    rows.forEach((row, at) => {
      expect(Math.abs(Number(row['recall_at_20']) - known[at]!), row.name).toBeLessThan(0.005)
    })
    expect(Number(rows[1]!['ndcg_at_20'])).toBeCloseTo(0.771, 2)
  }, 120_000)

  it('reproduce dense retrieval with MiniLM on API-Bank: 0.873 of 21 tools', async () => {
    const { tools, tasks } = readToolset(sharedPath('data', 'toolsets', 'apibank_l3_lib21.json'))
    // Tools and questions alone: nothing else is compared, and each text takes its time.
    const embedder = await loadNodeMiniLm(sharedPath())
    const rows = await embedder.embed(tools.map(({ name, description }) => `${name}: ${description}`))
    const questions = await embedder.embed(tasks.map(({ query }) => query))
    const recalls = tasks.map((task, at) => {
      const ranked = order(cosines(questions[at]!, rows)).map((tool) => tools[tool]!.name)
      return recallAt(5, ranked, task.tools)
    })
    expect(Math.abs(mean(recalls) - 0.873)).toBeLessThan(0.005)
  }, 120_000)
})
