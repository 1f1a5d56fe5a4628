import { resolve } from 'node:path'
import type { Bench } from '../harness/bench.ts'

const tests = resolve(import.meta.dirname, '..', '..', 'test')

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
    // The whole library takes seconds to load, which listing the suites should not.
    const { toolRows } = await import('../earthbench/report.ts')
    return toolRows(tests, progress)
  },
}
