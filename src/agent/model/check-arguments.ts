import type { ToolSpec } from '../../tools/tool.ts'
import { timePair } from '../../retrieval/index.ts'
import type { Layer } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { Property } from './arguments.ts'
import { bandsOf, fitting } from './stock.ts'

/**
 * What is wrong with the arguments of a call, in one line of ours; null where nothing is that can be told without the
 * tool. Checks what grammars leave open (bounds of plain numbers) and what the layers must be to each other. Types in
 * depth and grids are checked by the workspace, whose error comes back as an observation.
 */
export function argumentFault(
  spec: ToolSpec,
  args: Readonly<Record<string, unknown>>,
  stock: readonly Layer[],
): string | null {
  const { properties, required = [] } = spec.parameters
  const strange = Object.keys(args).find((name) => !(name in properties))
  if (strange !== undefined)
    return `${spec.name} takes no argument of that name; it takes ${Object.keys(properties).join(', ')}`
  const lacking = required.find((name) => !(name in args))
  if (lacking !== undefined) return `${lacking} is missing`
  for (const [name, value] of Object.entries(args)) {
    const fault = spec.needs[name]
      ? layerFault(spec, name, value, stock)
      : valueFault(name, properties[name]!, value)
    if (fault !== null) return fault
  }
  return pairFault(spec, args, stock) ?? bandFault(spec, args, stock)
}

function layerFault(spec: ToolSpec, name: string, value: unknown, stock: readonly Layer[]): string | null {
  const usable = fitting(spec.needs[name]!, stock).map(({ id }) => id)
  const wrong = [value].flat().find((id) => !usable.includes(id as string))
  return wrong === undefined ? null : `${name} must be one of ${usable.join(', ')}`
}

function valueFault(name: string, property: Property, value: unknown): string | null {
  const values = property['enum'] as readonly unknown[] | undefined
  if (values && !values.includes(value)) return `${name} must be one of ${values.join(', ')}`
  const type = property['type']
  if (type !== 'number' && type !== 'integer') return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${name} must be a number`
  if (type === 'integer' && !Number.isInteger(value)) return `${name} must be a whole number`
  const bound = (key: string) => property[key] as number | undefined
  const [low, high] = [bound('minimum'), bound('maximum')]
  const [above, below] = [bound('exclusiveMinimum'), bound('exclusiveMaximum')]
  if (low !== undefined && value < low) return `${name} must be ${low} or more`
  if (high !== undefined && value > high) return `${name} must be ${high} or less`
  if (above !== undefined && value <= above) return `${name} must be above ${above}`
  return below !== undefined && value >= below ? `${name} must be below ${below}` : null
}

/** Two layers of one tool are two, and of two dates the earlier is the earlier. */
function pairFault(
  spec: ToolSpec,
  args: Readonly<Record<string, unknown>>,
  stock: readonly Layer[],
): string | null {
  const names = Object.keys(spec.needs).filter((name) => typeof args[name] === 'string')
  const same = names.find(
    (name, at) =>
      names.indexOf(name) === at && names.some((other) => other !== name && args[other] === args[name]),
  )
  if (same !== undefined) return `${names.join(' and ')} must be different layers`
  const pair = timePair(spec)
  if (!pair) return null
  const [early, late] = pair.map((name) => stock.find(({ id }) => id === args[name])?.date ?? null)
  return early != null && late != null && early >= late
    ? `${pair[0]} must be of an earlier date than ${pair[1]}`
    : null
}

function bandFault(
  spec: ToolSpec,
  args: Readonly<Record<string, unknown>>,
  stock: readonly Layer[],
): string | null {
  const { band } = args
  if (typeof band !== 'string') return null
  const named = Object.keys(spec.needs).flatMap((name) => [args[name]].flat())
  const layers = stock.filter((layer) => named.includes(layer.id) && bandsOf(layer).length > 0)
  const without = layers.find((layer) => !bandsOf(layer).includes(band as BandName))
  return without ? `${without.id} has no band ${band}; it has ${bandsOf(without).join(', ')}` : null
}
