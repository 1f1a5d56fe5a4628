import { INDEX_TOOL } from '../adapt.ts'
import { runsAndData } from '../provenance.ts'
import { isSignature } from '../signature.ts'
import type { Binding, Experience, FinishedRun, RowChange, Skill } from '../types.ts'
import { forbiddenForm } from './forbidden-text.ts'
import { allowedNumbers, isCoordinate, isResult } from './literals.ts'
import { SLOT_NAMES } from './slot-words.ts'
import { isCheckId } from './vocabulary.ts'

interface SlotFault {
  readonly field: string
  readonly reason: string
}

const NAME = /^[a-z][a-z0-9_]{0,47}$/
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

/** Typed slots of a row that hold something else than their type: a literal for a role, foreign text for a name. */
export function slotFaults(change: RowChange, run: FinishedRun): readonly SlotFault[] {
  const { table, before, after } = change
  if (after === null) return []
  const known = new Set(run.specs.map(({ name }) => name))
  const isTool = (name: string) => known.has(name) || name === INDEX_TOOL
  const bad = (field: string, wrong: boolean, reason: string) => (wrong ? [{ field, reason }] : [])
  const toolFaults = (field: string, names: readonly string[]) =>
    bad(field, !names.every(isTool), 'a name that is no tool')

  if (table === 'edges' && 'from' in after) {
    const fresh = before === null
    return [
      ...(fresh ? toolFaults('from', [after.from]) : []),
      ...(fresh ? toolFaults('to', [after.to]) : []),
      ...bad('id', after.id !== `${after.from}>${after.to}`, 'an id that is not made of its tools'),
    ]
  }
  if (!('provenance' in after)) return []
  const oldProvenance = before && 'provenance' in before ? before.provenance : []
  const common = [
    ...bad('id', !ID.test(after.id), 'an id that is none'),
    ...bad('provenance', !isOwnProvenance(after.provenance, oldProvenance, run), 'text in place of a run'),
    ...bad('activation', !isOwnActivation(change), 'text in place of a run'),
  ]
  if (table === 'skills' && 'steps' in after) {
    if (before && 'steps' in before && sameBody(before, after)) return common
    return [...common, ...skillSlots(after, run, isTool)]
  }
  if ('sequence' in after) {
    const fresh = before === null ? toolFaults('sequence', after.sequence) : []
    const old = new Set(before && 'questionTokens' in before ? before.questionTokens.flat() : [])
    const tokens = after.questionTokens.flat().filter((token) => !old.has(token))
    return [
      ...common,
      ...fresh,
      ...bad('signature', !isSignature(after.signature), 'text in place of a kind of data'),
      ...bad('questionTokens', !tokens.every(isToken), 'more than a word in a token'),
    ]
  }
  if ('equivalence' in after && before === null) {
    return [
      ...common,
      ...toolFaults('tool', [after.tool]),
      ...toolFaults('operations', after.operations),
      ...settingFaults(after, run),
    ]
  }
  return common
}

/** Names and literals of a setting that took the place of another. */
function settingFaults({ tool, setting }: Experience, run: FinishedRun): readonly SlotFault[] {
  if (!setting) return []
  const spec = run.specs.find(({ name }) => name === tool)
  const property = spec?.parameters.properties[setting.argument]
  const fault = (reason: string) => [{ field: 'setting', reason }]
  if (!property) return fault('an argument that the tool does not have')
  if (spec.needs[setting.argument] !== undefined) return fault('a literal where a role or a step belongs')
  if (isCoordinate(setting.argument)) return fault('raw coordinates')
  if (!isCheckId(setting.because)) return fault('a check that is none')
  return [setting.from, setting.to].flatMap((literal) => {
    const reason = literal === null ? null : literalFault(literal, property, run)
    return reason === null ? [] : fault(reason)
  })
}

/** A stemmed word of a past question: letters, perhaps with digits; never a number. */
export const isToken = (token: string) => /^(?=.*\p{L})[\p{L}\p{N}_]{1,40}$/u.test(token)

