import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { fits } from '../../trace/fits.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { checkRecipeName, type Binding, type Recipe } from '../../trace/recipe.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { Tool, ToolContext, ToolResult } from '../tool.ts'

/**
 * The tool that a recipe stands for: it runs the steps in order and gives the figures of the last one, the layers of all
 * and every warning. What it says of itself is made of names of tools, never of a person's words.
 * Throws invalid_input for a bad name, and unknown_tool where a step's tool is not there.
 */
export function recipeTool(recipe: Recipe, tools: readonly Tool[]): Tool {
  checkRecipeName(
    recipe.name,
    tools.map(({ name }) => name),
  )
  const steps = recipe.steps.map((step) => {
    const tool = tools.find(({ name }) => name === step.tool)
    if (tool) return { ...step, tool }
    throw new AppError('unknown_tool', `the recipe ${recipe.name} uses a tool that is not there`)
  })
  const last = steps.at(-1)
  if (!last) throw new AppError('invalid_input', `the recipe ${recipe.name} has no step`)
  const chain = steps.map(({ tool }) => tool.name).join(', ')
  return defineTool({
    name: recipe.name,
    family: 'compose',
    title: recipe.name.replaceAll('_', ' '),
    summary: `Runs in order: ${chain}. ${last.tool.summary}`,
    source: last.tool.source,
    needs: Object.fromEntries(recipe.inputs.map(({ name, port }) => [name, port])),
    gives: last.tool.gives,
    measures: last.tool.measures ?? [],
    input: z.object(
      Object.fromEntries(
        recipe.inputs.map(({ name }, place) => [name, layerRef(`Id of layer ${place + 1} of the steps.`)]),
      ),
    ),
    examples: [Object.fromEntries(recipe.inputs.map(({ name }, place) => [name, `layer-${place + 1}`]))],
    async run(input, context) {
      const results: ToolResult[] = []
      for (const [place, { tool, args, layers }] of steps.entries()) {
        throwIfAborted(context.signal)
        const idOf = (binding: Binding): LayerId => {
          if (binding.from === 'input') return input[binding.input]!
          const made = results[binding.step]?.layers?.[binding.layer]
          if (made) return made.id
          throw new AppError(
            'nothing_valid',
            `step ${binding.step + 1} of ${recipe.name} made no layer for step ${place + 1}`,
          )
        }
        const bound = Object.fromEntries(
          Object.entries(layers).map(([argument, binding]) => [
            argument,
            'from' in binding ? idOf(binding) : binding.map(idOf),
          ]),
        )
        for (const [argument, ids] of Object.entries(bound)) checkPorts(tool, argument, [ids].flat(), context)
        results.push(
          await tool.run(tool.input.parse({ ...args, ...bound }), partOf(context, place, steps.length)),
        )
      }
      return gathered(recipe.name, results)
    },
  })
}

function checkPorts(tool: Tool, argument: string, ids: readonly LayerId[], context: ToolContext): void {
  const need = tool.needs[argument]
  const misfit = ids.find((id) => need && !fits(need, context.layer(id).port))
  if (misfit === undefined) return
  throw new AppError(
    'invalid_input',
    `${tool.name} cannot take ${misfit} as ${argument}; give another layer`,
    { layer: misfit },
  )
}

/** The context with progress as a part of the whole. */
function partOf(context: ToolContext, place: number, count: number): ToolContext {
  return new Proxy(context, {
    get(target, key) {
      if (key === 'progress') {
        return (fraction: number, note?: string) => target.progress((place + fraction) / count, note)
      }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

function gathered(name: string, results: readonly ToolResult[]): ToolResult {
  const last = results.at(-1)!
  const layers: Layer[] = [
    ...(last.layers ?? []),
    ...results.slice(0, -1).flatMap((each) => each.layers ?? []),
  ]
  return {
    ...last,
    text: `${name} ran ${results.length} steps. ${results.map(({ text }, place) => `${place + 1}: ${text}`).join(' ')}`,
    layers,
    warnings: [...new Set(results.flatMap((each) => each.warnings ?? []))],
  }
}
