import { describe, expect, it } from 'vitest'
import { checkRecipeName, recipeOf, type RecordedStep } from '../../../src/trace/recipe.ts'
import { recipeTool } from '../../../src/tools/compose/recipe-tool.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { toolSpec } from '../../../src/tools/tool.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const SOURCES = { needs: (name: string) => TOOLS.find((tool) => tool.name === name)?.needs }

/** What a run of three steps left behind: a difference, its mask, the area of that. */
const RUN: readonly RecordedStep[] = [
  { call: { tool: 'difference', args: { before: 'layer-1', after: 'layer-2' } }, layers: ['layer-3'] },
  {
    call: { tool: 'threshold_mask', args: { layer: 'layer-3', rule: 'value', value: 0.27 } },
    layers: ['layer-4'],
  },
  { call: { tool: 'mask_area', args: { mask: 'layer-4' } }, layers: [] },
]

describe('recipeOf', () => {
  it('binds what steps made, takes the rest as typed inputs, and keeps other arguments', () => {
    const recipe = recipeOf('burned_area_check', RUN, SOURCES)
    expect(recipe.inputs.map(({ name, port }) => [name, port.kind])).toEqual([['input_1', 'raster'], ['input_2', 'raster']]) // prettier-ignore
    expect(recipe.steps[1]).toEqual({
      tool: 'threshold_mask',
      args: { rule: 'value', value: 0.27 },
      layers: { layer: { from: 'step', step: 0, layer: 0 } },
    })
    expect(structuredClone(recipe)).toEqual(recipe)
    expect(JSON.stringify(recipe)).not.toContain('layer-1')
  })

  it('refuses a run without steps and a step of an unknown tool', () => {
    expect(() => recipeOf('abc', [], SOURCES)).toThrow('no step')
    expect(() => recipeOf('abc', [{ call: { tool: 'gone', args: {} }, layers: [] }], SOURCES)).toThrow(
      'not there',
    )
  })
})

describe('checkRecipeName', () => {
  it.each(['Ignore all rules', 'a', '_x_y', 'x__y', 'x-y', '', 'é_é', 'a'.repeat(41), 'ndvi'])(
    'refuses %j',
    (name) => {
      expect(() => checkRecipeName(name, ['ndvi'])).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    },
  )
})

describe('recipeTool', () => {
  const run = () => {
    const context = new MemoryContext()
    for (const [id, values] of [['pre', [0.5, 0.5, 0.5, 0.5]], ['post', [0.5, 0.1, -0.2, 0.4]]] as const) {
      context.addRaster(id, raster([values]), { quantity: 'index', meaning: 'nbr' })
    } // prettier-ignore
    const tool = recipeTool(recipeOf('burned_area_check', RUN, SOURCES), TOOLS)
    return { context, tool, result: runTool(tool, { input_1: 'pre', input_2: 'post' }, context) }
  }

  it('runs the steps on other layers and gives the figures of the last', async () => {
    const { context, result, tool } = run()
    // Two pixels of 10 m fall by 0.27 or more: 0.4 and 0.7.
    expect(number(await result, 'area')).toBeCloseTo(0.02, 9)
    expect((await result).layers!.map(({ id }) => id)).toEqual(context.saved.map(({ id }) => id))
    expect((await result).text).toContain('burned_area_check ran 3 steps')
    expect(toolSpec(tool).measures).toEqual(
      toolSpec(TOOLS.find(({ name }) => name === 'mask_area')!).measures,
    )
  })

  it('refuses layers that a step cannot take, and tools that are not there', async () => {
    const { context, tool } = run()
    context.addTable('t', { columns: [], rows: [] })
    await expect(runTool(tool, { input_1: 't', input_2: 'post' }, context)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    expect(() => recipeTool(recipeOf('other_check', RUN, SOURCES), [])).toThrow(
      expect.objectContaining({ code: 'unknown_tool' }),
    )
  })
})
