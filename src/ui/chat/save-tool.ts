import { AppError, isAppError } from '../../lib/errors.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { Layer } from '../../trace/layer.ts'
import { checkRecipeName, recipeOf, stepsBehind, type Recipe } from '../../trace/recipe.ts'
import { words } from '../words/words.svelte.ts'
import type { RunView } from './run-view.ts'

/** What the answer of a run rests on, without the choice among options, which belongs to its question. */
export function stepsOfAnswer(run: RunView, internal: ReadonlySet<string> = new Set()) {
  const cited = new Set(run.answer?.spans.flatMap(({ cite }) => (cite ? [cite.step] : [])))
  const done = run.steps
    .filter(({ state, call }) => state === 'ok' && !internal.has(call.tool))
    .map(({ step, call, observation }) => ({ step, call, layers: observation?.layers ?? [] }))
  return stepsBehind(done, cited)
}

/** The recipe of an answered run. Throws invalid_input where the run has no step, or one of an unknown tool. */
export function recipeOfRun(
  name: string,
  run: RunView,
  known: { readonly specs: readonly ToolSpec[]; readonly layers: readonly Layer[] },
): Recipe {
  const specs = new Map(known.specs.map((spec) => [spec.name, spec]))
  const layers = new Map(known.layers.map((layer) => [layer.id, layer]))
  const internal = new Set(known.specs.filter((spec) => spec.internal).map((spec) => spec.name))
  const steps = stepsOfAnswer(run, internal)
  const made = new Set<unknown>()
  for (const { call, layers: results } of steps) {
    const given = Object.keys(specs.get(call.tool)?.needs ?? {}).flatMap((name) => call.args[name])
    if (given.some((id) => typeof id === 'string' && !made.has(id) && !layers.has(id))) {
      throw new AppError('invalid_input', words.chat.saveTool.layerGone)
    }
    for (const id of results) made.add(id)
  }
  return recipeOf(name, steps, {
    needs: (tool) => specs.get(tool)?.needs,
    layer: (id) => layers.get(id),
  })
}

/** What is wrong with a name, for the field that it is typed in; null where it may be taken. */
export function nameFault(name: string, taken: readonly string[]): string | null {
  try {
    checkRecipeName(name, taken)
    return null
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.message
  }
}
