import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import { provenance } from '../evaluation/provenance.ts'
import { checkAims } from './aims.ts'
import { parseArguments } from './arguments.ts'
import type { Bench } from './bench.ts'
import { listBenches } from './list.ts'
import { machine } from './machine.ts'
import { codeHash, partCache } from './part-cache.ts'
import { table } from './table.ts'

export interface HarnessPaths {
  /** Folder of the benches to choose from. */
  readonly benches: string
  /** Folders whose code decides the figures. */
  readonly code: readonly string[]
  readonly shared: string
  /** Git-ignored folder for parts and vectors. */
  readonly work: string
  readonly version: string
}

export interface Output {
  out(text: string): void
  err(text: string): void
}

/**
 * Runs one bench and returns the exit code: 0, 1 where --strict is given and an aim was missed, 2 where the command
 * line is wrong. Without a name it prints the list.
 */
export async function runHarness(
  argv: readonly string[],
  paths: HarnessPaths,
  output: Output,
): Promise<number> {
  const benches = await listBenches(paths.benches)
  try {
    const { name, json, strict, options } = parseArguments(argv)
    if (name === null) {
      output.out(listing(benches))
      return 0
    }
    const bench = benches.get(name)
    if (!bench) throw new AppError('invalid_input', `Nothing here is named "${name}".\n${listing(benches)}`)
    refuseUnknown(bench, options)
    const parts = partCache(join(paths.work, bench.name, partKey(paths, options)))
    // Before it runs: the code may be edited while it does.
    const origin = provenance(paths.code, bench.seeds?.(options) ?? {})
    // Where single runs are written decides no figure.
    const { runs: _runs, ...deciding } = options
    const rows = await bench.run({
      shared: paths.shared,
      options,
      progress: (note) => output.err(`${bench.name}: ${note}`),
      cache: parts,
      workFolder: paths.work,
    })
    parts.clear()
    output.out(`${bench.title}\n\n${table(rows)}`)
    if (json !== null) {
      const report = {
        suite: bench.name,
        version: paths.version,
        machine: { ...machine(), ...origin },
        options: deciding,
        rows,
      }
      mkdirSync(dirname(resolve(json)), { recursive: true })
      writeFileSync(json, JSON.stringify(report, null, 2) + '\n')
    }
    const { lines, missed } = checkAims(bench.aims ?? [], rows, Object.keys(deciding).length > 0)
    if (lines.length > 0) output.out('\n' + lines.join('\n'))
    return strict && missed > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    output.err(error.message)
    return 2
  }
}

function listing(benches: ReadonlyMap<string, Bench>): string {
  const lines = [...benches.values()].flatMap(({ name, title, options }) => [
    `${name}: ${title}`,
    ...Object.entries(options ?? {}).map(([option, meaning]) => `    --${option}  ${meaning}`),
  ])
  return lines.length > 0 ? lines.join('\n') : 'There is nothing to run here yet.'
}

function refuseUnknown({ name, options: known }: Bench, given: Readonly<Record<string, string>>): void {
  if (!known) return
  const unknown = Object.keys(given).filter((option) => !(option in known))
  if (unknown.length === 0) return
  const list = Object.keys(known).map((option) => `--${option}`)
  throw new AppError(
    'invalid_input',
    `${name} has no option ${unknown.map((option) => `--${option}`).join(', ')}; it knows ${['--json', '--strict', ...list].join(', ')}.`,
  )
}

const partKey = ({ code }: HarnessPaths, options: Readonly<Record<string, string>>) =>
  createHash('sha256')
    .update(codeHash(code) + JSON.stringify(Object.entries(options).sort()))
    .digest('hex')
    .slice(0, 16)
