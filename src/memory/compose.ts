import { config } from '../config.ts'
import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { fits } from '../trace/fits.ts'
import type { Dimension, Port } from '../trace/port.ts'
import { INDEX_TOOL } from './adapt.ts'
import { incomplete } from './distil/skill-check.ts'
import { isCompact } from './sop-text.ts'
import { missingInputs } from './supply.ts'
import type { Binding, SceneRole, Skill, SkillStep } from './types.ts'

/** Two skills as one plan. It is no entry of the memory: only a run that follows it leaves a skill of its own. */
export interface Composition {
  /** Its steps and answer; `id` names no entry. */
  readonly skill: Skill
  /** Ids of the skills it joins, for the credit of the run and `FinishedRun.composed`. */
  readonly parts: readonly [first: string, second: string]
  /** The step of the first that makes what the second needs in this role. */
  readonly joint: { readonly step: string; readonly role: SceneRole }
}

/**
 * Joins two skills where a layer or table that the first makes is what the second needs in one of its roles; null where
 * no port fits, where their roles cannot be told of the same data, or where the whole would not be complete and compact.
 * Of the first only the steps that its product stands on are kept.
 */
export function composeSkills(first: Skill, second: Skill, specs: readonly ToolSpec[]): Composition | null {
  if (first.id === second.id || first.state === 'quarantined' || second.state === 'quarantined') return null
  const specOf = new Map(specs.map((spec) => [spec.name, spec]))
  for (const { role, port } of second.requires) {
    // What is asked of a scene by its date is never a product.
    if (isDated(role)) continue
    const joint = first.steps.findLast(({ tool }) => {
      const gives = specOf.get(tool)?.gives
      return gives !== undefined && carries(gives) && fits(port, gives)
    })
    const skill = joint && joined(first, second, { step: joint.id, role })
    if (!skill || !hasOneReading(skill) || !isCompact(skill) || incomplete(skill, specs).length > 0) continue
    return { skill, parts: [first.id, second.id], joint: { step: joint.id, role } }
  }
  return null
}

export interface CompositionQuery {
  readonly skills: readonly Skill[]
  readonly context: SensingContext
  readonly specs: readonly ToolSpec[]
  /** T_q by name. */
  readonly admissible: ReadonlySet<string>
  readonly wanted: {
    readonly taskType: Skill['taskType']
    /** Of the answer; null where the question leaves it open. */
    readonly gives: Dimension | null
  }
}

/** How many are given: each is a plan that would be run. */
const MOST = 4

/**
 * Compositions that the data can carry though the second skill alone cannot run on them: those of the wanted task type
 * first, then active parts before candidates, then those that helped more, then the shorter ones.
 */
export function compositions(query: CompositionQuery): readonly Composition[] {
  const { skills, context, specs, admissible, wanted } = query
  const open = skills.filter(({ state }) => state !== 'quarantined')
  const wants = open.filter(
    (skill) =>
      (wanted.gives === null || skill.gives === wanted.gives) && missingInputs(skill, context).length > 0,
  )
  const makers = open.filter((skill) => missingInputs(skill, context).length === 0)
  const byId = new Map(open.map((skill) => [skill.id, skill]))
  const rank = ({ skill, parts }: Composition) => {
    const both = parts.flatMap((id) => byId.get(id) ?? [])
    const helped = both.reduce((sum, { usage }) => sum + usage.helped - usage.hurt, 0)
    const active = both.filter(({ state }) => state === 'active').length
    const isWanted = both.some(({ taskType }) => taskType === wanted.taskType)
    return [Number(isWanted), active, helped, -skill.steps.length]
  }
  return wants
    .flatMap((second) => makers.flatMap((first) => composeSkills(first, second, specs) ?? []))
    .filter(
      ({ skill, parts }) =>
        missingInputs(skill, context).length === 0 &&
        skill.steps.every(({ tool }) => tool === INDEX_TOOL || admissible.has(tool)) &&
        parts.some((id) => byId.get(id)?.taskType === wanted.taskType),
    )
    .map((composition) => ({ composition, rank: rank(composition) }))
    .sort((a, b) => byRank(b.rank, a.rank))
    .slice(0, MOST)
    .map(({ composition }) => composition)
}

