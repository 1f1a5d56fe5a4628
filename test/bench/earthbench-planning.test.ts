import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ArgumentMemory } from '../../bench/earthbench/planning/arguments.ts'
import { dataFile, filesLike, portion } from '../../bench/earthbench/planning/data-files.ts'
import { foldsOf } from '../../bench/earthbench/planning/folds.ts'
import { earthbenchTools } from '../../bench/earthbench/planning/library.ts'
import { listingOf } from '../../bench/earthbench/planning/listing.ts'
import { performPlan, replaying, unknownOutput } from '../../bench/earthbench/planning/replay.ts'
import { readTasks, toolsOf, type PlanningTask } from '../../bench/earthbench/planning/tasks.ts'
import { bench } from '../../bench/suites/earthbench.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const task = (trajectory: PlanningTask['trajectory'], question = 'Mean?'): PlanningTask => ({
  id: '1',
  question,
  choices: [],
  trajectory,
})
const FILES = ['Rome_2020-01-01_NDVI.tif', 'Oslo_2020-01-01_NDVI.tif']
const LISTED = { tool: 'get_filelist', args: { dir_path: 'd/q1' }, output: FILES }
const MEANS = {
  tool: 'calc_batch_image_mean',
  args: { file_list: FILES.map((file) => `d/q1/${file}`) },
  output: [0.5, 0.25],
}

describe('foldsOf', () => {
  it('gives each task one of the folds, as evenly as can be, by seed', () => {
    const folds = foldsOf(94, 5, 1)
    const sizes = [0, 1, 2, 3, 4].map((fold) => folds.filter((each) => each === fold).length)
    expect(sizes).toEqual([19, 19, 19, 19, 18])
    expect(foldsOf(94, 5, 1)).toEqual(folds)
    expect(foldsOf(94, 5, 2)).not.toEqual(folds)
  })
})

describe('listingOf', () => {
  it('takes what the listing gave, as a list or as text', () => {
    expect(listingOf(task([LISTED]))).toEqual({ folder: 'd/q1', files: FILES })
    expect(listingOf(task([{ ...LISTED, output: `['${FILES.join("', '")}']` }])).files).toEqual(FILES)
  })

  it('takes the data files that calls name where nothing was listed, and no made ones', () => {
    const call = { tool: 'x', args: { a: ['b/data/q/F.tif', 'out/made.tif'], b: 2 }, output: null }
    expect(listingOf(task([call])).files).toEqual(['F.tif'])
  })
})

describe('dataFile', () => {
  it('tells date from the rest', () => {
    expect(dataFile('a/Lake_2021-05-01_1030_BT_31.tif')).toEqual({
      name: 'Lake_2021-05-01_1030_BT_31.tif',
      parts: ['lake', 'bt', '31'],
      date: '2021-05-01',
    })
  })
})

describe('filesLike', () => {
  it('finds the files of the same product in another place', () => {
    const files = ['Mali_2020-01-01_NDVI.tif', 'Mali_2020-01-01_LST.tif'].map(dataFile)
    expect(filesLike([dataFile('Rome_2019-01-01_LST.tif')], files).map(({ name }) => name)).toEqual([
      'Mali_2020-01-01_LST.tif',
    ])
  })
})

describe('portion', () => {
  const files = ['a_2020-01-01.tif', 'b_2020-01-01.tif', 'a_2021-01-01.tif', 'b_2021-01-01.tif'].map(dataFile)
  const names = (at: number, of: readonly ReturnType<typeof dataFile>[]) =>
    portion(of, (file) => file, at, 2).map(({ name }) => name)

  it('goes by place, then by year', () => {
    expect(names(0, files)).toEqual(['a_2020-01-01.tif', 'a_2021-01-01.tif'])
    expect(names(1, [files[0]!, files[2]!])).toEqual(['a_2021-01-01.tif'])
  })

  it('is everything for a single call', () => {
    expect(portion(files, (file) => file, 0, 1)).toEqual(files)
  })
})

describe('earthbenchTools', () => {
  it('tells what their tools make from the tools of ours that do the same', () => {
    const slots = new Map(earthbenchTools().map(({ name, slot }) => [name, slot]))
    expect(slots.get('get_filelist')).toBe('inventory')
    expect(slots.get('compute_tvdi')).toBe('maker')
    expect(slots.get('calculate_threshold_ratio')).toBe('summary')
    expect(slots.get('kurtosis')).toBe('analysis')
    expect(slots.get('calculate_tif_average')).toBeNull()
  })
})

