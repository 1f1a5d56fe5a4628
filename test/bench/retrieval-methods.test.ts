import { describe, expect, it } from 'vitest'
import type { BaselineSet, BaselineTask } from '../../bench/retrieval/baseline-set.ts'
import { DenseScores } from '../../bench/retrieval/dense-scores.ts'
import { autoTool } from '../../bench/retrieval/methods/autotool.ts'
import { BSCTR, bsctr } from '../../bench/retrieval/methods/bsctr.ts'
import { dense } from '../../bench/retrieval/methods/dense.ts'
import { graphRagToolFusion } from '../../bench/retrieval/methods/graph-rag-tool-fusion.ts'
import { interleaved, kachuee } from '../../bench/retrieval/methods/kachuee.ts'
import type { Method } from '../../bench/retrieval/methods/method.ts'
import { pastQuestions } from '../../bench/retrieval/methods/past-questions.ts'
import { reInvoke } from '../../bench/retrieval/methods/re-invoke.ts'
import { sciToolAgent } from '../../bench/retrieval/methods/scitoolagent.ts'
import { toolGraphRetriever } from '../../bench/retrieval/methods/tgr.ts'
import { toolDreamer } from '../../bench/retrieval/methods/tooldreamer.ts'
import { toolNet } from '../../bench/retrieval/methods/toolnet.ts'
import { toolReAGt } from '../../bench/retrieval/methods/toolreagt.ts'

const vector = (...values: number[]) => Float32Array.from({ length: 5 }, (_, at) => values[at] ?? 0)

/** Cosines with the question (1, 0, 0, 0, 0): a 0.8, b 0.6, c 0.28, d 0.1. Any two of them: the product of theirs. */
const VECTORS = [
  vector(0.8, 0.6),
  vector(0.6, 0, 0.8),
  vector(0.28, 0, 0, 0.96),
  vector(0.1, 0, 0, 0, Math.sqrt(0.99)),
]
const NAMES = ['a', 'b', 'c', 'd']

const fourTools = (more: Partial<BaselineSet> = {}): BaselineSet => ({
  name: 'four',
  tools: NAMES.map((name, at) => ({ name, tokens: [name], vector: VECTORS[at]! })),
  tasks: [],
  train: [],
  dependsOn: null,
  reference: NAMES.map((name) => [name]),
  own: new DenseScores(VECTORS),
  dense: new DenseScores(VECTORS),
  descriptions: new DenseScores(VECTORS),
  takes: NAMES.map(() => new Set<string>()),
  gives: NAMES.map(() => new Set<string>()),
  ...more,
})

const clause = (reference: readonly string[], of: Float32Array) => ({
  tokens: reference,
  reference,
  vector: of,
})
const question = (parts: BaselineTask['parts'] = []): BaselineTask => ({
  ...clause(['ask'], vector(1)),
  parts,
  tools: [],
})
const solved = (...tools: string[]): BaselineTask => ({ ...question(), tools })

/** What the method ranks after it has learned these flows. */
function ranked(method: Method, flows: readonly string[] = [], task = question()): string {
  for (const flow of flows) method.learn!(solved(...flow.split(/(?=.)/)))
  return method
    .rank(task)
    .map((at) => NAMES[at])
    .join('')
}

describe('toolNet', () => {
  it('walks along transitions by share times cosine, and begins anew at the nearest tool', () => {
    // Flows begin with c, and c leads to d alone. From d: b 2/3 · 0.6 = 0.4, a 1/3 · 0.8 = 0.27. b leads nowhere.
    expect(ranked(toolNet(fourTools()), ['cdb', 'cda', 'cdb'])).toBe('cdba')
  })

  it('is the nearest tools where nothing was learned', () => {
    expect(ranked(toolNet(fourTools()))).toBe('abcd')
  })
})

