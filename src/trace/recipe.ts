import { AppError } from '../lib/errors.ts'
import type { ToolCall } from './call.ts'
import type { LayerId } from './layer.ts'
import type { Port } from './port.ts'

/** Where a layer argument of a step comes from: what a person gives, or what an earlier step made. */
export type Binding =
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

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Throws invalid_input for a name that is taken, or is not short snake_case. */
export function checkRecipeName(name: string, taken: readonly string[]): void {
  if (!NAME.test(name) || name.length < 3 || name.length > 48) {
    throw new AppError(
      'invalid_input',
      'the name of a tool is 3 to 48 small letters and digits, words joined by _, such as burned_area_check',
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

/**
 * The recipe of recorded steps: layers that a step made are bound to it, all others become inputs. `needs` are the layer
 * arguments of a tool. Throws invalid_input for a run without steps, or with a step of an unknown tool.
 */
export function recipeOf(
  name: string,
  steps: readonly RecordedStep[],
  needs: (tool: string) => Readonly<Record<string, Port>> | undefined,
): Recipe {
  if (steps.length === 0)
    throw new AppError('invalid_input', 'the run has no step that could be kept as a tool')
  const makers = new Map<LayerId, Binding>()
  const inputs = new Map<LayerId, { readonly name: string; readonly port: Port }>()
  const bind = (id: LayerId, port: Port): Binding => {
    const made = makers.get(id)
    if (made) return made
    const known = inputs.get(id)
    const single = port.kind === 'rasters' ? port.of : port
    const input = known ?? { name: `input_${inputs.size + 1}`, port: single }
    inputs.set(id, input)
    return { from: 'input', input: input.name }
  }
  const kept = steps.map(({ call, layers }, place): RecipeStep => {
    const ports = needs(call.tool)
    if (!ports) {
      throw new AppError('invalid_input', 'a step of the run used a tool that is not there any more', {
        step: place,
      })
    }
    const args = Object.fromEntries(Object.entries(call.args).filter(([argument]) => !(argument in ports)))
    const bound: Record<string, Binding | readonly Binding[]> = {}
    for (const [argument, port] of Object.entries(ports)) {
      const value = call.args[argument]
      if (typeof value === 'string') bound[argument] = bind(value, port)
      else if (Array.isArray(value)) bound[argument] = value.map((id) => bind(String(id), port))
    }
    for (const [layer, id] of layers.entries()) makers.set(id, { from: 'step', step: place, layer })
    return { tool: call.tool, args, layers: bound }
  })
  return { name, steps: kept, inputs: [...inputs.values()] }
}
