import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runHarness } from './harness/main.ts'

/** `npm run bench -- NAME` measures speed and memory, `npm run eval -- SUITE` quality: the word before the name tells. */
const root = resolve(import.meta.dirname, '..')
const [kind, ...argv] = process.argv.slice(2)

process.exitCode = await runHarness(
  argv,
  {
    benches: join(import.meta.dirname, kind === 'eval' ? 'suites' : 'benches'),
    code: [join(root, 'src'), import.meta.dirname],
    shared: resolve(process.env['GEOFORGE_SHARED'] ?? join(root, '..', 'shared')),
    work: join(root, '.eval'),
    version: version(),
  },
  { out: (text) => console.log(text), err: (text) => console.error(text) },
)

/** The package's version, with the commit where git knows it. */
function version(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  try {
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, stdio: 'pipe' })
    return `${version}+${commit.toString().trim()}`
  } catch {
    return version
  }
}
