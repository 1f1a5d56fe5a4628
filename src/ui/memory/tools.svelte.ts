import type { RasterClient } from '../../bridge/index.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { ListedRecipe, Recipe } from '../../trace/recipe.ts'
import { messageOf } from '../parts/format.ts'

/** Tools that the person made of runs. */
export class ToolsState {
  list = $state.raw<readonly ListedRecipe[]>([])
  fault = $state<string | null>(null)
  busy = $state(false)
  readonly #raster: RasterClient

  constructor(raster: RasterClient) {
    this.#raster = raster
  }

  async load(): Promise<void> {
    this.list = await this.#raster.recipes()
  }

  specs(): Promise<readonly ToolSpec[]> {
    return this.#raster.specs()
  }

  /** Gives why it could not be saved, null where it was. */
  async save(recipe: Recipe, title: string): Promise<string | null> {
    this.busy = true
    try {
      await this.#raster.saveRecipe(recipe, title)
      await this.load()
      return null
    } catch (error) {
      return messageOf(error)
    } finally {
      this.busy = false
    }
  }

  async remove(name: string): Promise<void> {
    this.busy = true
    this.fault = null
    try {
      await this.#raster.removeRecipe(name)
      await this.load()
    } catch (error) {
      this.fault = messageOf(error)
    } finally {
      this.busy = false
    }
  }
}