function byRank(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - b[at]!
  return 0
}

function joined(first: Skill, second: Skill, joint: Composition['joint']): Skill {
  const before = standsOn(first.steps, joint.step)
  const taken = new Set(before.map(({ id }) => id))
  const renamed = renaming(second.steps, taken)
  const after = second.steps.map((step) => ({
    ...step,
    id: renamed(step.id),
    args: Object.fromEntries(
      Object.entries(step.args).map(([name, binding]) => [name, rebound(binding, joint, renamed)]),
    ),
  }))
  const used = new Set(before.flatMap(({ args }) => Object.values(args).flatMap(roleOf)))
  const requires = [
    ...first.requires.filter(({ role }) => used.has(role)),
    ...second.requires.filter(({ role }) => role !== joint.role),
  ]
  const { replaces: _replaces, ...rest } = second
  return {
    ...rest,
    id: `${first.id}-then-${second.id}`.slice(0, 80),
    version: 1,
    title: second.title,
    description: second.description,
    steps: [...before, ...after],
    answer: second.answer.map((part) => ({ ...part, step: renamed(part.step) })),
    requires,
    minDates: Math.max(first.minDates, second.minDates),
    notes: [...new Set([...first.notes, ...second.notes])],
    rules: [...new Set([...first.rules, ...second.rules])].slice(0, config.learning.rulesKept),
    origin: 'learned',
    state: 'candidate',
    activation: null,
    pinned: false,
    provenance: [],
    usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  }
}

/** The steps that one stands on, and that one, in their order. */
function standsOn(steps: readonly SkillStep[], last: string): readonly SkillStep[] {
  const kept = new Set<string>()
  const add = (id: string): void => {
    const step = steps.find((candidate) => candidate.id === id)
    if (!step || kept.has(id)) return
    kept.add(id)
    Object.values(step.args).flatMap(sourcesOf).forEach(add)
  }
  add(last)
  return steps.filter(({ id }) => kept.has(id))
}

const sourcesOf = (binding: Binding): readonly string[] =>
  binding.from === 'step' || binding.from === 'figure'
    ? [binding.step]
    : binding.from === 'steps'
      ? binding.steps
      : []

const roleOf = (binding: Binding): readonly SceneRole[] => (binding.from === 'role' ? [binding.role] : [])

/** New names for steps whose own are taken: mask_area, mask_area_2. */
function renaming(steps: readonly SkillStep[], taken: ReadonlySet<string>): (id: string) => string {
  const all = new Set([...taken, ...steps.map(({ id }) => id)])
  const names = new Map<string, string>()
  for (const { id } of steps) {
    if (!taken.has(id)) continue
    let number = 2
    while (all.has(`${id}_${number}`)) number += 1
    names.set(id, `${id}_${number}`)
    all.add(`${id}_${number}`)
  }
  return (id) => names.get(id) ?? id
}

function rebound(binding: Binding, joint: Composition['joint'], renamed: (id: string) => string): Binding {
  switch (binding.from) {
    case 'role':
      return binding.role === joint.role ? { from: 'step', step: joint.step } : binding
    case 'step':
    case 'figure':
      return { ...binding, step: renamed(binding.step) }
    case 'steps':
      return { ...binding, steps: binding.steps.map(renamed) }
    default:
      return binding
  }
}

const isDated = (role: SceneRole) => role === 'pre' || role === 'middle' || role === 'post'

/** What the next skill can take up: a layer or a table, not figures. */
const carries = ({ kind }: Port) =>
  kind === 'raster' || kind === 'rasters' || kind === 'vector' || kind === 'table'

/** 'only' is the one scene there is: beside roles that are told by date nothing would say which. */
function hasOneReading({ requires }: Skill): boolean {
  const roles = new Set(requires.map(({ role }) => role))
  return !(roles.has('only') && (roles.has('pre') || roles.has('post') || roles.has('all')))
}
