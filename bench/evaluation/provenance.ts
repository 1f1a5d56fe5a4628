import { execFileSync } from 'node:child_process'
import { codeHash } from '../harness/part-cache.ts'

/** What figures come from besides the machine: the same for the same tree, so that a table can be made again. */
export interface Provenance {
  /** Hash over the code that decides the figures. */
  readonly code: string
  /** Commit that the tree is at, or null where git does not know; `code` tells what was changed since. */
  readonly commit: string | null
  readonly seeds: Readonly<Record<string, number>>
}

/** `code`: folders whose code decides the figures, of one repository; `seeds`: those that a suite draws from, by what for. */
export function provenance(code: readonly string[], seeds: Readonly<Record<string, number>>): Provenance {
  return { code: codeHash(code), commit: commitOf(code[0]!), seeds }
}

function commitOf(folder: string): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: 'pipe' }).toString().trim()
  } catch {
    return null
  }
}
