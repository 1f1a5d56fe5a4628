import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import { interval } from '../evaluation/bootstrap.ts'
import { resultsOf, runPool } from '../evaluation/pool.ts'
import { writeRuns } from '../evaluation/runs.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { FAMILIES, UNSEEDED } from './families.ts'
import {
  blocksBelow,
  blocksOf,
  callsSaved,
  callsSavedOnSame,
  figuresOf,
  round,
  searchedFamilies,
} from './figures.ts'
import { aloneOrders, ORDERS, type MixedOrder, type Order } from './orders.ts'
import type { PassResult } from './passes.ts'
import type { AttackJob } from './poisoning/work.ts'
import type { AttackReport } from './poisoning/run-attacks.ts'
import type { PassJob } from './work.ts'
import { learns, MODES, type Mode, type Way } from './ways.ts'

/** Of the intervals. */
export const SEED = 1

const PARTS = ['modes', 'alone', 'sweeps', 'poisoning'] as const

/** Ways that one process goes side by side: data is made once for all, and a killed run loses no more than that. */
const SIDE_BY_SIDE = 3

/** How many are recalled of each kind, and how likely an entry has to be a right one. */
const SWEEPS: readonly {
  readonly constant: string
  readonly value: number
  readonly settings: Way['settings']
}[] = [
  ...[1, 3, 5, 10].map((value) => ({
    ...{ constant: 'k', value },
    settings: { 'workflow.topK': value, 'experience.topK': value, 'skill.topK': value },
  })),
  ...[0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((value) => ({
    ...{ constant: 'threshold', value },
    settings: { 'workflow.minimum': value, 'skill.minimum': value },
  })),
]

/** A way gone through in one order. */
interface Pass extends Way {
  readonly order: Order
}

const nameOf = ({ order, mode, settings }: Pass) => `${order} ${mode} ${JSON.stringify(settings)}`

/** Goes through the tasks with every memory in every order, attacks a memory, and tells what came of it. */
export async function memoryRows(context: BenchContext): Promise<readonly Row[]> {
  const { options } = context
  const perFamily = wholeNumber('tasks', options['tasks'] ?? '6')
  const parts = chosen('part', options['part'], PARTS)
  const modes = parts.includes('modes') ? chosen('mode', options['mode'], MODES) : []
  const orders = chosen('order', options['order'], ORDERS)
  const alone = parts.includes('alone') ? aloneOrders(perFamily) : []
  const attacked = parts.includes('poisoning') || modes.includes('poisoned') ? await attack(context) : null
  const passes: readonly Pass[] = [
    ...modes.flatMap((mode) =>
      (learns(mode) ? [...orders, ...alone] : orders.slice(0, 1)).map((order) => ({
        ...{ order, mode, settings: {} },
      })),
    ),
    ...(parts.includes('sweeps')
      ? SWEEPS.map(({ settings }) => ({ order: orders[0]!, mode: 'all-on' as const, settings }))
      : []),
  ]
  const results = await goThrough(context, passes, perFamily, attacked?.dump ?? null)
  const of = (mode: Mode, order: MixedOrder, settings: Way['settings'] = {}): readonly PassResult[] => {
    const found = results.get(nameOf({ mode, order: learns(mode) ? order : orders[0]!, settings }))!
    if (learns(mode) || order === orders[0]) return found
    // The same tasks in the order in which another way was asked them.
    const byId = new Map(found.map((result) => [result.id, result]))
    const asked = results.get(nameOf({ mode: modes.find(learns) ?? mode, order, settings: {} })) ?? found
    return asked.map(({ id }) => byId.get(id)!)
  }
  const byMode = new Map(
    modes.map((mode) => [mode, new Map(orders.map((order) => [order, of(mode, order)] as const))] as const),
  )
  const ofAlone = new Map(
    modes
      .filter(learns)
      .map((mode) => [mode, alone.map((order) => results.get(nameOf({ mode, order, settings: {} }))!)]),
  )
  writeRuns(
    options['runs'],
    'memory',
    modes.flatMap((mode) =>
      of(mode, orders[0]!).flatMap(({ run }) => (run ? [{ ...run, variant: { memory: mode } }] : [])),
    ),
  )
  return [
    ...modes.map((mode) => summaryRow(mode, byMode, { alone: ofAlone.get(mode) ?? [], context })),
    ...modes.flatMap((mode) => blockRows(mode, byMode.get(mode)!)),
    ...familyRows(byMode, ofAlone.get('all-on') ?? []),
    ...(parts.includes('sweeps')
      ? SWEEPS.map(({ constant, value, settings }): Row => ({
          ...{ name: 'sensitivity', memory: 'all-on', constant, value },
          ...figuresOf(of('all-on', orders[0]!, settings)),
        }))
      : []),
    ...(attacked && parts.includes('poisoning') ? [poisoningRow(attacked.report, context)] : []),
  ]
}

type Results = ReadonlyMap<Mode, ReadonlyMap<MixedOrder, readonly PassResult[]>>

async function goThrough(
  { options, progress, cache }: BenchContext,
  passes: readonly Pass[],
  perFamily: number,
  poisoned: string | null,
): Promise<ReadonlyMap<string, readonly PassResult[]>> {
  const orders = [...new Set(passes.map(({ order }) => order))]
  const jobs = orders.flatMap((order) => {
    const own = passes.filter((pass) => pass.order === order)
    return blocksOf(own, SIDE_BY_SIDE).map((group): PassJob => ({
      ...{ order, families: FAMILIES, perFamily, keepRuns: options['runs'] !== undefined },
      ways: group.map(({ mode, settings }) => ({ mode, settings })),
      poisoned: group.some(({ mode }) => mode === 'poisoned') ? poisoned : null,
    }))
  })
  const found = resultsOf(
    await runPool<readonly (readonly PassResult[])[]>(resolve(import.meta.dirname, 'work.ts'), jobs, {
      cache,
      progress: (done, total) =>
        progress(`${FAMILIES.length * perFamily} tasks, ${passes.length} passes: ${done} of ${total} parts`),
    }),
  )
  return new Map(
    jobs.flatMap(({ order, ways }, at) =>
      ways.map((way, each) => [nameOf({ order, ...way }), found[at]![each]!]),
    ),
  )
}

async function attack(
  context: BenchContext,
): Promise<{ readonly dump: string; readonly report: AttackReport }> {
  const { options, workFolder, cache, progress } = context
  const count = wholeNumber('attacks', options['attacks'] ?? '200')
  const folder = join(workFolder, 'memory')
  mkdirSync(folder, { recursive: true })
  const job: AttackJob = { count, dump: resolve(folder, `attacked-${count}.json`) }
  progress(`${count} attacks on a memory`)
  const [report] = resultsOf(
    await runPool<AttackReport>(resolve(import.meta.dirname, 'poisoning', 'work.ts'), [job], {
      // Without the dump a kept report is of no use.
      cache: existsSync(job.dump) ? cache : { get: () => undefined, set: cache.set.bind(cache) },
    }),
  )
  return { dump: job.dump, report: report! }
}

function summaryRow(
  mode: Mode,
  byMode: Results,
  {
    alone,
    context: { progress },
  }: { readonly alone: readonly (readonly PassResult[])[]; readonly context: BenchContext },
): Row {
  const passes = [...byMode.get(mode)!]
  const all = passes.flatMap(([, results]) => results)
  const { low, high } = interval(
    all.map(({ right }) => Number(right)),
    SEED,
  )
  const unseeded = callsSaved(alone, (family) => UNSEEDED.has(family))
  const searched = searchedFamilies(alone)
  const found = callsSaved(alone, (family) => searched.has(family))
  const off = byMode.get('memory-off')
  const onSame = off
    ? callsSavedOnSame(
        passes.map(([order, on]) => ({ on, off: off.get(order)! })),
        (family) => UNSEEDED.has(family),
      )
    : null
  const clean = byMode.get('all-on')
  const below = off
    ? passes.flatMap(([order, results]) =>
        blocksBelow(results, off.get(order)!).map((block) => ({ order, ...block })),
      )
    : []
  if (mode === 'all-on') {
    for (const { order, block, lost } of below)
      for (const { id, why } of lost) progress(`below off: ${order}, block ${block}, ${id}: ${why}`)
  }
  const wrong = new Map(all.filter(({ right }) => !right).map(({ id, why }) => [id, why]))
  if (mode === 'all-on' || mode === 'poisoned')
    for (const [id, why] of wrong) progress(`${mode}, wrong: ${id}: ${why}`)
  return {
    ...{ name: mode, order: 'all', block: 'all' },
    ...figuresOf(all),
    ...{ accuracy_low: round(low), accuracy_high: round(high) },
    ...(found ? { calls_first: found.first, calls_later: found.later, calls_saved: found.saved } : {}),
    ...(unseeded ? { calls_saved_unseeded: unseeded.saved } : {}),
    ...(onSame !== null && learns(mode) ? { calls_saved_on_same: onSame } : {}),
    ...(off && learns(mode) ? { blocks_below_off: below.length } : {}),
    ...(mode === 'poisoned' && clean
      ? {
          points_below_clean: round(
            100 * (figuresOf([...clean.values()].flat()).accuracy - figuresOf(all).accuracy),
          ),
          told: all.reduce((sum, { leaks }) => sum + leaks, 0),
        }
      : {}),
  }
}

/** In sequence block by block, and the same places of the mixed orders together. */
function blockRows(mode: Mode, orders: ReadonlyMap<MixedOrder, readonly PassResult[]>): readonly Row[] {
  const kinds = [
    { order: 'sequence', passes: [...orders].filter(([order]) => order === 'sequence') },
    { order: 'shuffled', passes: [...orders].filter(([order]) => order !== 'sequence') },
  ]
  return kinds.flatMap(({ order, passes }) => {
    const blocks = passes.map(([, results]) => blocksOf(results))
    return (blocks[0] ?? []).map((_, at): Row => ({
      ...{ name: mode, order, block: at + 1 },
      ...figuresOf(blocks.flatMap((own) => own[at]!)),
    }))
  })
}

/** By family: how it went with what was learned and without; of those that have no skill, what was saved on their own. */
function familyRows(byMode: Results, alone: readonly (readonly PassResult[])[]): readonly Row[] {
  return (['all-on', 'memory-off'] as const).flatMap((mode) => {
    const passes = [...(byMode.get(mode)?.values() ?? [])]
    if (passes.length === 0) return []
    return FAMILIES.map((family): Row => {
      const saved = mode === 'all-on' ? callsSaved(alone, (name) => name === family) : null
      return {
        ...{ name: family, memory: mode, seed: UNSEEDED.has(family) ? 'no' : 'yes' },
        ...figuresOf(passes.flat().filter((result) => result.family === family)),
        ...(saved ? { calls_first: saved.first, calls_later: saved.later, calls_saved: saved.saved } : {}),
      }
    })
  })
}

function poisoningRow(report: AttackReport, { progress }: BenchContext): Row {
  const { attacks, refused, quarantined, open, told, contradictions, changedSeeds, broken } = report
  for (const [what, ids] of Object.entries({ open, told, contradictions, changedSeeds, broken }))
    for (const id of ids) progress(`attack, ${what}: ${id}`)
  return {
    ...{ name: 'poisoning', attacks, refused, quarantined },
    ...{ active: open.length, told: told.length, contradictions: contradictions.length },
    ...{ changed_seeds: changedSeeds.length, broken: broken.length },
  }
}

function chosen<Name extends string>(
  option: string,
  text: string | undefined,
  names: readonly Name[],
): readonly Name[] {
  if (text === undefined) return names
  const asked = text.split(',').map((word) => word.trim())
  const unknown = asked.filter((word) => !names.some((name) => name === word))
  if (unknown.length > 0) {
    throw new AppError('invalid_input', `--${option} knows ${names.join(', ')}; got ${unknown.join(', ')}.`)
  }
  return names.filter((name) => asked.includes(name))
}
