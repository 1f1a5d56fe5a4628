import { describe, expect, it } from 'vitest'
import { CallPlanner, type MemoryUse, type SolvedFlow } from '../../../../src/memory/flows/calls/planner.ts'
import type { FlowTool } from '../../../../src/memory/flows/calls/slots.ts'
import { asked } from './readings.ts'

const TOOLS: readonly FlowTool[] = [
  { name: 'list_files', slot: 'inventory' },
  { name: 'calculate_ndwi', slot: 'maker' },
  { name: 'calculate_nbr', slot: 'maker' },
  { name: 'image_mean', slot: 'summary' },
  { name: 'image_max', slot: 'summary' },
  { name: 'linear_trend', slot: 'analysis' },
  { name: 'difference', slot: 'analysis' },
]
const ALL: MemoryUse = { workflows: true, skills: true, experiences: true }

const flow = (question: string, file: string, ...tools: string[]): SolvedFlow => ({
  id: question,
  question,
  tools: ['list_files', ...tools],
  reading: asked(question, [file]),
})

const PAST = [
  flow('Linear trend of rainfall in Congo', 'rain_2020.tif', 'image_mean', 'linear_trend'),
  flow('Linear trend of rainfall in Lima', 'rain_2021.tif', 'image_mean', 'linear_trend'),
  flow('Difference of mean rainfall between Rome and Oslo', 'rain_2020.tif', 'image_mean', 'image_mean', 'difference'),
  flow('Difference of mean rainfall between Bonn and Bern', 'rain_2022.tif', 'image_mean', 'image_mean', 'difference'),
  flow('Mean NDWI of Lake Erie', 'b03_b08_2020.tif', 'calculate_ndwi', 'image_mean'),
  flow('Mean NDWI of Lake Como', 'b03_b08_2021.tif', 'calculate_ndwi', 'image_mean'),
] // prettier-ignore

/** 1 for the same sequence, else the share of expected tools that are there, less a little. */
const measure = (expected: readonly string[], made: readonly string[]) =>
  expected.join() === made.join()
    ? 1
    : (0.8 * expected.filter((tool) => made.includes(tool)).length) / expected.length

const planner = (use: Partial<MemoryUse> = {}, past: readonly SolvedFlow[] = PAST) =>
  new CallPlanner(past, { tools: TOOLS, use: { ...ALL, ...use }, measures: [measure] })

describe('CallPlanner', () => {
  it('plans a question like a past one as that one', () => {
    const plan = planner().plan(asked('Linear trend of rainfall in Mali', ['rain_2019.tif']))
    expect(plan).toEqual(['list_files', 'image_mean', 'linear_trend'])
  })

  it('makes a plan that memory does not hold: the trend of one, the maker of another', () => {
    const question = asked('Linear trend of NDWI of Lake Garda', ['b03_b08_2019.tif'])
    expect(planner().plan(question)).toEqual(['list_files', 'calculate_ndwi', 'image_mean', 'linear_trend'])
  })

  it('without skills only copies', () => {
    const question = asked('Linear trend of NDWI of Lake Garda', ['b03_b08_2019.tif'])
    const plan = planner({ skills: false }).plan(question)
    expect(PAST.map(({ tools }) => tools.join())).toContain(plan.join())
  })

  it('without workflows still has one flow a skill', () => {
    const plan = planner({ workflows: false }).plan(
      asked('Linear trend of rainfall in Mali', ['rain_2019.tif']),
    )
    expect(plan).toEqual(['list_files', 'image_mean', 'linear_trend'])
  })

  it('without any memory goes by the names of the tools', () => {
    const none = { workflows: false, skills: false, experiences: false }
    for (const empty of [planner(none), planner({}, [])]) {
      expect(empty.plan(asked('Highest NBR'))).toEqual(['list_files', 'calculate_nbr', 'image_max'])
    }
  })

  it('gives the same plan whichever order memory is in', () => {
    const question = asked('Difference of mean rainfall between Kiel and Graz', ['rain_2018.tif'])
    expect(planner({}, [...PAST].reverse()).plan(question)).toEqual(planner().plan(question))
  })

  it('gives flows that may be wanted, their weights adding up to 1', () => {
    const possible = planner().possible(asked('Mean NDWI of Lake Garda', ['b03_b08_2019.tif']))
    expect(possible.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
    expect(possible.length).toBeGreaterThan(1)
  })

  it('follows the maker that was called, where skills may be used', () => {
    const history = ['list_files', 'calculate_nbr']
    const past = ['list_files', 'calculate_ndwi', 'image_mean']
    expect(planner().withMakerOf(history, past)[1]).toBe('calculate_nbr')
    expect(planner({ skills: false }).withMakerOf(history, past)).toEqual(past)
  })
})
