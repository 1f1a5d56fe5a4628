import { readFileSync } from 'node:fs'
import { AppError } from '../../src/lib/errors.ts'
import type { Arguments, Mapping, Plan, RasterPart, Value } from './mapping.ts'
import { Workbench, type BandFile } from './workbench.ts'
import { TOOL_MAP } from './tool-map.ts'

/** What a tool of theirs gives of small inputs; null stands for NaN in pixels and lists. */
export interface Result {
  readonly value?: Value
  /** Saved rasters by path: bands of rows. */
  readonly rasters?: Readonly<Record<string, readonly (Rows | null)[]>>
  /** The code of an error of ours, where no result is the right one. */
  readonly refused?: string
}
type Rows = readonly (readonly (number | null)[])[]

export interface OracleCase extends Result {
  readonly theirs: string
  readonly args: Arguments
  readonly files: Readonly<Record<string, BandFile>>
  /** What is right where theirs is not, worked by hand, and how. */
  readonly right?: Result
  readonly why?: string
}

export interface Verdict {
  readonly theirs: string
  /** Ours gives what it must: theirs, or the right result where theirs is wrong and not the same. */
  readonly holds: boolean
  readonly differs: boolean
  /** What is amiss, for people. */
  readonly problem: string | null
}

const RELATIVE = 1e-5
/** Below this, figures count as zero. */
const TINY = 1e-9

export const readCases = (file: string): readonly OracleCase[] =>
  JSON.parse(readFileSync(file, 'utf8')) as readonly OracleCase[]

/** Runs ours on the inputs of a case and compares. */
export async function judge(oracle: OracleCase): Promise<Verdict> {
  const { theirs, right } = oracle
  const mapping = TOOL_MAP.get(theirs)
  const verdict = (problem: string | null): Verdict => ({
    theirs,
    holds: problem === null,
    differs: right !== undefined,
    problem,
  })
  if (!mapping) return verdict('it is not mapped')
  const ours = await resultOf(mapping, oracle)
  const isTheirs = isAlike(ours, oracle)
  if (right === undefined)
    return verdict(isTheirs ? null : `ours gives ${brief(ours)}, theirs ${brief(oracle)}`)
  if (mapping.differs === null) return verdict('the map does not say how they differ')
  if (isAlike(right, oracle)) return verdict('what is right is what theirs gives')
  return verdict(isAlike(ours, right) ? null : `ours gives ${brief(ours)}, right is ${brief(right)}`)
}

/** Judges all cases; a mapping agrees or differs where all of its cases hold. */
export async function agreement(cases: readonly OracleCase[]): Promise<{
  readonly agreeing: readonly string[]
  readonly differing: readonly string[]
  readonly failing: readonly Verdict[]
}> {
  const verdicts: Verdict[] = []
  for (const each of cases) verdicts.push(await judge(each))
  const failing = [
    ...verdicts.filter(({ holds }) => !holds),
    ...[...TOOL_MAP.values()].flatMap(({ theirs, differs }) => faultOf(theirs, differs, verdicts)),
  ]
  const isGood = ({ theirs }: Mapping) => failing.every((each) => each.theirs !== theirs)
  const good = [...TOOL_MAP.values()].filter(isGood)
  const names = (list: readonly Mapping[]) => list.map(({ theirs }) => theirs)
  return {
    agreeing: names(good.filter(({ differs }) => differs === null)),
    differing: names(good.filter(({ differs }) => differs !== null)),
    failing,
  }
}

/** A mapping without a case, or one said to differ that no case shows to. */
function faultOf(theirs: string, differs: string | null, verdicts: readonly Verdict[]): readonly Verdict[] {
  const own = verdicts.filter((each) => each.theirs === theirs)
  const problem =
    own.length === 0
      ? 'it has no case'
      : differs !== null && !own.some((each) => each.differs)
        ? 'no case shows how they differ'
        : null
  return problem === null ? [] : [{ theirs, holds: false, differs: differs !== null, problem }]
}

async function resultOf(mapping: Mapping, { args, files }: OracleCase): Promise<Result> {
  const bench = new Workbench(files)
  try {
    const plan = mapping.adapt(args)
    const strange = plan.steps.find(({ tool }) => !mapping.ours.includes(tool))
    if (strange) throw new Error(`${mapping.theirs} calls ${strange.tool}, which its mapping does not name`)
    for (const step of plan.steps) await bench.perform(step)
    return {
      ...(plan.value ? { value: plan.value(bench.done) } : {}),
      ...(plan.rasters ? { rasters: await rastersOf(plan, bench) } : {}),
    }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}

async function rastersOf({ rasters = {} }: Plan, bench: Workbench) {
  const found: Record<string, (Rows | null)[]> = {}
  for (const [path, parts] of Object.entries(rasters)) {
    found[path] = []
    for (const part of parts) found[path].push(await rowsOf(part, bench))
  }
  return found
}

async function rowsOf(part: RasterPart, bench: Workbench): Promise<Rows | null> {
  if (part === null) return null
  const rows = await bench.rows(part)
  const change = 'made' in part ? part.change : undefined
  return change ? rows.map((row) => row.map((each) => (each === null ? null : change(each)))) : rows
}

/** Alike in all that the second has. */
function isAlike(found: Result, wanted: Result): boolean {
  if (wanted.refused !== undefined || found.refused !== undefined) return found.refused === wanted.refused
  return (['value', 'rasters'] as const).every(
    (part) => wanted[part] === undefined || (found[part] !== undefined && isEqual(found[part], wanted[part])),
  )
}

function isEqual(found: Value, wanted: Value): boolean {
  if (typeof found === 'number' && typeof wanted === 'number') {
    const gap = Math.abs(found - wanted)
    return gap <= RELATIVE * Math.max(Math.abs(found), Math.abs(wanted)) || gap < TINY
  }
  if (found === null || wanted === null || typeof found !== 'object' || typeof wanted !== 'object') {
    return found === wanted
  }
  const [a, b] = [Object.entries(found), Object.entries(wanted)]
  return (
    a.length === b.length &&
    b.every(([name, each]) => isEqual((found as Record<string, Value>)[name] ?? null, each))
  )
}

const brief = ({ value, rasters, refused }: Result) =>
  JSON.stringify({ value, rasters, refused }).slice(0, 600)