describe('autoTool', () => {
  it('goes on as stored paths went on from the last two tools, and asks for the nearest where none did', () => {
    // Nothing before: the nearest, a. After a always d: 0.5 · 1 + 0.5 · 0.1. After a, d always c, though b follows d
    // more often. After d, c and after c nothing: the nearest that is left.
    expect(ranked(autoTool(fourTools()), ['adc', 'adc', 'db', 'db', 'db'])).toBe('adcb')
  })

  it('takes no transition that is rarer than the threshold', () => {
    // After a: d 1 of 20, 0.5 · 0.05 + 0.5 · 0.1 = 0.075 < 0.1; c 19 of 20.
    const flows = ['ad', ...Array.from({ length: 19 }, () => 'ac')]
    expect(ranked(autoTool(fourTools()), flows)).toBe('acbd')
  })
})

describe('sciToolAgent', () => {
  const token = new Set(['token'])
  const none = new Set<string>()

  it('brings with a tool the one that makes what it takes', () => {
    const set = fourTools({ takes: [token, none, none, none], gives: [none, none, none, token] })
    expect(ranked(sciToolAgent(set))).toBe('adbc')
  })

  it('takes what was called right before for a producer, the nearer first', () => {
    const set = fourTools({ takes: [token, none, none, none], gives: [none, none, none, token] })
    // a is linked with d by the token and with c by the flow; c 0.28 is nearer than d 0.1.
    expect(ranked(sciToolAgent(set), ['ca'])).toBe('acdb')
  })

  it('goes by declared dependencies too', () => {
    expect(ranked(sciToolAgent(fourTools({ dependsOn: [[3], [], [], []] })))).toBe('adbc')
  })
})

describe('toolGraphRetriever', () => {
  it('mixes neighbours by the root of both degrees', () => {
    // One edge d–a, degrees 2 and 2: both rows are (x_a + x_d) / 2, cosine 0.9 / √2.16 = 0.612, over b's 0.6.
    expect(ranked(toolGraphRetriever(fourTools()), ['da'])).toBe('adbc')
    // Edges d–a and c–d, degrees a 2, c 2, d 3. Cosines: a (0.8/2 + 0.1/√6) / 0.670 = 0.658; d (0.1/3 + 1.08/√6) /
    // 0.741 = 0.640; b 0.6; c (0.28/2 + 0.1/√6) / 0.654 = 0.276.
    expect(ranked(toolGraphRetriever(fourTools()), ['da', 'cd'])).toBe('adbc')
    // Edges a–c, b–c and d–c: c has degree 4, so little of it goes to d: (0.1/2 + 0.28/√8) / 0.618 = 0.241; c itself
    // (0.28/4 + 1.5/√8) / 0.822 = 0.731; a (0.8/2 + 0.28/√8) / 0.676 = 0.738; b (0.6/2 + 0.28/√8) / 0.659 = 0.606.
    expect(ranked(toolGraphRetriever(fourTools()), ['ac', 'bc', 'dc'])).toBe('acbd')
  })

  it('gives the same rows in whatever order edges come', () => {
    const orders = [['da', 'cd', 'bc'], ['bc', 'da', 'cd'], ['cd', 'bc', 'da']] // prettier-ignore
    const lists = orders.map((flows) => ranked(toolGraphRetriever(fourTools()), flows))
    expect(new Set(lists).size).toBe(1)
  })
})

describe('graphRagToolFusion', () => {
  it('goes depth first through what the found tools depend on', () => {
    // a needs d, which needs c.
    expect(ranked(graphRagToolFusion(fourTools({ dependsOn: [[3], [], [], [2]] })))).toBe('adcb')
  })

  it('is the vector search where nothing is declared', () => {
    expect(ranked(graphRagToolFusion(fourTools()))).toBe('abcd')
  })
})

/** Clauses of which one is nearest to b and one to d; with each the other three are equally far, or as the question has them. */
const parts = [clause(['b'], vector(0, 0, 1)), clause(['d'], vector(0, 0, 0, 0, 1))]

