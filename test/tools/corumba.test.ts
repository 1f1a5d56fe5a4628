import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openRaster } from '../../src/io/read/open-raster.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { ToolResult } from '../../src/tools/tool.ts'
import type { BandName } from '../../src/trace/port.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'

const folder = (...parts: readonly string[]) => sharedPath('data', 'scenes', 'corumba_fire_2019', ...parts)
const DATES = {
  pre: ['LC08_L1TP_227074_20190809_20200827_02_T1', '2019-08-09'],
  post: ['LC08_L1TP_227074_20190825_20200826_02_T1', '2019-08-25'],
} as const
const BANDS = { red: 'B4', nir: 'B5', swir2: 'B7' } as const satisfies Partial<Record<BandName, string>>

interface Golden {
  readonly nodata_masked_and_both_bands_positive: {
    readonly nbr_pre: Record<string, number>
    readonly nbr_post: Record<string, number>
    readonly dnbr: Record<string, number>
    readonly classes: Record<string, { readonly hectares: number }>
    readonly burned: Record<string, number> & { readonly centroid_utm21n: readonly [number, number] }
    readonly largest8: readonly Record<string, number>[]
  }
}

// Values of golden.json were made with numpy and scipy from the same files; the file says how.
describe.skipIf(!hasShared)('the Corumbá fire (needs the shared scenes)', () => {
  const context = new MemoryContext()
  const results: Record<string, ToolResult> = {}
  let golden: Golden['nodata_masked_and_both_bands_positive']
  const call = async (tool: string, args: Record<string, unknown>, keep = tool) => {
    results[keep] = await runTool(
      TOOLS.find((each) => each.name === tool)!,
      args,
      context,
    )
    return results[keep].layers?.[0]?.id ?? ''
  }

  beforeAll(async () => {
    const text = readFileSync(folder('golden.json'), 'utf8')
    golden = (JSON.parse(text) as Golden).nodata_masked_and_both_bands_positive
    for (const [id, [name, date]] of Object.entries(DATES)) {
      const elevation = /SUN_ELEVATION = ([\d.]+)/.exec(readFileSync(folder(`${name}_MTL.txt`), 'utf8'))![1]
      const sine = Math.sin((Number(elevation) * Math.PI) / 180)
      const sources = await Promise.all(
        Object.entries(BANDS).map(async ([band, designation]) => {
          const fileName = `${name}_${designation}.TIF`
          const file = await openRaster(await fileBytes(folder(fileName)), fileName)
          return [band, file.source(0, { scale: 2e-5 / sine, offset: -0.1 / sine, nodata: 0 })] as const
        }),
      )
      context.addScene(id, Object.fromEntries(sources), { date })
    }
    const before = await call('nbr', { scene: 'pre' }, 'nbr_pre')
    const after = await call('nbr', { scene: 'post' }, 'nbr_post')
    const dnbr = await call('difference', { before, after })
    const mask = await call('threshold_mask', { layer: dnbr, value: 0.27 })
    await call('mask_area', { mask })
    await call('components', { mask })
    await call('components', { mask, connectivity: 4 }, 'components4')
    await call('mask_direction', { mask }, 'whole')
    await call('mask_direction', { mask, part: 'largest' }, 'largest')
    await call('burn_severity', { pre: 'pre', post: 'post' })
    await call('statistics', { layer: dnbr })
  }, 60_000)

  it('has the NBR of both dates, its pixels without data or with a band at or below zero counted', () => {
    for (const name of ['nbr_pre', 'nbr_post'] as const) {
      for (const figure of ['mean', 'min', 'max']) {
        expect(number(results[name]!, figure), `${name} ${figure}`).toBeCloseTo(golden[name][figure]!, 5)
      }
    }
    expect(number(results['nbr_post']!, 'pixels_left_out', 'nodata')).toBe(109)
    expect(number(results['nbr_post']!, 'pixels_left_out', 'not_positive')).toBe(1)
  })

  it('has the dNBR, high where it burned', () => {
    const statistics = results['statistics']!
    for (const figure of ['mean', 'std', 'median', 'min', 'max', 'valid']) {
      expect(number(statistics, figure), figure).toBeCloseTo(golden.dnbr[figure]!, 5)
    }
    expect(context.layer(results['difference']!.layers![0]!.id).port).toMatchObject({ meaning: 'dnbr' })
  })

  it('finds 8,026.11 ha burned', () => {
    expect(number(results['mask_area']!, 'area')).toBeCloseTo(8026.11, 6)
    expect(number(results['mask_area']!, 'pixels')).toBe(golden.burned['pixels'])
  })

  it('finds the parts by 8 and by 4 neighbours and the areas of the largest ones', () => {
    const parts = results['components']!
    expect(number(parts, 'components')).toBe(1209)
    expect(number(results['components4']!, 'components')).toBe(1892)
    expect(number(parts, 'largest_area')).toBeCloseTo(3355.74, 6)
    for (const [index, part] of golden.largest8.entries()) {
      expect(number(parts, 'area', String(index + 1))).toBeCloseTo(part['hectares']!, 6)
    }
  })

  it('finds the axis of the whole and of the largest scar', () => {
    expect(number(results['whole']!, 'axis_bearing')).toBeCloseTo(golden.burned['axis_bearing_deg']!, 6)
    expect(number(results['whole']!, 'axis_ratio')).toBeCloseTo(golden.burned['axis_ratio']!, 6)
    expect(number(results['largest']!, 'axis_bearing')).toBeCloseTo(
      golden.largest8[0]!['axis_bearing_deg']!,
      6,
    )
    expect(results['whole']!.text).toContain('two-way')
  })

  it('has the area of every severity class', () => {
    const names = [
      'high_regrowth',
      'low_regrowth',
      'unburned',
      'low',
      'moderate_low',
      'moderate_high',
      'high',
    ]
    for (const [index, { hectares }] of Object.values(golden.classes).entries()) {
      expect(number(results['burn_severity']!, 'area', names[index]), names[index]).toBeCloseTo(hectares, 6)
    }
    expect(number(results['burn_severity']!, 'burned_area')).toBeCloseTo(8026.11, 6)
  })
})
