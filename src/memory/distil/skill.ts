import { config } from '../../config.ts'
import type { Dimension, Port } from '../../trace/port.ts'
import { isCoordinate } from '../gate/literals.ts'
import { learnedLife } from '../life.ts'
import type { AnswerPart, Binding, FinishedStep, SceneRole, Skill, SkillStep } from '../types.ts'
import { changeOf } from './measured.ts'
import { dataArguments, rolesOf } from './roles.ts'
import { settingBinding } from './setting.ts'
import { compress, sequenceWords, typeWords, type Trace } from './trace.ts'

const PARTS_KEPT = 8
type Raster = Extract<Port, { kind: 'raster' }>

/** ΔS: the skill that a run leaves, as a candidate; null where its calls cannot be told in roles, steps and slots. */
export function skillOf(trace: Trace): Skill | null {
  const { run } = trace
  const steps = trace.answerSteps()
  const roles = rolesOf(steps, trace)
  if (steps.length === 0 || roles === null) return null
  const ids = stepIds(steps)
  const written = steps.map((step) => skillStep(step, { ids, roles, trace }))
  const answer = answerParts(trace, ids)
  const gives = answer[0] ? dimensionOf(answer[0], steps, ids, trace) : null
  if (answer.length === 0 || gives === null || !written.every((step) => step !== null)) return null
  const sequence = compress(steps)
  const minDates = datesNeeded([...roles.values()], run.context.dates.length)
  const figure = (answer[0]!.figure ?? answer[0]!.label ?? 'result').replaceAll('_', ' ')
  const dates = minDates > 1 ? ` from ${minDates} dates` : ''
  const main = steps.find((step) => ids.get(step) === answer[0]!.step)
  const change = changeOf(main, trace)
  return {
    id: `skill-${run.runId}`,
    version: 1,
    taskType: run.taskType,
    title: `${capital(typeWords(run.taskType))}: ${figure}${dates}`,
    description: `Learned: ${typeWords(run.taskType)}, ${figure} (${gives})${dates}, by ${sequenceWords(sequence)}`,
    steps: written,
    answer,
    gives,
    ...(change ? { change } : {}),
    requires: requirements(steps, roles, trace),
    minDates,
    notes: run.answer?.unit ? [`Measured in ${run.answer.unit.replaceAll('/', ' per ')}`] : [],
    rules: [...new Set(trace.run.steps.flatMap((step) => avoided(step, trace)))].slice(
      0,
      config.learning.rulesKept,
    ),
    ...learnedLife(run),
  }
}

/** A step is named after its tool, repeats by their number: ndwi, ndwi_2. */
function stepIds(steps: readonly FinishedStep[]): ReadonlyMap<FinishedStep, string> {
  const seen = new Map<string, number>()
  return new Map(
    steps.map((step) => {
      const count = (seen.get(step.call.tool) ?? 0) + 1
      seen.set(step.call.tool, count)
      return [step, count === 1 ? step.call.tool : `${step.call.tool}_${count}`]
    }),
  )
}

interface Names {
  readonly ids: ReadonlyMap<FinishedStep, string>
  readonly roles: ReadonlyMap<string, SceneRole>
  readonly trace: Trace
}

function skillStep(step: FinishedStep, names: Names): SkillStep | null {
  const spec = names.trace.run.specs.find(({ name }) => name === step.call.tool)
  if (!spec) return null
  const args = Object.entries(step.call.args).map(([name, value]): [string, Binding | null] => [
    name,
    spec.needs[name] ? layerBinding(value, names) : settingBinding({ name, value, step, spec }, names),
  ])
  if (!args.every((arg): arg is [string, Binding] => arg[1] !== null)) return null
  return {
    id: names.ids.get(step)!,
    tool: step.call.tool,
    args: Object.fromEntries(args),
    purpose: spec.title,
  }
}

