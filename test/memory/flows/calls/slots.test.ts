import { describe, expect, it } from 'vitest'
import { coldPlan } from '../../../../src/memory/flows/calls/cold-plan.ts'
import { Makers } from '../../../../src/memory/flows/calls/makers.ts'
import { NamedTools } from '../../../../src/memory/flows/calls/named-tools.ts'
import { askedOperations, namedOperations } from '../../../../src/memory/flows/calls/operations.ts'
import { MAKER, Slots, type FlowTool } from '../../../../src/memory/flows/calls/slots.ts'
import { asked } from './readings.ts'

const TOOLS: readonly FlowTool[] = [
  { name: 'list_files', slot: 'inventory' },
  { name: 'calculate_ndwi', slot: 'maker' },
  { name: 'calculate_nbr', slot: 'maker' },
  { name: 'calculate_batch_nbr', slot: 'maker' },
  { name: 'image_mean', slot: 'summary' },
  { name: 'image_max', slot: 'summary' },
  { name: 'kelvin_to_celsius', slot: 'analysis' },
  { name: 'difference', slot: 'analysis' },
  { name: 'cut_out', slot: null },
]
const slots = new Slots(TOOLS)

describe('Slots', () => {
  it('exchanges every maker of a flow', () => {
    const flow = ['list_files', 'calculate_ndwi', 'calculate_ndwi', 'difference']
    expect(slots.withMaker(flow, 'calculate_nbr')).toEqual([
      'list_files',
      'calculate_nbr',
      'calculate_nbr',
      'difference',
    ])
  })

  it('puts a maker in after the inventory, or first where there is none', () => {
    expect(slots.withMaker(['list_files', 'image_mean'], 'calculate_nbr')[1]).toBe('calculate_nbr')
    expect(slots.withMaker(['image_mean'], 'calculate_nbr')[0]).toBe('calculate_nbr')
  })

  it('leaves the makers out where the data are used as they are', () => {
    expect(slots.withMaker(['list_files', 'calculate_ndwi', 'image_mean'], null)).toEqual([
      'list_files',
      'image_mean',
    ])
  })

  it('hides makers in a skeleton, so that flows of one skill have the same', () => {
    expect(slots.skeleton(['list_files', 'calculate_ndwi', 'image_mean'])).toEqual([
      'list_files',
      MAKER,
      'image_mean',
    ])
  })
})

describe('Makers', () => {
  const makers = new Makers(slots, ['calculate_ndwi', 'calculate_ndwi', null])

  it('lets past questions vote by their likeness', () => {
    expect(makers.chances(asked('Mean NDWI of the lake'), [0.9, 0.8, 0.1])).toEqual([
      { maker: 'calculate_ndwi', chance: 1 },
    ])
    // Equal votes, two to one; both are likely enough to be tried.
    const [first, second] = makers.chances(asked('Mean of the lake'), [0.5, 0.5, 0.5])
    expect(first).toEqual({ maker: 'calculate_ndwi', chance: 2 / 3 })
    expect(second!.chance).toBeCloseTo(1 / 3, 12)
  })

  it('does not count a past question that is left out', () => {
    expect(makers.chances(asked('Mean of the lake'), [-1, -1, 0])[0]!.maker).toBeNull()
  })

  it('takes up a maker that only the question names, in the style that memory has', () => {
    const chances = makers.chances(asked('Fires by NBR'), [0.2, 0.2, 0.2])
    expect(chances.map(({ maker }) => maker)).toContain('calculate_nbr')
    expect(chances.map(({ maker }) => maker)).not.toContain('calculate_batch_nbr')
    expect(chances.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 12)
  })
})

describe('askedOperations and namedOperations', () => {
  it('read the same operation off a question, its choices and a name', () => {
    expect(askedOperations('What is the 90th percentile?', [])).toContain('percentile')
    expect(askedOperations('What is it?', ['12 °C', '14 °C'])).toContain('celsius')
    expect(namedOperations('get_percentile_value_from_image')).toContain('percentile')
    expect(namedOperations('kelvin_to_celsius')).toContain('celsius')
    expect(namedOperations('celsius_to_kelvin')).not.toContain('celsius')
  })
})

describe('NamedTools', () => {
  const named = new NamedTools(slots, [asked('Mean of the lake'), asked('Mean of the field')])

  it('exchanges a summary for one that the question names, and only within its slot', () => {
    const variants = named.variants(['list_files', 'image_mean'], asked('Hottest pixel'), 3)
    expect(variants.map(({ tools }) => tools)).toEqual([['list_files', 'image_max']])
    expect(variants[0]!.gain).toBeGreaterThan(0)
  })

  it('changes nothing that is named as asked', () => {
    expect(named.variants(['list_files', 'image_mean'], asked('Mean value'), 3)).toEqual([])
  })

  it('tells what is covered, what is idle and what fits', () => {
    expect(named.fit(['image_max', 'image_mean'], asked('Highest value'))).toMatchObject({
      covered: 1,
      fitting: 0.5,
    })
    expect(named.fit(['image_mean'], asked('Highest value'))).toMatchObject({
      covered: 0,
      idle: 1,
      fitting: 0,
    })
  })
})

describe('coldPlan', () => {
  const makers = new Makers(slots, [])
  const named = new NamedTools(slots, [])

  it('is made of what the question names', () => {
    expect(coldPlan(asked('Highest NDWI, and its difference'), slots, makers, named)).toEqual([
      'list_files',
      'calculate_ndwi',
      'image_max',
      'difference',
    ])
  })

  it('leaves out what nothing names', () => {
    expect(coldPlan(asked('Where is it?'), slots, makers, named)).toEqual(['list_files'])
  })
})
