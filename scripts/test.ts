/** npm test [-- PART…]: runs every part to its end, then counts. Parts: types, lint, unit, browser, e2e. */
import { runCommand } from './lib/run-command.ts'
import { runVitest } from './lib/run-vitest.ts'
import { sharedNotice } from './lib/shared-notice.ts'
import { lastLine, sum, type Count } from './lib/test-count.ts'

/** Some commands that count as one check. */
async function check(name: string, commands: readonly (readonly [string, ...string[]])[]): Promise<Count> {
  let failed = false
  for (const command of commands) failed = (await runCommand(command)) !== 0 || failed
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, failures: failed ? [name] : [], skips: [] }
}

const PARTS: Readonly<Record<string, () => Promise<Count>>> = {
  types: () =>
    check('types', [
      ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
      ['tsc', '-p', '.'],
    ]),
  lint: () =>
    check('lint', [
      ['eslint', '.'],
      ['prettier', '--check', '--log-level', 'warn', '.'],
    ]),
  unit: () => runVitest('unit'),
  browser: () => runVitest('browser'),
  e2e: async () => {
    const built = await check('build', [['tsx', 'scripts/build.ts']])
    return built.failed > 0 ? built : sum([built, await runVitest('e2e')])
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

/** Parts of one group run side by side: the checks use a core each. */
const GROUPS: readonly (readonly string[])[] = [['types', 'lint'], ['unit'], ['browser'], ['e2e']]

const counts: Count[] = []
for (const group of GROUPS) {
  const parts = group.filter((name) => wanted.length === 0 || wanted.includes(name))
  counts.push(...(await Promise.all(parts.map(timed))))
}

async function timed(name: string): Promise<Count> {
  const begun = performance.now()
  console.log(`\n── ${name} ──`)
  const count = await PARTS[name]!()
  console.log(`── ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return count
}

const total = sum(counts)
console.log('')
for (const failure of total.failures) console.log(`failed: ${failure}`)
for (const skip of total.skips) console.log(`skipped: ${skip}`)
const notice = sharedNotice()
if (notice) console.log(notice)
console.log(lastLine(total))
process.exitCode = total.failed > 0 ? 1 : 0
