import { AppError } from '../lib/errors.ts'
import type { ToolCall } from './call.ts'
import type { LayerId } from './layer.ts'
import type { Port } from './port.ts'

/** Where a layer argument of a step comes from: what a person gives, or what an earlier step made. */
export type Binding =
  /** An input of port 'rasters' stands for its whole list. */
  | { readonly from: 'input'; readonly input: string }
  /** `step` is a place among the steps, `layer` one among the layers that it made. */
  | { readonly from: 'step'; readonly step: number; readonly layer: number }

export interface RecipeStep {
  readonly tool: string
  /** Arguments that are no layers, as they were. */
  readonly args: Readonly<Record<string, unknown>>
  readonly layers: Readonly<Record<string, Binding | readonly Binding[]>>
}

/** Steps of a run under a name of a person's: plain data that crosses threads and is stored. */
export interface Recipe {
  /** snake_case of [a-z0-9_] alone, so that it may stand where a model reads it. */
  readonly name: string
  readonly steps: readonly RecipeStep[]
  /** Layers that are given anew each time, in the order of their first use. */
  readonly inputs: readonly { readonly name: string; readonly port: Port }[]
}

/** A recipe as it is stored and listed. */
export interface KeptRecipe {
  readonly recipe: Recipe
  /** A person's own words, shown to people alone: nothing that a tool says of itself is made of them. */
  readonly title: string
  readonly createdAt: number
}

export interface ListedRecipe extends KeptRecipe {
  /** Why it cannot run now, in our words; null where it can. */
  readonly unusable: string | null
}

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Throws invalid_input for a name that is taken, or is not short snake_case. */
export function checkRecipeName(name: string, taken: readonly string[]): void {
  if (!NAME.test(name) || name.length < 3 || name.length > 40) {
    throw new AppError(
      'invalid_input',
      'the name of a tool is 3 to 40 small letters and digits, a letter first, words joined by _, such as burned_area_check',
    )
  }
  if (taken.includes(name)) {
    throw new AppError('invalid_input', 'there is a tool of that name already; give another name')
  }
}

/** A step of a run that went well. */
export interface RecordedStep {
  readonly call: ToolCall
  /** Ids of the layers that it made, in order. */
  readonly layers: readonly LayerId[]
}

/** The steps that the cited ones rest on, by the layers handed from one to the next, in order. */
export function stepsBehind<Step extends RecordedStep & { readonly step: number }>(
  steps: readonly Step[],
  cited: ReadonlySet<number>,
): readonly Step[] {
  const wanted = new Set<LayerId>()
  const kept: Step[] = []
  for (const each of [...steps].reverse()) {
    if (!cited.has(each.step) && !each.layers.some((id) => wanted.has(id))) continue
    kept.unshift(each)
    for (const value of Object.values(each.call.args).flat()) if (typeof value === 'string') wanted.add(value)
  }
  return kept
}

/** What a recipe has to know of the library and of the layers that its steps used. */
export interface RecipeSources {
  /** Layer arguments of a tool; undefined for a tool that is not there. */
  needs(tool: string): Readonly<Record<string, Port>> | undefined
  layer?(id: LayerId): { readonly port: Port; readonly date: string | null } | undefined
}

interface Input {
  name: string
  readonly port: Port
  readonly date: string | null
}

/**
 * The recipe of recorded steps: layers that a step made are bound to it, all others become inputs; a list of layers of
 * which no step made one is one input. Two single inputs of two dates are called `earlier` and `later`.
 * Throws invalid_input for a run without steps, or with a step of an unknown tool.
 */
export function recipeOf(name: string, steps: readonly RecordedStep[], sources: RecipeSources): Recipe {
  if (steps.length === 0)
    throw new AppError('invalid_input', 'the run has no step that could be kept as a tool')
  const makers = new Map<LayerId, Binding>()
  const inputs = new Map<string, Input>()
  const inputOf = (key: string, port: Port, date: string | null): Input => {
    const input = inputs.get(key) ?? { name: `input_${inputs.size + 1}`, port, date }
    inputs.set(key, input)
    return input
  }
  const single = (id: LayerId, need: Port): Binding | Input => {
    const layer = sources.layer?.(id)
    const port = need.kind === 'rasters' ? need.of : need
    return makers.get(id) ?? inputOf(id, narrowed(port, layer?.port), layer?.date ?? null)
  }
  const several = (ids: readonly LayerId[], need: Port): Binding | Input | (Binding | Input)[] =>
    need.kind === 'rasters' && !ids.some((id) => makers.has(id))
      ? inputOf(JSON.stringify(ids), need, null)
      : ids.map((id) => single(id, need))
  const drafts = steps.map(({ call, layers }, place) => {
    const ports = sources.needs(call.tool)
    if (!ports) {
      throw new AppError('invalid_input', 'a step of the run used a tool that is not there any more', {
        step: place,
      })
    }
    const args = Object.fromEntries(Object.entries(call.args).filter(([argument]) => !(argument in ports)))
    const bound: Record<string, Binding | Input | (Binding | Input)[]> = {}
    for (const [argument, port] of Object.entries(ports)) {
      const value = call.args[argument]
      if (typeof value === 'string') bound[argument] = single(value, port)
      else if (Array.isArray(value)) bound[argument] = several(value.map(String), port)
    }
    for (const [layer, id] of layers.entries()) makers.set(id, { from: 'step', step: place, layer })
    return { tool: call.tool, args, bound }
  })
  nameByDate([...inputs.values()])
  // Names stand only now, so that bindings are written last.
  const named = (each: Binding | Input): Binding =>
    'from' in each ? each : { from: 'input', input: each.name }
  const kept = drafts.map(({ tool, args, bound }): RecipeStep => {
    const layers = Object.entries(bound).map(([argument, each]) => [
      argument,
      Array.isArray(each) ? each.map(named) : named(each),
    ])
    return { tool, args, layers: Object.fromEntries(layers) as RecipeStep['layers'] }
  })
  return { name, steps: kept, inputs: [...inputs.values()].map(({ name, port }) => ({ name, port })) }
}

/** A layer that is no scene shows one thing, and the steps were made for that: an NBR is not to be had by any index. */
function narrowed(need: Port, have: Port | undefined): Port {
  if (need.kind !== 'raster' || have?.kind !== 'raster' || have.bands !== undefined) return need
  return {
    ...need,
    quantity: have.quantity,
    ...(have.meaning !== undefined && { meaning: have.meaning }),
  }
}

function nameByDate(inputs: readonly Input[]): void {
  const dated = inputs
    .filter((input): input is Input & { date: string } => input.date !== null)
    .sort((a, b) => a.date.localeCompare(b.date))
  const [earlier, later, ...others] = dated
  if (!earlier || !later || others.length > 0 || earlier.date === later.date) return
  earlier.name = 'earlier'
  later.name = 'later'
}
