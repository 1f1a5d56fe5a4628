import { resolve } from 'node:path'
import { TOOLS } from '../../src/tools/index.ts'
import { agreement, readCases } from '../earthbench/agreement.ts'
import { TOOL_MAP } from '../earthbench/tool-map.ts'
import type { Bench, Row } from '../harness/bench.ts'
import { testedTools } from '../lib/tested-tools.ts'

const tests = resolve(import.meta.dirname, '..', '..', 'test')
const names = TOOLS.map(({ name }) => name)

/** How large the library is, which tools have a test of their own, and whether the tools of Earth-Agent agree. */
export const bench: Bench = {
  name: 'tools',
  title: 'The library of tools: how many, how many tested, and the tools of Earth-Agent against ours',
  options: {},
  aims: [
    { row: 'library', figure: 'tools', atLeast: 330 },
    { row: 'library', figure: 'untested', atMost: 0 },
    { row: 'earth-agent', figure: 'mapped', atLeast: 100 },
    { row: 'earth-agent', figure: 'failing', atMost: 0 },
  ],
  async run({ progress }) {
    const tested = testedTools(resolve(tests, 'tools'), new Set(names))
    for (const { name, family } of TOOLS)
      if (!tested.has(name)) progress(`${family}: ${name} has no test of its own`)
    const count = (family: string | null): Row => {
      const own = TOOLS.filter((tool) => family === null || tool.family === family)
      const done = own.filter(({ name }) => tested.has(name)).length
      const figures = { tools: own.length, tested: done, untested: own.length - done }
      return family === null
        ? { name: 'library', ...figures, families: families.length }
        : { name: 'family', family, ...figures }
    }
    const families = [...new Set(TOOLS.map(({ family }) => family))]
    const { agreeing, differing, failing } = await agreement(
      readCases(resolve(tests, 'oracles', 'earth-agent.json')),
    )
    for (const { theirs, problem } of failing) progress(`${theirs}: ${problem}`)
    return [
      count(null),
      ...families.map(count),
      {
        name: 'earth-agent',
        mapped: TOOL_MAP.size,
        agreeing: agreeing.length,
        differing: differing.length,
        failing: TOOL_MAP.size - agreeing.length - differing.length,
      },
    ]
  },
}
