import type { Port } from '../../trace/port.ts'
import type { FinishedStep, SceneRole } from '../types.ts'
import type { Trace } from './trace.ts'

/** Layer ids of data → the role each has in the run, or null where roles cannot tell them apart. */
export function rolesOf(steps: readonly FinishedStep[], trace: Trace): ReadonlyMap<string, SceneRole> | null {
  const roles = new Map<string, SceneRole>()
  const unnamed = new Set<string>()
  for (const step of steps) {
    for (const { name, ids } of dataArguments(step, trace)) {
      const binding = step.bindings[name]
      for (const id of ids) {
        if (binding?.from !== 'role') unnamed.add(id)
        else if ((roles.get(id) ?? binding.role) !== binding.role) return null
        else roles.set(id, binding.role)
      }
    }
  }
  return nameByDate(
    [...unnamed].filter((id) => !roles.has(id)),
    roles,
    trace,
  )
}

/** The arguments of a step that take data: a layer that no step of the run made. */
export function dataArguments(
  step: FinishedStep,
  trace: Trace,
): readonly { readonly name: string; readonly need: Port; readonly ids: readonly string[] }[] {
  const spec = trace.run.specs.find(({ name }) => name === step.call.tool)
  return Object.entries(spec?.needs ?? {}).flatMap(([name, need]) => {
    const ids = [step.call.args[name]]
      .flat()
      .filter((id): id is string => typeof id === 'string' && trace.makerOf(id) === undefined)
    return ids.length > 0 ? [{ name, need, ids }] : []
  })
}

/** Scenes that a policy named by id alone take their role from the order of their dates. */
function nameByDate(
  ids: readonly string[],
  known: ReadonlyMap<string, SceneRole>,
  trace: Trace,
): ReadonlyMap<string, SceneRole> | null {
  if (ids.length === 0) return known
  if (known.size > 0 || ids.length > 3) return null
  if (ids.length === 1) return new Map([[ids[0]!, 'only']])
  const { scenes, products } = trace.run.context
  const dated = ids.map((id) => ({
    id,
    date: [...scenes, ...products].find((data) => data.id === id)?.date ?? null,
  }))
  const dates = new Set(dated.flatMap(({ date }) => date ?? []))
  if (dates.size < ids.length) return null
  const order = dated.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))
  const names: readonly SceneRole[] = ids.length === 2 ? ['pre', 'post'] : ['pre', 'middle', 'post']
  return new Map(order.map(({ id }, index) => [id, names[index]!]))
}
