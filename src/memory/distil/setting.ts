import { isUpper, standardThreshold } from '../../sensing/meanings.ts'
import type { SlotName, ToolSpec } from '../../tools/tool.ts'
import { isCoordinate } from '../gate/literals.ts'
import { SLOT_NAMES } from '../gate/slot-words.ts'
import type { Binding, FinishedStep } from '../types.ts'
import { meaningOfLayer } from './measured.ts'
import type { Trace } from './trace.ts'

export interface Setting {
  readonly name: string
  readonly value: unknown
  readonly step: FinishedStep
  readonly spec: ToolSpec
}

type Literal = string | number | boolean

/** Slots that say what a step does, not how finely: another value would make another skill. */
const STRUCTURAL: ReadonlySet<SlotName> = new Set(['operation', 'order'])

/**
 * What a question may say again becomes a slot; what the policy chose stays a value. What one question said is never
 * the rule for the next: the default is the policy's own, the field's standard for what is cut, or the tool's.
 */
export function settingBinding(
  setting: Setting,
  { ids, trace }: { readonly ids: ReadonlyMap<FinishedStep, string>; readonly trace: Trace },
): Binding | null {
  const { name, value, step, spec } = setting
  const bound = step.bindings[name]
  const property = spec.parameters.properties[name] ?? {}
  if (bound?.from === 'figure') {
    const source = trace.run.steps.find((other) => String(other.step) === bound.step)
    const id = source && ids.get(source)
    return id === undefined ? null : { ...bound, step: id }
  }
  if (!isLiteral(value)) return null
  const slot = bound?.from === 'slot' ? bound.slot : property['slot']
  const said = trace.run.slots.some((read) => read.slot === slot && read.value === value)
  if (!isSlot(slot) || (bound?.from === 'value' && !said)) {
    return isCoordinate(name) ? null : { from: 'value', value }
  }
  if (isCoordinate(slot) || isCoordinate(name)) return { from: 'slot', slot }
  const own = bound?.from === 'slot' ? bound.default : undefined
  const unsaid = said && !STRUCTURAL.has(slot) ? standardOf(slot, setting, trace) : value
  const standard = own ?? unsaid
  return standard === undefined ? { from: 'slot', slot } : { from: 'slot', slot, default: standard }
}

/** What to take where a question does not say it; undefined where the words have to. */
function standardOf(slot: SlotName, { name, step, spec }: Setting, trace: Trace): Literal | undefined {
  const declared = spec.parameters.properties[name]?.['default']
  const usual = isLiteral(declared) ? declared : undefined
  const side = sideOf(step, spec)
  const standard = standardOfCut(step, spec, trace)
  switch (slot) {
    case 'threshold':
      return standard?.threshold ?? usual
    case 'rule':
      return standard ? 'value' : usual
    case 'side':
      // Which side is marked is what the skill is about; with or without the limit itself is the field's choice.
      return standard?.side ?? (isUpper(side) ? usual : 'below')
    case 'percentile':
      return typeof usual === 'number' && !isUpper(side) ? 100 - usual : usual
    default:
      return usual
  }
}

function standardOfCut(step: FinishedStep, spec: ToolSpec, trace: Trace) {
  const [layer] = Object.keys(spec.needs)
  const meaning = layer === undefined ? null : meaningOfLayer(step.call.args[layer], trace)
  return meaning === null ? null : standardThreshold(meaning, sideOf(step, spec))
}

/** The side as it was given, else as the tool takes it by itself. */
function sideOf(step: FinishedStep, spec: ToolSpec): string {
  const [name, property] =
    Object.entries(spec.parameters.properties).find(([, each]) => each['slot'] === 'side') ?? []
  const side = name === undefined ? undefined : (step.call.args[name] ?? property?.['default'])
  return typeof side === 'string' ? side : 'at_or_above'
}

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isSlot = (name: unknown): name is SlotName => (SLOT_NAMES as readonly unknown[]).includes(name)
