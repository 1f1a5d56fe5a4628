import { resolve } from 'node:path'
import { TOOLS } from '../../src/tools/index.ts'
import type { Row } from '../harness/bench.ts'
import { testedTools } from '../lib/tested-tools.ts'
import { agreement, readCases } from './agreement.ts'
import { TOOL_MAP } from './tool-map.ts'

/** Rows of the library, of each family and of Earth-Agent; `tests` is the folder of the tests. */
export async function toolRows(tests: string, progress: (note: string) => void): Promise<readonly Row[]> {
  const tested = testedTools(resolve(tests, 'tools'), new Set(TOOLS.map(({ name }) => name)))
  for (const { name, family } of TOOLS) {
    if (!tested.has(name)) progress(`${family}: ${name} has no test of its own`)
  }
  const counts = (tools: typeof TOOLS) => {
    const done = tools.filter(({ name }) => tested.has(name)).length
    return { tools: tools.length, tested: done, untested: tools.length - done }
  }
  const families = [...new Set(TOOLS.map(({ family }) => family))]
  const cases = readCases(resolve(tests, 'oracles', 'earth-agent.json'))
  const { agreeing, differing, failing } = await agreement(cases)
  for (const { theirs, problem } of failing) progress(`${theirs}: ${problem}`)
  return [
    { name: 'library', ...counts(TOOLS), families: families.length },
    ...families.map((family) => ({
      name: 'family',
      family,
      ...counts(TOOLS.filter((tool) => tool.family === family)),
    })),
    {
      name: 'earth-agent',
      mapped: TOOL_MAP.size,
      agreeing: agreeing.length,
      differing: differing.length,
      failing: TOOL_MAP.size - agreeing.length - differing.length,
    },
  ]
}
