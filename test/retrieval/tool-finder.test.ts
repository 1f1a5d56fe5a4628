import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { tokens } from '../../src/lib/text.ts'
import type { Edge } from '../../src/memory/types.ts'
import { toolText, ToolFinder, type RetrieveQuery } from '../../src/retrieval/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const specs = TOOLS.map(toolSpec).slice(0, 80)
const names = specs.map(({ name }) => name)

describe('ToolFinder', () => {
  it('finds what one made anew finds, whatever came, went and was admitted in between', () => {
    const random = seededRandom(3)
    const some = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const questionOf = () => `${some(specs).title} and ${some(specs).title}`
    const sets = [0.9, 0.5, 1].map((share) => new Set(names.filter(() => random() < share)))
    const kept = new ToolFinder()
    let past: RetrieveQuery['past'] = []
    let edges: readonly Edge[] = []
    for (let round = 0; round < 100; round++) {
      const act = random()
      if (act < 0.6) {
        past = [...past, { tokens: tokens(questionOf()), tools: [some(names), some(names)] }]
      } else if (act < 0.7) {
        const gone = Math.floor(random() * past.length)
        past = past.filter((_, at) => at !== gone)
      } else {
        const [from, to] = [some(names), some(names)]
        edges = [...edges.slice(-30), { id: `${from}>${to}`, from, to, successes: 1 + round, failures: 0 }]
      }
      // Tools come as copies from another thread.
      const query = {
        question: questionOf(),
        subTasks: [],
        specs: structuredClone(specs),
        admissible: some(sets),
        ...{ edges, past, most: 20 },
      }
      expect(kept.find(query)).toEqual(new ToolFinder().find(query))
    }
  }, 60_000)

  it('does so with vectors too, wherever they come, go and are made anew', () => {
    const random = seededRandom(11)
    const some = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const questionOf = () => `${some(specs).title} and ${some(specs).title}`
    const sets = [0.8, 0.4, 1].map((share) => new Set(names.filter(() => random() < share)))
    const texts = specs.map(toolText)
    const kept = new ToolFinder()
    const vectors = new Map(texts.map((text) => [text, directionOf(text)]))
    let past: RetrieveQuery['past'] = []
    const signals = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const act = random()
      if (act < 0.5) {
        const question = questionOf()
        const vector = random() < 0.5 ? { vector: directionOf(question) } : {}
        past = [...past, { tokens: tokens(question), tools: [some(names), some(names)], ...vector }]
      } else if (act < 0.6 && past.length > 0) {
        // A past question gets its vector after a later run.
        const at = Math.floor(random() * past.length)
        past = past.map((each, place) => (place === at ? { ...each, vector: directionOf(`${round}`) } : each))
      } else if (act < 0.65) {
        past = past.slice(1)
      } else if (act < 0.75) {
        vectors.delete(some(texts))
      } else if (act < 0.95) {
        for (const text of texts) if (!vectors.has(text)) vectors.set(text, directionOf(text))
      } else {
        // Another model.
        for (const text of texts) vectors.set(text, directionOf(`${round} ${text}`))
      }
      const question = questionOf()
      const parts = [some(specs).title, some(specs).summary]
      const heard = new Map([question, ...parts].map((text) => [text, directionOf(text)]))
      const isHeard = random() < 0.9
      const query = {
        question,
        subTasks: parts.map((text) => ({ text, from: 'skill' as const })),
        specs: structuredClone(specs),
        admissible: some(sets),
        ...{ edges: [], past, most: 20 },
        ...(isHeard ? { vectors: { get: (text: string) => heard.get(text) ?? vectors.get(text) } } : {}),
      }
      const found = kept.find(query)
      expect(found).toEqual(new ToolFinder().find(query))
      for (const { grounds } of found) signals.add(grounds?.questionBy ?? 'words')
    }
    expect([...signals].sort()).toEqual(['both', 'meaning', 'words'])
  }, 60_000)
})

/** A vector of length 1 that a text always gets, and near those of texts that share its letters. */
function directionOf(text: string): Float32Array {
  const counts = new Float32Array(26)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) counts[at]! += 1
  }
  const length = Math.hypot(...counts)
  return length > 0 ? counts.map((count) => count / length) : counts.fill(1 / Math.sqrt(26))
}
