import { cachedMiniLm } from '../../lib/cached-minilm.ts'
import { sortedByName } from '../baseline-set.ts'
import { readToolset, type Toolset } from '../toolset.ts'
import { invocationRun, invoke, withoutLimit, type Protocol } from './evaluate.ts'
import type { TaskFigures } from './figures.ts'
import { invocationSet, type InvocationSet } from './task.ts'
import { VARIANTS } from './variants.ts'

/** Which set, and how it is read. */
export interface SetSource {
  readonly file: string
  /** Tools that may be called. */
  readonly pool: number
  /** The first so many tasks only; null for all. */
  readonly limit: number | null
  readonly shared: string
  readonly workFolder: string
}

/** One order of a set's tasks, with every way to retrieve, for a child process. */
export interface InvocationJob {
  readonly source: SetSource
  /** Of the set's content, so that nothing kept of another is taken for this one's. */
  readonly content: string
  readonly protocol: Protocol
  readonly seed: number
}

export interface InvocationResult {
  readonly wholeLibrary: readonly TaskFigures[]
  /** In the order of VARIANTS. */
  readonly variants: readonly (readonly TaskFigures[])[]
}

export async function work({ source, protocol, seed }: InvocationJob): Promise<InvocationResult> {
  const run = invocationRun(await prepareSource(source), protocol, { pool: source.pool, seed })
  return {
    wholeLibrary: withoutLimit(run),
    variants: VARIANTS.map(({ make }) => invoke(make, run)),
  }
}

/** The set as files have it, tools by name. */
export function readSource({ file, limit }: SetSource): Toolset {
  const set = sortedByName(readToolset(file))
  return limit === null ? set : { ...set, tasks: set.tasks.slice(0, limit) }
}

/** Reads, and embeds where that was not done before, all that is wanted of a set. */
export async function prepareSource(
  source: SetSource,
  progress: (note: string) => void = () => undefined,
): Promise<InvocationSet> {
  return await invocationSet(readSource(source), cachedMiniLm(source), progress)
}
