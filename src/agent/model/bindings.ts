import type { Binding, SceneRole } from '../../memory/types.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { ReadSlot } from '../../trace/events.ts'
import type { SlotName } from '../../tools/tool.ts'
import type { Roles } from '../roles.ts'
import type { DoneStep, Plan, PlanStep } from '../types.ts'

/** Roles in the order in which they say most of a layer. */
const ROLES: readonly SceneRole[] = ['pre', 'middle', 'post', 'only', 'zones', 'product']

/**
 * Where the arguments of a call came from, in the terms of plans, so that a run made by a model teaches the memory as a
 * planned one does: earlier steps by id, scenes by role, settings by the slot of the question.
 */
export function bindingsOf(
  spec: ToolSpec,
  args: Readonly<Record<string, unknown>>,
  context: { readonly done: readonly DoneStep[]; readonly roles: Roles; readonly slots: readonly ReadSlot[] },
): Record<string, Binding> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]): [string, Binding] => [
      name,
      spec.needs[name] ? layerBinding(value, context) : settingBinding(spec, name, value, context.slots),
    ]),
  )
}

function layerBinding(
  value: unknown,
  { done, roles }: { readonly done: readonly DoneStep[]; readonly roles: Roles },
): Binding {
  const makerOf = (id: unknown) => done.findLast(({ layers }) => layers.some((layer) => layer.id === id))
  if (Array.isArray(value)) {
    const makers = value.map(makerOf)
    if (makers.every((maker) => maker !== undefined))
      return { from: 'steps', steps: makers.map((maker) => `s${maker.step}`) }
    return { from: 'role', role: roles.by.all?.length === value.length ? 'all' : 'product' }
  }
  const maker = makerOf(value)
  if (maker) return { from: 'step', step: `s${maker.step}` }
  const isPaired = roles.by.pre !== undefined && roles.by.post !== undefined
  const order = isPaired ? ROLES : ROLES.filter((role) => role !== 'pre' && role !== 'post')
  const role = order.find((each) => roles.by[each]?.includes(value as string))
  return role ? { from: 'role', role } : { from: 'value', value: String(value) }
}

function settingBinding(spec: ToolSpec, name: string, value: unknown, slots: readonly ReadSlot[]): Binding {
  const slot = spec.parameters.properties[name]?.['slot'] as SlotName | undefined
  if (slot && slots.some((read) => read.slot === slot && read.value === value)) return { from: 'slot', slot }
  return { from: 'value', value: typeof value === 'object' ? '' : (value as string | number | boolean) }
}

/** The plan that the calls amount to which led to the steps of the answer, and those steps by its ids. */
export function planOfSteps(
  ends: readonly DoneStep[],
  done: readonly DoneStep[],
  answer: Plan['answer'],
): { readonly plan: Plan; readonly steps: ReadonlyMap<string, DoneStep> } {
  const kept = new Set<DoneStep>()
  const add = (step: DoneStep): void => {
    if (kept.has(step)) return
    kept.add(step)
    const taken = Object.values(step.call.args).flat()
    for (const other of done) if (other.layers.some(({ id }) => taken.includes(id))) add(other)
  }
  for (const end of ends) add(end)
  const ordered = done.filter((step) => kept.has(step))
  const steps = ordered.map((step): PlanStep => ({
    id: `s${step.step}`,
    tool: step.call.tool,
    args: step.bindings,
    purpose: step.purpose,
  }))
  return {
    plan: {
      by: 'model',
      source: null,
      title: ordered.map(({ call }) => call.tool).join(' → '),
      steps,
      answer,
      score: 0,
    },
    steps: new Map(ordered.map((step) => [`s${step.step}`, step])),
  }
}