/** A layer becomes the step that made it as its main result, or its role. */
function layerBinding(value: unknown, { ids, roles, trace }: Names): Binding | null {
  const layers = [value].flat().filter((id): id is string => typeof id === 'string')
  const makers = layers.flatMap((id) => {
    const maker = trace.makerOf(id)
    const step = maker?.layers[0] === id ? ids.get(maker) : undefined
    return step === undefined ? [] : [step]
  })
  if (makers.length === layers.length && makers.length > 0) {
    return Array.isArray(value) ? { from: 'steps', steps: makers } : { from: 'step', step: makers[0]! }
  }
  const named = new Set(layers.map((id) => roles.get(id)))
  const [role] = named
  return named.size === 1 && role !== undefined ? { from: 'role', role } : null
}

/** The figures and labels that the answer cites, in its order; a place is the step that found it. */
function answerParts(trace: Trace, ids: ReadonlyMap<FinishedStep, string>): readonly AnswerPart[] {
  const parts = new Map<string, AnswerPart>()
  for (const { step: number, name: cited, value } of trace.run.answer?.evidence ?? []) {
    const step = trace.run.steps.find((candidate) => candidate.step === number)
    const id = step && ids.get(step)
    if (id === undefined) continue
    const name = cited.replace(/ \(.*\)$/, '')
    const part: AnswerPart = isCoordinate(name)
      ? { step: id }
      : typeof value === 'number'
        ? { step: id, figure: name }
        : { step: id, label: name }
    parts.set(JSON.stringify(part), part)
  }
  return [...parts.values()].slice(0, PARTS_KEPT)
}

function dimensionOf(
  part: AnswerPart,
  steps: readonly FinishedStep[],
  ids: ReadonlyMap<FinishedStep, string>,
  trace: Trace,
): Dimension | null {
  if (part.figure === undefined) return part.label?.includes('sector') ? 'sector' : 'text'
  const step = steps.find((candidate) => ids.get(candidate) === part.step)
  const spec = trace.run.specs.find(({ name }) => name === step?.call.tool)
  return (
    spec?.measures.find(({ name }) => name === part.figure)?.dimension ??
    step?.numbers.find(({ name }) => name === part.figure)?.dimension ??
    null
  )
}

/** π: by role, all that the steps need of it. */
function requirements(
  steps: readonly FinishedStep[],
  roles: ReadonlyMap<string, SceneRole>,
  trace: Trace,
): Skill['requires'] {
  const needs = new Map<SceneRole, Port>()
  for (const step of steps) {
    for (const { need, ids } of dataArguments(step, trace)) {
      for (const role of new Set(ids.flatMap((id) => roles.get(id) ?? []))) {
        const known = needs.get(role)
        needs.set(role, known ? joined(known, need) : need)
      }
    }
  }
  return [...needs].map(([role, port]) => ({ role, port }))
}

/** Both needs in one: the bands of both, and the quantities that serve both. */
function joined(first: Port, second: Port): Port {
  if (first.kind === 'data') return second
  if (first.kind === 'rasters' && second.kind === 'rasters') {
    return { kind: 'rasters', of: joinedRasters(first.of, second.of) }
  }
  if (first.kind !== 'raster' || second.kind !== 'raster') return first
  return joinedRasters(first, second)
}

function joinedRasters(first: Raster, second: Raster): Raster {
  const wanted = [second.quantity].flat()
  const quantity = [first.quantity].flat().filter((name) => wanted.includes(name))
  const bands = [...new Set([...(first.bands ?? []), ...(second.bands ?? [])])]
  return { ...first, quantity, ...(first.bands || second.bands ? { bands } : {}) }
}

/** Dates that the roles stand for; a list of scenes needs as many as tell a change. */
function datesNeeded(roles: readonly SceneRole[], dates: number): number {
  const named = new Set(roles)
  if (named.has('all')) return Math.min(2, dates)
  return (['pre', 'middle', 'post'] as const).filter((role) => named.has(role)).length
}

/** κ: what this run tried and what check it failed. */
function avoided(step: FinishedStep, trace: Trace): readonly string[] {
  if (step.inAnswer) return []
  const chain = sequenceWords(compress(trace.withSources([step])))
  return step.failedChecks.map((check) => `Avoid ${chain} where it fails the check ${check}`)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
