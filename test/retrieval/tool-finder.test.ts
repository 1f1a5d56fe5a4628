import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { tokens } from '../../src/lib/text.ts'
import type { Edge } from '../../src/memory/types.ts'
import { ToolFinder, type RetrieveQuery } from '../../src/retrieval/index.ts'
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
})
