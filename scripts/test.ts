/** npm test [-- PART…]: runs every part to its end, then counts. Parts: types, lint, unit, browser, e2e. */
import { runCommand } from './lib/run-command.ts'
import { runVitest } from './lib/run-vitest.ts'
import { sharedNotice } from './lib/shared-notice.ts'
import { lastLine, sum, type Count } from './lib/test-count.ts'

/** Checkers make many short-lived objects: with room for them they take a tenth less time. */
const ROOM = { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=128` }

/** Some commands that count as one check. */
async function check(name: string, commands: readonly (readonly [string, ...string[]])[]): Promise<Count> {
  let failed = false
  for (const command of commands) failed = (await runCommand(command, ROOM)) !== 0 || failed
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, failures: failed ? [name] : [], skips: [] }
}

const PARTS: Readonly<Record<string, () => Promise<Count>>> = {
  // It checks the files of tsconfig.json and that file itself too, so tsc beside it would find the same once more.
  types: () => check('types', [['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings']]),
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

/**
 * Each lane runs its parts one after the other, and the lanes run side by side: ESLint keeps one core busy, pages that are
 * waited for leave one free. Browser tests measure how soon something stops, so they run beside what takes one core alone.
 */
const LANES: readonly (readonly string[])[] = [
  ['lint', 'e2e'],
  ['types', 'browser', 'unit'],
]

const counts = new Map<string, Count>()
await Promise.all(
  LANES.map(async (lane) => {
    for (const name of lane) {
      if (wanted.length === 0 || wanted.includes(name)) counts.set(name, await timed(name))
    }
  }),
)

async function timed(name: string): Promise<Count> {
  const begun = performance.now()
  console.log(`\n── ${name} ──`)
  const count = await PARTS[name]!()
  console.log(`── ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return count
}

const total = sum(Object.keys(PARTS).flatMap((name) => counts.get(name) ?? []))
console.log('')
for (const failure of total.failures) console.log(`failed: ${failure}`)
for (const skip of total.skips) console.log(`skipped: ${skip}`)
const notice = sharedNotice()
if (notice) console.log(notice)
console.log(lastLine(total))
process.exitCode = total.failed > 0 ? 1 : 0
