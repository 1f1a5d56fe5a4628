import { beforeAll, describe, expect, it } from 'vitest'
import { recipesNamed } from '../../src/agent/named-recipes.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec, type ToolSpec } from '../../src/tools/tool.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { recipeOf, stepsBehind, type Recipe } from '../../src/trace/recipe.ts'
import { BURNED_HECTARES, burnedField } from '../browser/burned-field.ts'
import { answerOf, callsOf, deskWith, eventsOf, messagesOf, type Desk } from '../helpers/field.ts'

const spec = (name: string): ToolSpec => ({
  ...toolSpec(TOOLS.find((tool) => tool.name === 'mask_area')!),
  name,
  family: 'recipes',
})
const SPECS = ['lake_loss', 'lake_loss_check', 'area', 'burned_2024'].map(spec)

describe('recipesNamed', () => {
  it.each([
    ['Run lake_loss', ['lake_loss']],
    ['How much Lake Loss is there?', ['lake_loss']],
    ['Please run lake_loss_check on this', ['lake_loss_check']],
    ['What does the lake loss check say?', ['lake_loss_check', 'lake_loss']],
    ['Run area', ['area']],
    ['Use burned 2024', ['burned_2024']],
  ])('hears in “%s” %j', (text, names) => {
    expect(recipesNamed(text, SPECS)).toEqual(names)
  })

  it.each([
    'What is the area of the lake?',
    'Loss of the lake',
    'The lake: what loss?',
    'lake_losses',
    'Rerun area',
  ])('hears none in “%s”', (text) => {
    expect(recipesNamed(text, SPECS)).toEqual([])
  })
})

/** The recipe of what an answered run did, as the page makes it. */
function recipeOfRun(name: string, record: RunRecord, desk: Desk): Recipe {
  const ends = new Map(eventsOf(record, 'step-end').map((event) => [event.step, event]))
  const steps = eventsOf(record, 'step-start').map(({ step, call }) => ({
    step,
    call,
    layers: ends.get(step)!.observation?.layers ?? [],
  }))
  const cited = new Set(answerOf(record).evidence.map(({ step }) => step))
  return recipeOf(name, stepsBehind(steps, cited), {
    needs: (tool) => desk.workspace.specs().find((known) => known.name === tool)?.needs,
    layer: (id) => desk.workspace.layers().find((layer) => layer.id === id),
  })
}

describe('runAgent on a recipe', { timeout: 60_000 }, () => {
  let desk: Desk
  let recipe: Recipe
  beforeAll(async () => {
    const files = await burnedField()
    desk = await deskWith(files.map(({ name, file }) => ({ name, bytes: blobBytes(file) })))
    const record = await desk.ask('How many hectares burned between the two dates?', memoryStore())
    recipe = recipeOfRun('burned_check', record, desk)
    desk.workspace.addRecipe(recipe)
  }, 60_000)

  it('was made of the two dates', () => {
    expect(recipe.inputs.map(({ name }) => name)).toEqual(['earlier', 'later'])
    expect(recipe.steps.map(({ tool }) => tool)).toEqual([
      'nbr',
      'nbr',
      'difference',
      'threshold_mask',
      'mask_area',
      'components',
    ])
  })

  it.each(['Run burned_check', 'How many hectares does burned check give?', 'burned_check'])(
    'answers “%s” by it, also where a skill would serve',
    async (question) => {
      const record = await desk.ask(question, memoryStore())
      expect(callsOf(record)).toEqual(['burned_check'])
      expect(answerOf(record).value).toBeCloseTo(BURNED_HECTARES, 6)
      expect(record.status).toBe('answered')
    },
  )

  it('keeps the name of a person out of what memory says', async () => {
    const store = memoryStore()
    await desk.ask('Run burned_check', store)
    const { workflows, skills } = await store.snapshot()
    expect(workflows.length).toBeGreaterThan(0)
    const said = JSON.stringify([...workflows, ...skills].map(({ description }) => description))
    expect(said).not.toContain('burned check')
  })

  it('leaves questions answered that memory once answered by it, when it is gone', async () => {
    const store = memoryStore()
    for (const question of [
      'How many hectares does burned_check give?',
      'Run burned_check',
      'burned_check',
    ]) {
      expect((await desk.ask(question, store)).status).toBe('answered')
    }
    desk.workspace.removeRecipe('burned_check')
    try {
      const record = await desk.ask('How many hectares burned between the two dates?', store)
      expect(answerOf(record).value).toBeCloseTo(BURNED_HECTARES, 6)
      const gone = await desk.ask('Run burned_check', store)
      expect(gone.status).toBe('declined')
      expect(messagesOf(gone).join(' ')).toContain('no tool named burned_check')
    } finally {
      desk.workspace.addRecipe(recipe)
    }
  })

  it('does nothing else in its place where the data lack a date', async () => {
    const one = (await burnedField()).filter(({ name }) => name.includes('20240801'))
    const alone = await deskWith(one.map(({ name, file }) => ({ name, bytes: blobBytes(file) })))
    alone.workspace.addRecipe(recipe)
    const record = await alone.ask('Run burned_check', memoryStore())
    expect(callsOf(record)).toEqual([])
    expect(record.status).toBe('declined')
    expect(messagesOf(record).join(' ')).toContain('burned_check needs')
  })

  it('gives a list of layers all scenes there are', async () => {
    const series = recipeOf(
      'my_series',
      [
        {
          call: { tool: 'index_series', args: { scenes: ['scene-1', 'scene-2'], index: 'ndvi' } },
          layers: [],
        },
      ],
      { needs: (tool) => desk.workspace.specs().find((known) => known.name === tool)?.needs },
    )
    desk.workspace.addRecipe(series)
    const record = await desk.ask('Run my_series', memoryStore())
    expect(record.status).toBe('answered')
    expect(eventsOf(record, 'step-start').map(({ call }) => call)).toEqual([
      { tool: 'my_series', args: { input_1: ['scene-1', 'scene-2'] } },
    ])
  })

  it('says so where the words cannot tell which of several layers is which', async () => {
    const scene = { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] } as const
    const step = (input: string) =>
      ({ tool: 'nbr', args: {}, layers: { scene: { from: 'input', input } } }) as const
    desk.workspace.addRecipe({
      name: 'two_of_them',
      steps: [step('input_1'), step('input_2')],
      inputs: [
        { name: 'input_1', port: scene },
        { name: 'input_2', port: scene },
      ],
    })
    const record = await desk.ask('Run two_of_them', memoryStore())
    expect(record.status).toBe('declined')
    expect(messagesOf(record).join(' ')).toContain('which is which')
  })

  it('refuses a setting that the recipe has no place for', async () => {
    const record = await desk.ask('Run burned_check with a threshold of 0.4', memoryStore())
    expect(record.status).not.toBe('answered')
  })
})
