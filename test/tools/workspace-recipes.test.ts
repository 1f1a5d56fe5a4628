import { beforeEach, describe, expect, it } from 'vitest'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import type { Recipe, RecipeStep } from '../../src/trace/recipe.ts'
import { burnedField } from '../browser/burned-field.ts'

const step = (tool: string, args: RecipeStep['args'] = {}): RecipeStep => ({
  tool,
  args,
  layers: { scene: { from: 'input', input: 'input_1' } },
})
const recipe = (name: string, steps: readonly RecipeStep[] = [step('nbr')]): Recipe => ({
  name,
  steps,
  inputs: [
    { name: 'input_1', port: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] } },
  ],
})
const through = (name: string, other: string): Recipe =>
  recipe(name, [{ tool: other, args: {}, layers: { input_1: { from: 'input', input: 'input_1' } } }])

let workspace: Workspace
const names = () => workspace.specs().map(({ name }) => name)

beforeEach(() => {
  workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
})

describe('Workspace with recipes', () => {
  it('lists a recipe among its tools while it is there', () => {
    expect(names()).toHaveLength(TOOLS.length)
    workspace.addRecipe(recipe('my_nbr'))
    expect(workspace.specs().at(-1)).toMatchObject({
      name: 'my_nbr',
      family: 'recipes',
      title: 'Steps in order: nbr',
      internal: false,
    })
    workspace.removeRecipe('my_nbr')
    expect(names()).toHaveLength(TOOLS.length)
  })

  it('runs a recipe, also through another one, and tells in the layer how it was made', async () => {
    const files = await burnedField()
    await workspace.addFiles(
      files.map(({ name, file }, at) => ({ id: `f${at}`, name, bytes: blobBytes(file) })),
    )
    workspace.addRecipe(recipe('my_nbr'))
    workspace.addRecipe(through('my_other', 'my_nbr'))
    const plain = await workspace.run({ tool: 'nbr', args: { scene: 'scene-1' } })
    const run = await workspace.run({ tool: 'my_other', args: { input_1: 'scene-1' } })
    if (!run.ok || !plain.ok) throw new Error('both run')
    const values = ({ numbers }: typeof run.observation) => numbers.map(({ name, value }) => [name, value])
    expect(values(run.observation)).toEqual(values(plain.observation))
    expect(run.layers[0]!.lineage).toMatchObject({ tool: 'my_other', args: { input_1: 'scene-1' } })
  })

  it.each(['ndvi', 'my_nbr', 'My_Nbr', 'ab', '1st_nbr', 'a'.repeat(41)])('refuses the name %j', (name) => {
    workspace.addRecipe(recipe('my_nbr'))
    expect(() => workspace.addRecipe(recipe(name))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
    expect(names()).toHaveLength(TOOLS.length + 1)
  })

  it('refuses steps that cannot run', () => {
    expect(() => workspace.addRecipe(recipe('bad_tool', [step('no_such_tool')]))).toThrow('no_such_tool')
    expect(() => workspace.addRecipe(recipe('bad_name', [step('nbr', { gone: 1 })]))).toThrow('does not take')
    expect(() => workspace.addRecipe(recipe('bad_value', [step('nbr', { clouds: 7 })]))).toThrow(
      'does not take',
    )
  })

  it('takes stored ones up in any order, and says of those that cannot run why not', async () => {
    workspace.restoreRecipes([
      through('first_one', 'second_one'),
      recipe('second_one'),
      recipe('ndvi'),
      recipe('lost_one', [step('no_such_tool')]),
      through('ring_a', 'ring_b'),
      through('ring_b', 'ring_a'),
    ])
    expect(names().slice(TOOLS.length)).toEqual(['second_one', 'first_one'])
    const reasons = ['first_one', 'second_one', 'ndvi', 'lost_one', 'ring_a'].map((name) =>
      workspace.whyUnusable(name),
    )
    expect(reasons).toEqual([
      null,
      null,
      expect.stringContaining('a tool of that name already'),
      expect.stringContaining('no_such_tool, which is not there'),
      expect.stringContaining('ring_b, which is not there'),
    ])
    const run = await workspace.run({ tool: 'lost_one', args: { input_1: 'scene-1' } })
    expect(run).toMatchObject({ ok: false, error: { code: 'unknown_tool' } })
    expect(run.ok ? '' : run.error.message).toContain('lost_one uses no_such_tool')
  })

  it('lets no recipe take the place of a tool of the library', async () => {
    const files = await burnedField()
    await workspace.addFiles(
      files.map(({ name, file }, at) => ({ id: `f${at}`, name, bytes: blobBytes(file) })),
    )
    workspace.restoreRecipes([recipe('ndvi')])
    const run = await workspace.run({ tool: 'ndvi', args: { scene: 'scene-1' } })
    expect(run.ok && run.layers[0]!.lineage!.tool).toBe('ndvi')
    expect(run.ok && run.layers[0]!.port).toMatchObject({ meaning: 'ndvi' })
  })

  it('makes a recipe unusable that loses one it uses, and usable when that comes back', () => {
    workspace.addRecipe(recipe('my_nbr'))
    workspace.addRecipe(through('my_other', 'my_nbr'))
    workspace.removeRecipe('my_nbr')
    expect(workspace.whyUnusable('my_other')).toContain('my_nbr, which is not there')
    expect(names()).toHaveLength(TOOLS.length)
    workspace.addRecipe(recipe('my_nbr'))
    expect(workspace.whyUnusable('my_other')).toBeNull()
  })
})
