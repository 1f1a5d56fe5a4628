/** npm run fuzz -- TARGET [--count N] [--seed N] [--only INDEX]: breaks files at random and reads them. */
import { parseArgs } from 'node:util'
import { fuzz } from './lib/fuzz/run.ts'
import { mutantOf, TARGETS } from './lib/fuzz/trial.ts'

const USAGE = `usage: npm run fuzz -- TARGET [--count 5000] [--seed 1] [--only INDEX]
  TARGET         ${Object.keys(TARGETS).join(', ')}
  --count N      mutants to try
  --seed N       another seed, other mutants
  --only INDEX   this mutant alone, with what was done to it`

const { target, count, seed, only } = options()
if (only !== null) console.log(mutantOf(TARGETS[target]!(), seed, only).story)
const begun = performance.now()
const report = await fuzz({
  target,
  seed,
  indices: only === null ? Array.from({ length: count }, (_, index) => index) : [only],
  onFailure({ index, what }) {
    const { story } = mutantOf(TARGETS[target]!(), seed, index)
    console.log(`FAILED --seed ${seed} --only ${index}\n  ${story}\n  ${what.replaceAll('\n', '\n  ')}`)
  },
  onProgress(done) {
    if (done % 500 === 0) console.log(`${done} done, ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  },
})
const { counts, slowestMs, peakMb } = report
console.log(
  `${target}, seed ${seed}: ${counts.read} read, ${counts['read in part']} read in part, ${counts.refused} refused, ` +
    `${counts.failed} failed; slowest ${slowestMs.toFixed(0)} ms, at most ${peakMb.toFixed(0)} MB`,
)
process.exitCode = counts.failed > 0 ? 1 : 0

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { count: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
    })
    const whole = (name: 'count' | 'seed' | 'only', absent: number) => {
      const value = Number(values[name] ?? absent)
      if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} needs a whole number`)
      return value
    }
    const [name] = positionals
    if (positionals.length !== 1 || !(name! in TARGETS)) throw new Error('one target is needed')
    return {
      target: name!,
      count: whole('count', 5000),
      seed: whole('seed', 1),
      only: values.only === undefined ? null : whole('only', 0),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}
