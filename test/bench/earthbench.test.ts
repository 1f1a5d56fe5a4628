import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judge, readCases } from '../../bench/earthbench/agreement.ts'
import { bandOfFile } from '../../bench/earthbench/adapters.ts'
import type { Argument, Arguments, Step } from '../../bench/earthbench/mapping.ts'
import { TOOL_MAP } from '../../bench/earthbench/tool-map.ts'
import { testedTools } from '../../bench/lib/tested-tools.ts'
import { AppError } from '../../src/lib/errors.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const oracles = new URL('../oracles/earth-agent.json', import.meta.url).pathname
const cases = readCases(oracles)
const byName = new Map(TOOLS.map((tool) => [tool.name, tool]))
/** Called in trajectories without being listed. */
const UNLISTED = ['calculate_ndvi', 'calculate_ndwi', 'calculate_nbr', 'calculate_ndti']

describe('the map of Earth-Agent’s tools', () => {
  it.each(cases.map((each, place) => [`${each.theirs}, case ${place + 1}`, each] as const))(
    '%s',
    async (_, each) => {
      expect((await judge(each)).problem).toBeNull()
    },
  )

  it('has a case for every mapping, and one that shows each difference', () => {
    for (const { theirs, differs } of TOOL_MAP.values()) {
      const own = cases.filter((each) => each.theirs === theirs)
      expect(own.length, theirs).toBeGreaterThan(0)
      expect(
        own.some(({ right }) => right !== undefined),
        theirs,
      ).toBe(differs !== null)
    }
  })

  it('names tools that are there, and sorts each argument that cases give', () => {
    for (const { theirs, ours } of TOOL_MAP.values()) {
      expect(
        ours.filter((name) => !byName.has(name)),
        theirs,
      ).toEqual([])
    }
    for (const { theirs, args } of cases) {
      const { inputs, outputs, settings } = TOOL_MAP.get(theirs)!
      expect(
        Object.keys(args).filter((name) => ![inputs, outputs, settings].flat().includes(name)),
        theirs,
      ).toEqual([])
    }
  })

  it('says no where ours cannot follow', () => {
    const trend = TOOL_MAP.get('compute_linear_trend')!
    expect(() => trend.adapt({ y: [1, 2, 3], x: [0, 0.5, 0.7] })).toThrow(AppError)
    expect(() => TOOL_MAP.get('getis_ord_gi_star')!.adapt({ image_path: 'a', output_path: 'b', weight_matrix: [[1, 2, 1]] })).toThrow(AppError) // prettier-ignore
  })

  it('reads bands off names of files', () => {
    expect(bandOfFile('d/Lake_sur_refl_b04_2022-08-01.tif')).toBe('green')
    expect(bandOfFile('Chicago_2021-01-06_b5.tif')).toBe('nir')
    expect(bandOfFile('d/2021_08_10_0155_Reflectance_17.tif')).toBe('wv_905')
    expect(bandOfFile('lst_2021-01-06.tif')).toBeNull()
  })

  it.runIf(hasShared)('holds every array-maths tool of the list', () => {
    const { tools } = read('tools.json') as { tools: { name: string; arrayMath: boolean }[] }
    const wanted = [...tools.filter(({ arrayMath }) => arrayMath).map(({ name }) => name), ...UNLISTED]
    expect([...TOOL_MAP.keys()].sort()).toEqual(wanted.sort())
  })

  it.runIf(hasShared)('turns recorded calls into calls that our schemas take', () => {
    const { tasks } = read('dev.json') as {
      tasks: { id: number; trajectory: { tool: string; args: Arguments }[] }[]
    }
    const refused: string[] = []
    let count = 0
    for (const { id, trajectory } of tasks) {
      for (const { tool, args } of trajectory) {
        const mapping = TOOL_MAP.get(tool)
        if (!mapping) continue
        count++
        try {
          for (const step of mapping.adapt(args).steps) byName.get(step.tool)!.input.parse(named(step))
        } catch (error) {
          refused.push(
            `${id} ${tool}: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`,
          )
        }
      }
    }
    expect(count).toBeGreaterThan(400)
    // Its threshold is a sentence, "30% increase over July 1 NTU", which their code could not follow either.
    expect(refused).toEqual(['123 calc_batch_image_hotspot_percentage: threshold must be a number'])
  })
})

describe('testedTools', () => {
  it('counts tests of a tool’s own and entries of oracle files', () => {
    const folder = new URL('../tools', import.meta.url).pathname
    const found = testedTools(folder, new Set(['statistics', 'ndvi', 'no_such_tool']))
    expect([...found].sort()).toEqual(['ndvi', 'statistics'])
  })
})

const read = (file: string): unknown =>
  JSON.parse(readFileSync(sharedPath('data', 'earthbench', file), 'utf8'))

/** Arguments as a call has them: ids for layers, numbers for figures. */
function named({ args }: Step): Record<string, unknown> {
  const plain = (argument: Argument): unknown => {
    if (Array.isArray(argument)) return (argument as readonly Argument[]).map(plain)
    if (argument === null || typeof argument !== 'object') return argument
    return 'figureOf' in argument ? 1 : 'layer-1'
  }
  return Object.fromEntries(Object.entries(args).map(([name, each]) => [name, plain(each)]))
}
