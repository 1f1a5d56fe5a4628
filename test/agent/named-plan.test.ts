import { describe, expect, it } from 'vitest'
import { namedPlans } from '../../src/agent/named-plan.ts'
import { toolsNamed } from '../../src/agent/named-tools.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { admissible } from '../../src/retrieval/index.ts'
import type { SensingContext } from '../../src/sensing/context.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import type { BandName, Port } from '../../src/trace/port.ts'

const SPECS = TOOLS.map(toolSpec)
const INDEX_NAMES = new Set(SPECS.filter(({ family }) => family === 'indices').map(({ name }) => name))

const scene = (id: string, bands: readonly BandName[], date: string): SensingContext['scenes'][number] => ({
  id,
  sensor: 'landsat-8',
  level: 'L2SP',
  quantity: 'reflectance',
  date,
  bands,
  scaled: true,
  crs: 'EPSG:32633',
  pixelSizeMetres: 30,
  width: 100,
  height: 100,
})

function context(given: Partial<SensingContext>): SensingContext {
  const scenes = given.scenes ?? []
  const dates = [...new Set(scenes.flatMap(({ date }) => date ?? []))]
  return { modalities: [], sensors: [], scenes, products: [], dates, overlap: true, ...given }
}

function plans(text: string, here: SensingContext) {
  const question = readQuestion(text, {
    indexNames: INDEX_NAMES,
    specs: SPECS,
    products: here.products,
    hasScenes: here.scenes.length > 0,
    shown: [],
  })
  return namedPlans({
    ask: question.asks[0]!,
    specs: SPECS,
    admissible: admissible(SPECS, here).names,
    context: here,
    paired: here.dates.length > 1,
  })
}

const tools = (text: string, here: SensingContext) => plans(text, here).map(({ title }) => title)
const OPTICAL_AND_THERMAL = scene(
  'scene-1',
  ['blue', 'red', 'nir', 'swir1', 'swir2', 'thermal1'],
  '2021-07-01',
)
const elevation: Port = { kind: 'raster', quantity: 'elevation', meaning: 'elevation' }
const DEM = context({ products: [{ id: 'layer-1', port: elevation, date: null, made: false }] })

describe('toolsNamed', () => {
  it.each([
    ['What is the mean slope of the hills?', 'slope'],
    ['How steep is it?', 'slope'],
    ['Which aspect do the hills have?', 'aspect'],
    ['How turbid is the lake?', 'turbidity'],
    ['What is the land surface temperature?', 'surface_temperature'],
    ['How much sea ice is there?', 'sea_ice_concentration'],
  ])('hears in “%s” %s', (text, name) => {
    expect(toolsNamed(text, SPECS)[0]).toBe(name)
  })

  it.each([
    'How many hectares burned?',
    'Calculate the area of water where NDWI is above 0.1',
    'What is the mean difference of NDVI between the dates?',
    'Smooth sailing: how much snow is there?',
  ])('hears none in “%s”', (text) => {
    expect(toolsNamed(text, SPECS)).toEqual([])
  })
})

describe('namedPlans', () => {
  it('takes an elevation model as it is', () => {
    expect(tools('What is the mean slope?', DEM)).toEqual(['slope'])
    const [plan] = plans('What is the mean slope?', DEM)
    expect(plan!.steps[0]!.args).toEqual({ elevation: { from: 'role', role: 'product' } })
    expect(plan!.answer).toEqual([{ step: 's1', figure: 'mean_slope' }])
  })

  it('makes what a tool needs of a scene, each thing once', () => {
    const here = context({ scenes: [OPTICAL_AND_THERMAL] })
    expect(tools('What is the mean TVDI?', here)).toEqual(['surface_temperature → ndvi → tvdi'])
  })

  it('makes no plan where the data lack what the tool needs', () => {
    expect(tools('What is the mean slope?', context({ scenes: [OPTICAL_AND_THERMAL] }))).toEqual([])
    expect(tools('How steep is it?', context({}))).toEqual([])
  })
})
