import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { fits } from '../../trace/fits.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { checkRecipeName, type Binding, type Recipe, type RecipeStep } from '../../trace/recipe.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { Tool, ToolContext, ToolResult } from '../tool.ts'

/**
 * The tool that a recipe stands for: it runs the steps in order and gives the figures of those that hand no layer on,
 * the layers of all and every warning. What it says of itself is made of names of tools, never of a person's words.
 * Throws invalid_input for a bad name or a step that its tool cannot take any more, and unknown_tool where a step's tool
 * is not there.
 */
export function recipeTool(recipe: Recipe, tools: readonly Tool[]): Tool {
  checkRecipeName(
    recipe.name,
    tools.map(({ name }) => name),
  )
  const steps = recipe.steps.map((step) => {
    const tool = tools.find(({ name }) => name === step.tool)
    if (!tool) {
      throw new AppError('unknown_tool', `${recipe.name} uses ${toolName(step.tool)}, which is not there`)
    }
    checkStep(step, tool, recipe.name)
    return { ...step, tool }
  })
  const last = steps.at(-1)
  if (!last) throw new AppError('invalid_input', `the recipe ${recipe.name} has no step`)
  const chain = steps.map(({ tool }) => tool.name).join(', ')
  const ends = endsOf(recipe.steps)
  const measures = ends.flatMap((place) => steps[place]!.tool.measures ?? [])
  return defineTool({
    name: recipe.name,
    family: 'recipes',
    title: `Steps in order: ${chain}`,
    summary: `Runs in order: ${chain}. ${last.tool.summary}`,
    source: last.tool.source,
    needs: Object.fromEntries(recipe.inputs.map(({ name, port }) => [name, port])),
    gives: last.tool.gives,
    measures: [...new Map(measures.map((measure) => [measure.name, measure])).values()],
    input: z.object(
      Object.fromEntries(
        recipe.inputs.map(({ name, port }, place) => [
          name,
          port.kind === 'rasters'
            ? z
                .array(layerRef('Id of a layer.'))
                .min(1)
                .max(400)
                .describe(`Ids of the layers that are input ${place + 1} of the steps.`)
            : layerRef(`Id of the layer that is input ${place + 1} of the steps.`),
        ]),
      ),
    ),
    examples: [
      Object.fromEntries(
        recipe.inputs.map(({ name, port }, place) => [
          name,
          port.kind === 'rasters' ? [`layer-${place + 1}`] : `layer-${place + 1}`,
        ]),
      ),
    ],
    async run(input, context) {
      const results: ToolResult[] = []
      for (const [place, { tool, args, layers }] of steps.entries()) {
        throwIfAborted(context.signal)
        const idOf = (binding: Binding): LayerId | LayerId[] => {
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
            'from' in binding ? idOf(binding) : binding.flatMap(idOf),
          ]),
        )
        for (const [argument, ids] of Object.entries(bound)) checkPorts(tool, argument, [ids].flat(), context)
        const given = tool.input.safeParse({ ...args, ...bound })
        if (!given.success) throw outdated(recipe.name, tool.name)
        results.push(await tool.run(given.data, partOf(context, place, steps.length)))
      }
      return gathered(recipe.name, results, ends)
    },
  })
}

/** Arguments that the tool does not know any more would be left out in silence, and others be taken for them. */
function checkStep({ args, layers }: RecipeStep, tool: Tool, recipe: string): void {
  const shape: Readonly<Record<string, z.ZodType | undefined>> = tool.input.shape
  const isKnown = Object.entries(args).every(([name, value]) => shape[name]?.safeParse(value).success)
  if (!isKnown || Object.keys(layers).some((name) => !(name in tool.needs))) throw outdated(recipe, tool.name)
}

const outdated = (recipe: string, tool: string) =>
  new AppError(
    'invalid_input',
    `${recipe} gives ${tool} what it does not take; ask the question again and save its run anew`,
  )

/** A stored name that is no tool's is not said back. */
const toolName = (name: string) => (/^[a-z][a-z0-9_]*$/.test(name) ? name : 'a tool')

/** Places of the steps whose layers no other step takes. */
function endsOf(steps: Recipe['steps']): readonly number[] {
  const used = new Set(
    steps.flatMap(({ layers }) =>
      Object.values(layers)
        .flat()
        .flatMap((binding) => (binding.from === 'step' ? [binding.step] : [])),
    ),
  )
  return steps.map((_step, place) => place).filter((place) => !used.has(place))
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

function gathered(name: string, results: readonly ToolResult[], ends: readonly number[]): ToolResult {
  const last = results.at(-1)!
  const layers: Layer[] = [
    ...(last.layers ?? []),
    ...results.slice(0, -1).flatMap((each) => each.layers ?? []),
  ]
  const said = ends.map((place) => results[place]!)
  return {
    ...last,
    text: `${name} ran ${results.length} steps. ${results.map(({ text }, place) => `${place + 1}: ${text}`).join(' ')}`,
    numbers: firstOfEach(said.map(({ numbers }) => numbers ?? [])),
    labels: firstOfEach(said.map(({ labels }) => labels ?? [])),
    places: said.flatMap(({ places }) => places ?? []),
    layers,
    warnings: [...new Set(results.flatMap((each) => each.warnings ?? []))],
  }
}

/** All of the first list, then of each other what has a name of its own: one name must not stand for two figures. */
function firstOfEach<Named extends { readonly name: string }>(lists: readonly (readonly Named[])[]): Named[] {
  const said: Named[] = []
  for (const list of lists) {
    const names = new Set(said.map(({ name }) => name))
    said.push(...list.filter(({ name }) => !names.has(name)))
  }
  return said
}