describe('bsctr', () => {
  it('lets a tool gather its predecessors', () => {
    // d gathers a: 0.75·x_d + 0.25·x_a, cosine (0.075 + 0.2) / √0.655 = 0.340, over c's 0.28.
    expect(ranked(bsctr(fourTools()), ['ad'], question([clause(['ask'], vector(1))]))).toBe('abdc')
    // The other way round a gathers d, and stays first: 0.625 / 0.809 = 0.772.
    expect(ranked(bsctr(fourTools()), ['da'], question([clause(['ask'], vector(1))]))).toBe('abcd')
  })

  it('fuses one list a sub-task, each of question and clause together', () => {
    // q + s1: b 1.4, a 0.8, c 0.28, d 0.1; q + s2: d 1.09, a 0.8, b 0.6, c 0.28. Reciprocal ranks, in thousandths: b
    // 1/61 + 1/63 = 32.27, a 2/62 = 32.26, d 1/64 + 1/61 = 32.02, c 1/63 + 1/64 = 31.50.
    expect(ranked(bsctr(fourTools()), [], question(parts))).toBe('badc')
  })

  it('without plan and graph is the dense list, whatever was learned', () => {
    const plain = bsctr(fourTools(), { ...BSCTR, plan: false, graph: false })
    expect('learn' in plain).toBe(false)
    expect(ranked(plain, [], question(parts))).toBe(ranked(dense(fourTools()), [], question(parts)))
  })
})

describe('the methods that cut a question', () => {
  it('interleave (Kachuee), repeats passed over', () => {
    expect(interleaved([[1, 2, 3], [4, 1, 5], []], 5)).toEqual([1, 4, 2, 3, 5])
    // b a c d and d a b c.
    expect(ranked(kachuee(fourTools()), [], question(parts))).toBe('bdac')
  })

  it('ask on for what is not covered (ToolReAGt)', () => {
    expect(ranked(toolReAGt(fourTools()), [], question(parts))).toBe('bdac')
    // The second clause has no word that b does not say: it is not asked for.
    const covered = [parts[0]!, { ...parts[1]!, reference: ['b'] }]
    expect(ranked(toolReAGt(fourTools()), [], question(covered))).toBe('bacd')
  })

  it('rank within intents, then by similarity over all texts of a tool (Re-Invoke)', () => {
    // First of the intents: d 0.995, b 0.8; then a, of both.
    expect(ranked(reInvoke(fourTools()), [], question(parts))).toBe('dbac')
    // The descriptions say the opposite of b: (0.8 − 0.8) / 2 = 0, which is what a, c and d have: a comes first.
    const turned = new DenseScores(VECTORS.map((row, at) => (at === 1 ? row.map((value) => -value) : row)))
    const [first] = parts
    expect(ranked(reInvoke(fourTools({ descriptions: turned })), [], question([first!]))).toBe('abcd')
  })

  it('fuse by reciprocal ranks what hypothetical descriptions find (ToolDreamer)', () => {
    // b a c d and d a b c: b 1/61 + 1/63 = 32.27, a 2/62 = 32.26, d 1/64 + 1/61 = 32.02, c 1/63 + 1/64.
    expect(ranked(toolDreamer(fourTools()), [], question(parts))).toBe('badc')
  })
})

describe('pastQuestions', () => {
  it('weighs votes by BM25 relative to the best, or by the eighth power of the cosine', () => {
    const past = (reference: string[], of: Float32Array, ...tools: string[]): BaselineTask => ({
      ...clause(reference, of),
      parts: [],
      tools,
    })
    const near = past(['map', 'fire'], vector(0.9, Math.sqrt(0.19)), 'c')
    const far = past(['map', 'snow'], vector(0.8, 0.6), 'd', 'b')
    const task = { ...question(), reference: ['map', 'fire'], tokens: ['map', 'fire'] }
    for (const by of ['words', 'vectors'] as const) {
      const method = pastQuestions(fourTools(), by)
      for (const each of [far, near]) method.learn!(each)
      // By words: near has both of the words. By vectors: 0.9⁸ = 0.43, 0.8⁸ = 0.17. b and d have one vote.
      expect(ranked(method, [], task)).toBe('cbda')
    }
    const method = pastQuestions(fourTools(), 'vectors')
    // Two at 0.8 weigh less than one at 0.9 (2 · 0.17 < 0.43), three weigh more.
    for (const each of [far, far, near]) method.learn!(each)
    expect(ranked(method, [], task)).toBe('cbda')
    method.learn!(far)
    expect(ranked(method, [], task)).toBe('bdca')
  })
})
