import { words } from '../lib/text.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Ask } from './types.ts'

/** Family of the tools that a person made of the steps of a run. */
const RECIPES = 'recipes'

/** Words before a name of one word: as a word of a sentence it would catch questions that do not mean the tool. */
const CALLS: ReadonlySet<string> = new Set([
  'run',
  'use',
  'using',
  'apply',
  'call',
  'repeat',
  'tool',
  'recipe',
])

/**
 * Recipes that the words name, the longest name first: written as it is ('lake_loss'), or its words in order ('lake
 * loss'). A name of one word counts after 'run' and its like.
 */
export function recipesNamed(text: string, specs: readonly ToolSpec[]): readonly string[] {
  const said = words(text)
  return specs
    .filter(({ name, family }) => family === RECIPES && isSaid(name.split('_'), name, said))
    .map(({ name }) => name)
    .sort((a, b) => b.length - a.length)
}

function isSaid(parts: readonly string[], name: string, said: readonly string[]): boolean {
  if (parts.length === 1) return said.some((word, at) => word === name && CALLS.has(said[at - 1] ?? ''))
  return said.some((word, at) => word === name || parts.every((part, next) => said[at + next] === part))
}

export const isRecipe = ({ family }: ToolSpec): boolean => family === RECIPES

/** The recipe that the ask is about: it is run, or it is said why it cannot; nothing else is tried in its place. */
export const recipeAsked = ({ named }: Ask, specs: readonly ToolSpec[]): ToolSpec | undefined =>
  specs.find((spec) => spec.name === named[0] && isRecipe(spec))

/** A name that the words would have run and no tool has ('run lake_loss', after it was removed); null where there is none. */
export function unknownToolIn(text: string, specs: readonly ToolSpec[]): string | null {
  const called = /\b(?:run|repeat|apply|call)\s+([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/i
    .exec(text)?.[1]
    ?.toLowerCase()
  return called === undefined || specs.some(({ name }) => name === called) ? null : called
}
