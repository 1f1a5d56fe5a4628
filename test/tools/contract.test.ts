import { beforeEach, describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/tools/index.ts'
import { SLOTS, toolSpec } from '../../src/tools/tool.ts'
import type { Tool } from '../../src/tools/tool.ts'
import type { Port } from '../../src/trace/port.ts'
import { MemoryContext, runTool } from './memory-context.ts'
import { sampleFeatures, sampleFor } from './sample-inputs.ts'

/** Every tool that the parts of GeoForge call by name. */
const VOCABULARY = [
  'list_data', 'describe_layer', 'nbr', 'ndvi', 'ndwi', 'ndwi_gao', 'ndmi', 'mndwi', 'evi', 'savi', 'bai', 'ndsi',
  'ndbi', 'nbr2', 'gndvi', 'msavi', 'bsi', 'difference', 'burn_severity', 'threshold_mask', 'combine_masks',
  'clean_mask', 'mask_area', 'components', 'hotspots', 'mask_direction', 'spread_between', 'statistics',
  'zonal_statistics', 'compare_values', 'match_option', 'export_layer',
] // prettier-ignore

/** South-west corner and side of a pixel of the sample rasters, in degrees. */
const FEATURES_AT = [15.0001, 45.1528, 0.0002] as const

const takesLayers = (tool: Tool) => Object.keys(tool.needs).length > 0

/** Arguments of the first example with every layer argument filled by `id`. */
function layerArguments(tool: Tool, id: (need: Port, argument: string) => unknown): Record<string, unknown> {
  const example = tool.examples[0] as Record<string, unknown>
  const layers = Object.entries(tool.needs)
    // Layers that may be left out are, unless the example names them.
    .filter(([argument]) => argument in example)
    .map(([argument, need]) => [argument, id(need, argument)])
  return { ...example, ...(Object.fromEntries(layers) as Record<string, unknown>) }
}

describe('TOOLS', () => {
  it('has every tool of the vocabulary under a name of its own', () => {
    const names = TOOLS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(VOCABULARY))
  })
})

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  let context: MemoryContext

  beforeEach(() => {
    context = new MemoryContext()
  })

  if (takesLayers(tool)) {
    it('says layer_missing for an unknown layer', async () => {
      const args = layerArguments(tool, (need) =>
        need.kind === 'rasters' ? ['nowhere', 'elsewhere'] : 'nowhere',
      )
      await expect(runTool(tool, args, context)).rejects.toHaveProperty('code', 'layer_missing')
    })
  }

  const idFor = (need: Port, argument: string) =>
    sampleFor(need, context, { argument, area: sampleFeatures(...FEATURES_AT) })

  it('is named in snake_case, with title, summary, family and source', () => {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(tool.title.length).toBeGreaterThan(3)
    expect(tool.summary.length).toBeGreaterThan(20)
    expect(tool.family).toMatch(/^[a-z]+$/)
    expect(tool.source).toMatch(/^(doi:10\.|https:)/)
  })

  it('describes every argument and names known slots', () => {
    const { properties } = toolSpec(tool).parameters
    for (const [argument, schema] of Object.entries(properties)) {
      expect(schema['description'], argument).toMatch(/^[A-Z].{8,}/)
      if (schema['slot'] !== undefined) expect(SLOTS).toContain(schema['slot'])
    }
    for (const need of Object.keys(tool.needs)) expect(Object.keys(properties)).toContain(need)
  })

  it('has examples that its schema takes', () => {
    expect(tool.examples.length).toBeGreaterThan(0)
    for (const example of tool.examples) expect(tool.input.safeParse(example).success).toBe(true)
  })

  it('has a spec of plain data', () => {
    const spec = toolSpec(tool)
    expect(structuredClone(spec)).toEqual(spec)
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec)
  })

  it('gives finite figures, every measure that it declares, and no foreign text', async () => {
    const result = await runTool(tool, layerArguments(tool, idFor), context)
    for (const each of result.numbers ?? []) expect(each.value, each.name).toSatisfy(Number.isFinite)
    for (const [fact, value] of Object.entries(result.facts ?? {}))
      expect(value, fact).toSatisfy(Number.isFinite)
    const given = [...(result.numbers ?? []), ...(result.labels ?? [])].map((each) => each.name)
    const declared = (tool.measures ?? []).map((each) => each.name)
    expect(given).toEqual(
      expect.arrayContaining(declared.filter((each) => !CONDITIONAL[name]?.includes(each))),
    )
    expect([result.text, ...(result.warnings ?? [])].join()).not.toContain('foreign')
    expect(result.text).not.toMatch(/NaN|undefined|Infinity|null/)
    for (const layer of result.layers ?? []) expect(layer.title).not.toContain('foreign')
  })

  it('stops when asked', async () => {
    context.signal = AbortSignal.abort()
    const run = runTool(tool, layerArguments(tool, idFor), context)
    await expect(run).rejects.toHaveProperty('name', 'AbortError')
    expect(context.saved).toEqual([])
  })
})

/** Measures that only some inputs of a tool have: a choice of number or label, a second zone, what a scene alone tells. */
const CONDITIONAL: Readonly<Record<string, readonly string[]>> = {
  match_option: ['option'],
  zonal_statistics: ['mean_difference'],
  describe_layer: ['band_count', 'sensors', 'dates', 'bands'],
  list_data: ['sensors', 'dates', 'bands'],
}