describe('replaying', () => {
  it('gives the record where tool and data are the same, whatever the folder and the rest', () => {
    const observe = replaying([MEANS])
    const call = { tool: MEANS.tool, args: { file_list: FILES.map((file) => `other/${file}`), uint8: true } }
    expect(observe(call, 1).figures).toEqual([0.5, 0.25])
  })

  it('gives a record once, and for other data a placeholder of the same form', () => {
    const observe = replaying([MEANS])
    observe({ tool: MEANS.tool, args: MEANS.args }, 1)
    expect(observe({ tool: MEANS.tool, args: MEANS.args }, 2).figures).toEqual(['<2.0>', '<2.1>'])
    const other = { tool: MEANS.tool, args: { file_list: ['x.tif'] } }
    expect(replaying([MEANS])(other, 1)).toEqual({ files: [], figures: ['<1.0>'] })
  })

  it('stands in for files where a tool makes files', () => {
    const call = {
      tool: 'compute_tvdi',
      args: { ndvi_path: ['a.tif', 'b.tif'], lst_path: ['c.tif', 'd.tif'] },
    }
    expect(unknownOutput(call, 3)).toEqual({ files: ['<3.0>', '<3.1>'], figures: [] })
  })
})

describe('performPlan', () => {
  const mean = { tool: 'mean', args: { x: [0.5, 0.25] }, output: 0.375 }
  const memory = new ArgumentMemory([task([LISTED, MEANS, mean])])
  const asked = { question: 'Mean?', listing: { folder: 'd/q2', files: ['Bonn_2021-01-01_NDVI.tif'] } }

  it('fills arguments from the listing and from earlier outputs', () => {
    const record = { ...MEANS, args: { file_list: ['d/q2/Bonn_2021-01-01_NDVI.tif'] }, output: [0.5, 0.75] }
    expect(performPlan(['get_filelist', MEANS.tool, 'mean'], asked, memory, replaying([record]))).toEqual([
      { tool: 'get_filelist', args: { dir_path: 'd/q2' } },
      { tool: MEANS.tool, args: { file_list: ['d/q2/Bonn_2021-01-01_NDVI.tif'] } },
      { tool: 'mean', args: { x: [0.5, 0.75] } },
    ])
  })
})

describe.skipIf(!hasShared)('earthbench, on the recorded trajectories', () => {
  const tasks = hasShared ? readTasks(sharedPath('data', 'earthbench', 'dev.json')) : []
  const folder = mkdtempSync(join(tmpdir(), 'earthbench-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  const run = (options: Readonly<Record<string, string>>) =>
    bench.run({
      shared: sharedPath(),
      options,
      progress: () => undefined,
      cache: { get: () => undefined, set: () => undefined },
      workFolder: folder,
    })

  it('predicts the same calls when every replay is withheld, but for what outputs say', () => {
    const memory = new ArgumentMemory(tasks.filter((_, at) => at % 2 === 0))
    let different = 0
    for (const each of tasks.filter((_, at) => at % 2 === 1)) {
      const asked = { question: each.question, listing: listingOf(each) }
      const plan = toolsOf(each)
      const replayed = performPlan(plan, asked, memory, replaying(each.trajectory))
      const withheld = performPlan(plan, asked, memory, unknownOutput)
      const shape = (calls: typeof replayed) => calls.map(({ tool, args }) => [tool, Object.keys(args)])
      expect(shape(withheld)).toEqual(shape(replayed))
      if (JSON.stringify(replayed) !== JSON.stringify(withheld)) different++
    }
    // Some outputs are indeed replayed and passed on.
    expect(different).toBeGreaterThan(0)
  })

  describe('the suite on the first forty tasks', () => {
    const options = { limit: '40', memories: 'on,off' }
    let rows: Awaited<ReturnType<typeof run>> = []
    const row = (name: string, protocol: string, memory: string) =>
      rows.find((each) => each.name === name && each['protocol'] === protocol && each['memory'] === memory)!
    beforeAll(async () => {
      rows = await run({ ...options, runs: folder })
    }, 60_000)

    it('plans better than the nearest past question, and with memory better than without', () => {
      const on = row('geoforge', 'free', 'on')
      for (const figure of ['any_order', 'in_order', 'exact']) {
        expect(on[figure]).toBeGreaterThan(Number(row('nearest-bm25', 'free', 'on')[figure]))
        expect(on[figure]).toBeGreaterThan(Number(row('geoforge', 'free', 'off')[figure]))
      }
      expect(on['length_ratio']).toBeLessThanOrEqual(1.1)
    })

    it('gives the same figures and runs again', { timeout: 60_000 }, async () => {
      const file = join(folder, 'earthbench.jsonl')
      const before = readFileSync(file, 'utf8')
      expect(await run({ ...options, runs: folder })).toEqual(rows)
      expect(readFileSync(file, 'utf8')).toBe(before)
      // 40 tasks, two protocols, two memories.
      expect(before.trim().split('\n')).toHaveLength(160)
    })
  })

  it('learns from one file and is tested on another', { timeout: 60_000 }, async () => {
    const [memory, file] = ['memory.json', 'test.json'].map((name) => join(folder, name))
    const part = (from: number) => JSON.stringify({ tasks: tasks.slice(from, from + 20) })
    writeFileSync(memory!, part(0))
    writeFileSync(file!, part(20))
    const rows = await run({ memory: memory!, file: file!, memories: 'on' })
    expect(rows.map(({ name }) => name)).toEqual(['nearest-bm25', 'geoforge', 'geoforge'])
    expect(rows.every((each) => each['tasks'] === 20)).toBe(true)
  })
})
