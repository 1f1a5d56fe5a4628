import { runsOf } from '../provenance.ts'
import type { Activation } from '../types.ts'
import type { Row } from './tables.ts'

/** What may not be named any more: the run that is erased and the entries that it made. */
export interface Erased {
  readonly runId: string
  /** Ids of entries. */
  readonly made: ReadonlySet<string>
  /** What lessons that it made said: rules of skills may quote them. */
  readonly said: ReadonlySet<string>
}

const WORD = 'erased'

export const mentions = (value: unknown, erased: Erased): boolean =>
  patternOf(erased).test(JSON.stringify(value))

const patterns = new WeakMap<ReadonlySet<string>, { readonly count: number; readonly pattern: RegExp }>()

/** Finds each name where it stands as a whole, also within the id of an entry; the set may have grown since the last call. */
function patternOf({ runId, made }: Erased): RegExp {
  const known = patterns.get(made)
  if (known?.count === made.size) return known.pattern
  const names = [runId, ...made].sort((a, b) => b.length - a.length)
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'u')
  patterns.set(made, { count: made.size, pattern })
  return pattern
}

/** The entry as it is without the run's help: evidence, what it takes the place of, and any other word of it. */
export function withoutMentions(entry: Row, erased: Erased): Row {
  const row = withoutQuotes(entry, erased)
  if (!mentions(row, erased)) return row
  if (!('provenance' in row)) return withoutNames(row, erased) as Row
  const provenance = runsOf(row.provenance)
    .filter(({ runId }) => runId !== erased.runId)
    .flatMap(({ runId, data }) => [runId, ...data.map((fingerprint) => `data:${fingerprint}`)])
  const rest = { ...row, provenance, ...standing(row, erased) }
  const replacing = rest as { replaces?: string }
  if (replacing.replaces !== undefined && erased.made.has(replacing.replaces)) delete replacing.replaces
  return withoutNames(rest, erased) as Row
}

function withoutQuotes(row: Row, { said }: Erased): Row {
  if (!('rules' in row) || said.size === 0) return row
  const isQuote = (rule: string) => [...said].some((text) => rule.toLowerCase().includes(text.toLowerCase()))
  return row.rules.some(isQuote) ? { ...row, rules: row.rules.filter((rule) => !isQuote(rule)) } : row
}

/** An entry that became active by the evidence of the run is a candidate again. */
function standing(
  { state, activation }: { readonly state: string; readonly activation: Activation | null },
  { runId }: Erased,
) {
  return activation?.runs.includes(runId)
    ? { state: 'candidate' as const, activation: null }
    : { state, activation }
}

/** Any JSON without the names: from lists they are left out, in other texts a word takes their place. */
export function withoutNames(value: unknown, erased: Erased): unknown {
  const one = patternOf(erased)
  const all = new RegExp(one.source, 'gu')
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(all, WORD)
    if (Array.isArray(part)) {
      return part.filter((element) => typeof element !== 'string' || !one.test(element)).map(walk)
    }
    if (part === null || typeof part !== 'object' || ArrayBuffer.isView(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, walk(each)]))
  }
  return walk(value)
}
