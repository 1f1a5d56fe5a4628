import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names of tools that have a test of their own under `folder`: a `describe('NAME'`, or an entry in a file of oracle
 * values that a test goes through by `describe.each`. What every tool is asked alike (test/tools/contract.test.ts) does
 * not count.
 */
export function testedTools(folder: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (each: string) => {
    if (names.has(each)) found.add(each)
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.test.ts')) continue
    const code = readFileSync(join(folder, file), 'utf8')
    for (const [, name] of code.matchAll(/describe\('([a-z0-9_]+)'/g)) add(name!)
    if (!code.includes('describe.each(')) continue
    for (const [, oracle] of code.matchAll(/['"/]oracles\/([\w-]+\.json)['"]/g)) {
      keysOf(JSON.parse(readFileSync(join(folder, '..', 'oracles', oracle!), 'utf8'))).forEach(add)
    }
  }
  return found
}

/** Keys of an object and of the objects in it. */
function keysOf(value: unknown): readonly string[] {
  const keys = (each: unknown) => (isRecord(each) ? Object.keys(each) : [])
  return isRecord(value) ? [...keys(value), ...Object.values(value).flatMap(keys)] : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