function skillSlots(skill: Skill, run: FinishedRun, isTool: (name: string) => boolean): readonly SlotFault[] {
  const ids = new Set(skill.steps.map(({ id }) => id))
  const names = [
    ...ids,
    ...skill.steps.flatMap(({ args }) => Object.keys(args)),
    ...skill.answer.flatMap(({ figure, label }) => [figure, label].filter((name) => name !== undefined)),
  ]
  return [
    ...(names.every((name) => NAME.test(name)) ? [] : [{ field: 'steps', reason: 'a name that is none' }]),
    ...(skill.steps.every(({ tool }) => isTool(tool))
      ? []
      : [{ field: 'tool', reason: 'a name that is no tool' }]),
    ...skill.steps.flatMap(({ tool, args }) =>
      Object.entries(args).flatMap(([name, binding]) => {
        const reason = bindingFault(binding, { tool, name, ids, run })
        return reason === null ? [] : [{ field: `args.${NAME.test(name) ? name : 'unnamed'}`, reason }]
      }),
    ),
    ...(skill.answer.every(({ step }) => ids.has(step))
      ? []
      : [{ field: 'answer', reason: 'a step that is none' }]),
  ]
}

interface ArgumentPlace {
  readonly tool: string
  readonly name: string
  readonly ids: ReadonlySet<string>
  readonly run: FinishedRun
}

function bindingFault(binding: Binding, { tool, name, ids, run }: ArgumentPlace): string | null {
  const spec = run.specs.find((candidate) => candidate.name === tool)
  const takesLayer = spec?.needs[name] !== undefined || (tool === INDEX_TOOL && name === 'scene')
  switch (binding.from) {
    case 'role':
      return null
    case 'step':
    case 'figure':
      if (binding.from === 'figure' && !NAME.test(binding.figure)) return 'a name that is none'
      return ids.has(binding.step) ? null : 'a step that is none'
    case 'steps':
      return binding.steps.every((id) => ids.has(id)) ? null : 'a step that is none'
    case 'slot':
    case 'value': {
      if (takesLayer) return 'a literal where a role or a step belongs'
      if (binding.from === 'slot' && !(SLOT_NAMES as readonly string[]).includes(binding.slot)) {
        return 'a slot that is none'
      }
      const literal = binding.from === 'value' ? binding.value : binding.default
      if (literal === undefined) return null
      if (isCoordinate(name) || (binding.from === 'slot' && isCoordinate(binding.slot)))
        return 'raw coordinates'
      return literalFault(literal, spec?.parameters.properties[name], run)
    }
  }
}

/** Words must be choices that the tool declares; numbers may not be what this run measured. */
export function literalFault(
  literal: string | number | boolean,
  property: Readonly<Record<string, unknown>> | undefined,
  run: FinishedRun,
): string | null {
  if (typeof literal === 'boolean' || choicesOf(property).includes(literal)) return null
  // An index is named as its tool is; the list would be too long for a schema.
  if (run.specs.some(({ name, family }) => family === 'indices' && name === literal)) return null
  if (typeof literal === 'string') return forbiddenForm(literal) ?? 'a word that is no choice of the tool'
  if (allowedNumbers(run).has(String(literal))) return null
  return isResult(String(Math.abs(literal)), run) ? 'a result of this run' : null
}

function choicesOf(property: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  if (!property) return []
  const values = Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : []
  const alternatives = Array.isArray(property['anyOf'])
    ? (property['anyOf'] as Record<string, unknown>[])
    : []
  return [...values, property['default'], property['const'], ...alternatives.flatMap(choicesOf)]
}

function isOwnProvenance(list: readonly string[], old: readonly string[], run: FinishedRun): boolean {
  const own = new Set([...old, ...runsAndData(run)])
  return list.every((entry) => own.has(entry))
}

/** What made an entry active names runs, or stands as it stood. */
function isOwnActivation({ before, after }: RowChange): boolean {
  if (!after || !('activation' in after) || after.activation === null) return true
  const old = before && 'activation' in before ? (before.activation?.runs ?? []) : []
  const known = new Set([...old, ...after.provenance])
  return after.activation.runs.every((id) => known.has(id) || ID.test(id))
}

const sameBody = (a: Skill, b: Skill) =>
  JSON.stringify([a.steps, a.answer]) === JSON.stringify([b.steps, b.answer])
