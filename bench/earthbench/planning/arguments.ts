import { TOOL_MAP } from '../tool-map.ts'
import { baseName, dataFile, filesLike, portion } from './data-files.ts'
import type { Listing } from './listing.ts'
import { listingOf } from './listing.ts'
import { readOutput, type Observation } from './observation.ts'
import type { PlanningTask } from './tasks.ts'

/** What an argument was used for in a past call. */
type Use =
  | { readonly kind: 'folder' | 'made' | 'figure' | 'figures' | 'limit' | 'output' | 'outputs' }
  | { readonly kind: 'data'; readonly files: readonly string[]; readonly list: boolean }
  | { readonly kind: 'setting'; readonly value: unknown }

type Uses = Readonly<Record<string, Use>>

/** What is known while a plan is made. */
export interface PlanState {
  readonly question: string
  readonly listing: Listing
  readonly plan: readonly string[]
  /** What each call so far gave. */
  readonly observations: readonly Observation[]
}

/** Fills in the arguments of calls as past calls of the same tool had them. */
export class ArgumentMemory {
  readonly #uses = new Map<string, Uses[]>()

  constructor(memory: readonly PlanningTask[]) {
    for (const task of memory) {
      const { files } = listingOf(task)
      const data = new Set(files)
      const made = new Set<string>()
      for (const { tool, args, output } of task.trajectory) {
        const uses = Object.entries(args).map(
          ([name, value]) => [name, useOf({ tool, name, value }, data, made, task.question)] as const,
        )
        this.#uses.set(tool, [...(this.#uses.get(tool) ?? []), Object.fromEntries(uses)])
        for (const file of readOutput(output).files) if (!data.has(baseName(file))) made.add(baseName(file))
      }
    }
  }

  /** Arguments of call `at` of the plan; none for a tool that memory has not seen. */
  fill(at: number, state: PlanState): Readonly<Record<string, unknown>> {
    const tool = state.plan[at]!
    const past = this.#uses.get(tool) ?? []
    const names = mostCommon(past.map((uses) => Object.keys(uses).sort().join(' ')))
    return Object.fromEntries(
      (names ?? '')
        .split(' ')
        .filter(Boolean)
        .map((name) => {
          const uses = past.flatMap((each) => each[name] ?? [])
          return [name, valueOf(uses, at, state)]
        }),
    )
  }
}

function useOf(
  { tool, name, value }: { tool: string; name: string; value: unknown },
  data: ReadonlySet<string>,
  made: ReadonlySet<string>,
  question: string,
): Use {
  const mapping = TOOL_MAP.get(tool)
  const list = Array.isArray(value)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const first = values[0]
  if (mapping?.ours.includes('list_data')) return { kind: 'folder' }
  if (mapping?.outputs.includes(name)) return { kind: list ? 'outputs' : 'output' }
  if (mapping?.inputs.includes(name)) {
    if (typeof first === 'number') return { kind: list ? 'figures' : 'figure' }
    if (typeof first === 'string') {
      const files = values.map((each) => baseName(String(each)))
      if (files.some((file) => data.has(file)) && !made.has(files[0]!)) return { kind: 'data', files, list }
      return { kind: 'made' }
    }
  }
  if (typeof value === 'number' && numbersIn(question).includes(value)) return { kind: 'limit' }
  return { kind: 'setting', value }
}

function valueOf(uses: readonly Use[], at: number, state: PlanState): unknown {
  const kind = mostCommon(uses.map((use) => use.kind))
  const tool = state.plan[at]!
  const place = state.plan.slice(0, at).filter((each) => each === tool).length
  const calls = state.plan.filter((each) => each === tool).length
  const made = lastMade(state)
  switch (kind) {
    case 'folder':
      return state.listing.folder
    case 'data':
    case 'made': {
      if (made.length > 0 && uses.some((use) => use.kind === 'made')) {
        return portion(made, dataFile, place, calls)
      }
      const past = uses.flatMap((use) => (use.kind === 'data' ? use.files.map(dataFile) : []))
      const files = portion(filesLike(past, state.listing.files.map(dataFile)), (file) => file, place, calls)
      const paths = files.map(({ name }) => `${state.listing.folder}/${name}`)
      const lists = uses.filter((use) => use.kind === 'data' && use.list).length
      return paths.length === 1 && lists * 2 < uses.length ? paths[0] : paths
    }
    case 'figures':
      return (
        state.observations.findLast(({ figures }) => figures.length > 1)?.figures ??
        state.observations.flatMap(({ figures }) => figures)
      )
    case 'figure':
      return state.observations.flatMap(({ figures }) => figures).at(-1) ?? null
    case 'limit':
      return numbersIn(state.question).at(-1) ?? null
    case 'output':
      return `${state.listing.folder}/${tool}_${place}.tif`
    case 'outputs':
      return state.listing.files.map((_, file) => `${state.listing.folder}/${tool}_${place}_${file}.tif`)
    case 'setting':
    case undefined:
      return parsed(
        mostCommon(uses.flatMap((use) => (use.kind === 'setting' ? JSON.stringify(use.value) : []))),
      )
  }
}

/** What the last call made that made files; a listing makes none. */
function lastMade({ listing, observations }: PlanState): readonly string[] {
  const data = new Set(listing.files)
  const isMade = (file: string) => !data.has(baseName(file))
  return observations.findLast(({ files }) => files.some(isMade))?.files.filter(isMade) ?? []
}

const parsed = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text))

/** Numbers that are no dates or names of bands. */
function numbersIn(question: string): number[] {
  const found = question.match(/(?<![\w.-])-?\d+(?:\.\d+)?(?= ?(?:%|K\b|°|,|\.|\s|$))/g) ?? []
  return found.map(Number).filter((value) => value < 1900 || value > 2100)
}

function mostCommon<T extends string>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
