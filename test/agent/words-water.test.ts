import { describe, expect, it } from 'vitest'
import { toolsNamed } from '../../src/agent/named-tools.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { targetsIn, unmeasurableIn } from '../../src/agent/targets.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import type { ToolSpec } from '../../src/tools/tool.ts'

const INDICES = new Set(['ndvi', 'ndwi', 'mndwi', 'ndsi', 'ndti'])
const read = (text: string, sensors: readonly string[] = []) =>
  readQuestion(text, { indexNames: INDICES, specs: [], products: [], hasScenes: true, shown: [], sensors })
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))
const unserved = (text: string) => unservedPart(read(text), read(text).asks[0]!)

describe('readQuestion', () => {
  it.each([
    ['How many hectares of water became land between the dates, with NDWI > 0 as water?', 'loss'],
    ['Area converted from water to land in ha (water: NDWI over 0)?', 'loss'],
    ['With positive NDWI as water, how many hectares of water turned into dry ground?', 'loss'],
    ['How many hectares that were water (NDWI > 0) at the first date are dry at the second?', 'loss'],
    ['What area (ha) was water and is now land?', 'loss'],
    ['By how many hectares is the lake smaller than before?', 'loss'],
    ['What was the reduction in water area (ha)?', 'loss'],
    ['How many hectares became snow-free between the two images?', 'loss'],
    ['How many km² were ice on the first date and ice-free on the second?', 'loss'],
    ['Land turned into water, in ha?', 'gain'],
    ['Newly formed water area in m²?', 'gain'],
    ['How many hectares were not water before but are water now?', 'gain'],
    ['How many hectares does the water cover that were dry before?', 'gain'],
    ['How many hectares of land went under water?', 'gain'],
    ['How many square kilometres did the ice spread?', 'gain'],
    ['How many hectares of water are larger than 3 ha?', null],
    ['How much land lies under water, in ha?', null],
  ])('reads the change of “%s”', (text, change) => {
    expect(read(text).asks[0]!.change).toBe(change)
  })

  it.each([
    ['Rank the lakes by area and tell me the hectares of number two.', 2],
    ['What is the area of the 2nd largest lake in ha?', 2],
    ['How many hectares is the lake that is third in size by area?', 3],
    ['Area of the third biggest lake, ha?', 3],
    ['How many hectares do the lakes have?', null],
  ])('reads the rank of “%s”', (text, rank) => {
    expect(read(text).asks[0]!.rank).toBe(rank)
  })

  it.each([
    ['How turbid is the water at its murkiest spot, in NTU?', ['max']],
    ['Up to what turbidity does the reservoir go, NTU?', ['max']],
    ['How bad does the turbidity get at its worst?', ['max']],
    ['Averaged over the sea, the ice concentration is what?', ['mean']],
  ])('reads the figure of “%s”', (text, figures) => {
    expect(read(text).asks[0]!.figures).toEqual(figures)
  })

  it.each([
    ['With an NDSI cut-off of 0.55, what is the area of snow in ha?', 0.55, undefined],
    ['NDWI beneath 0.25: what share of the image?', 0.25, 'below'],
    ['On what area does the turbidity surpass 100 NTU (hectares)?', 100, 'above'],
    ['What area of the water is more turbid than 100 NTU, in hectares?', 100, 'above'],
    ['Flooded area (km²), where VV backscatter dropped 6 dB or more?', -6, 'at_or_below'],
    ['Area with ice concentration from 80 % upwards, in km²?', 0.8, 'at_or_above'],
    ['Area in km² with 80 % ice or more?', 0.8, 'at_or_above'],
    ['Water area in ha where NDWI exceeds zero and the lake lies?', 0, 'above'],
  ])('reads the limit of “%s”', (text, threshold, side) => {
    expect(slotsOf(text)).toMatchObject({ threshold, ...(side && { side }) })
  })

  it('takes no log ratio of two dates for a formula over the bands of one', () => {
    expect(read('Log ratio of VV ≤ -5 dB: area in ha?').direct).toBeNull()
  })

  it('tells what came under water between dates that radar alone saw as a flood', () => {
    const text = 'How many hectares of land turned into water between the passes?'
    expect(read(text, ['sentinel-1', 'sentinel-1']).asks[0]!.full).toContain('flood')
    expect(read(text, ['sentinel-2', 'sentinel-2']).asks[0]!.full).not.toContain('flood')
  })
})

describe('unmeasurableIn', () => {
  it.each([
    'Leaving the clouds out, what fraction of the scene is water?',
    'What is the percentage of water in the cloudless part?',
    'How cloudy is the water of the lake on average?',
  ])('finds nothing against “%s”', (text) => {
    expect(unmeasurableIn(text)).toBeNull()
  })

  it('still declines the cover of clouds', () => {
    expect(unmeasurableIn('How much of the scene is covered by clouds?')).toBe('cloud cover')
    expect(unmeasurableIn('How cloudy is the scene?')).toBe('cloud cover')
  })
})

describe('targetsIn', () => {
  it('knows a works from growth, and what melts', () => {
    expect(targetsIn('We run a hydropower plant. How many hectares of snow are left?')).toEqual(['snow'])
    expect(targetsIn('Area that melted out between the two dates, hectares?')).toEqual(['snow'])
    expect(targetsIn('How many km² of ice melted?')).toEqual(['sea_ice'])
    expect(targetsIn('How many per cent of the sea is frozen over?')).toEqual(['sea_ice'])
    expect(targetsIn('How many plants are green?')).toEqual(['vegetation'])
  })
})

describe('unservedPart', () => {
  it('serves a denial that tells the other date or a limit, and no other', () => {
    expect(unserved('Area that is water now but was not before, m²?')).toBeNull()
    expect(unserved('How many hectares are not water?')).not.toBeNull()
    expect(unserved('How many hectares of water did not shrink?')).not.toBeNull()
  })

  it('serves the share of snow in the scene, and no share of the lake', () => {
    expect(unserved('How large is the share of snow?')).toBeNull()
    expect(unserved('What share of the lake is turbid?')).not.toBeNull()
  })
})

describe('toolsNamed', () => {
  const specs = ['turbidity', 'suspended_matter', 'ndti'].map((name) => ({ name, needs: {} }) as ToolSpec)
  it.each([
    ["I'd like the median SPM of the water in g/m³.", 'suspended_matter'],
    ['Median of suspended solids?', 'suspended_matter'],
    ['Area of the lake with more than 100 NTU, in ha?', 'turbidity'],
    ['How cloudy is the water of the lake?', 'turbidity'],
  ])('finds the tool of “%s”', (text, tool) => {
    expect(toolsNamed(text, specs)[0]).toBe(tool)
  })

  it('hears no turbidity in a cloudy sky', () => {
    expect(toolsNamed('How cloudy is the scene?', specs)).toEqual([])
  })
})
