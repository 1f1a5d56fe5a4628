import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import type { Count } from './test-count.ts'

/** Runs one Vitest project; a run that leaves no count, or fails without naming a failure, is one failure itself. */
export async function runVitest(project: string): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-test-'))
  try {
    const file = join(folder, 'count.json')
    const code = await runCommand(
      [
        'vitest',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=./scripts/lib/count-reporter.ts',
        // Vitest leaves a core free for a person at work; nobody works beside this.
        ...(project === 'unit' ? ['--maxWorkers=100%'] : []),
      ],
      { GEOFORGE_COUNT_FILE: file },
    )
    if (!existsSync(file)) return crashed(`${project} tests left no count (exit code ${code})`)
    const count = JSON.parse(readFileSync(file, 'utf8')) as Count
    if (code === 0 || count.failed > 0) return count
    const failures = [`${project} tests ended with exit code ${code}`]
    return { ...count, failed: 1, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const crashed = (failure: string): Count => ({ passed: 0, failed: 1, failures: [failure], skips: [] })
