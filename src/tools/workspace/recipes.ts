import { AppError, isAppError } from '../../lib/errors.ts'
import type { Recipe } from '../../trace/recipe.ts'
import { recipeTool } from '../compose/recipe-tool.ts'
import type { Tool } from '../tool.ts'

/** Recipes beside the library: those that can run are tools, the others are kept with the reason why not. */
export class Recipes {
  #recipes: readonly Recipe[] = []
  #tools: readonly Tool[] = []
  #reasons: ReadonlyMap<string, string> = new Map()

  constructor(private readonly library: readonly Tool[]) {}

  /** The library, then the recipes that can run. */
  get all(): readonly Tool[] {
    return this.#tools.length === 0 ? this.library : [...this.library, ...this.#tools]
  }

  /** Why a recipe cannot run; undefined for one that can and for what is no recipe. */
  reason(name: string): string | undefined {
    return this.#reasons.get(name)
  }

  /** Throws invalid_input for a name that is taken or no name, and for steps that cannot run; unknown_tool. */
  add(recipe: Recipe): void {
    if (this.#recipes.some(({ name }) => name === recipe.name)) {
      throw new AppError('invalid_input', 'there is a tool of that name already; give another name')
    }
    recipeTool(recipe, this.all)
    this.replace([...this.#recipes, recipe])
  }

  remove(name: string): void {
    this.replace(this.#recipes.filter((recipe) => recipe.name !== name))
  }

  /** Takes these in place of all others. One that uses another one comes after it, whatever their order. */
  replace(recipes: readonly Recipe[]): void {
    this.#recipes = recipes
    this.#tools = []
    this.#reasons = new Map()
    for (let waiting = recipes; waiting.length > 0;) {
      const reasons = new Map<string, string>()
      const left = waiting.filter((recipe) => {
        try {
          this.#tools = [...this.#tools, recipeTool(recipe, this.all)]
          return false
        } catch (error) {
          if (!isAppError(error)) throw error
          reasons.set(recipe.name, error.message)
          return true
        }
      })
      this.#reasons = reasons
      if (left.length === waiting.length) return
      waiting = left
    }
  }
}
