import { describe, expect, it } from 'vitest'
import { maskDirectionTool } from '../../../src/tools/direction/mask-direction.ts'
import { spreadBetweenTool } from '../../../src/tools/direction/spread-between.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

function withMasks(masks: Readonly<Record<string, ReturnType<typeof raster>>>): MemoryContext {
  const made = new MemoryContext()
  for (const [id, source] of Object.entries(masks)) made.addRaster(id, source, { quantity: 'mask' })
  return made
}

describe('mask_direction', () => {
  it('finds the axis of a bar from southwest to northeast, and of its mirror', async () => {
    const bar = raster(['...#', '..#.', '.#..', '#...'])
    const mirror = raster(['#...', '.#..', '..#.', '...#'])
    const made = withMasks({ bar, mirror })
    expect(number(await runTool(maskDirectionTool, { mask: 'bar' }, made), 'axis_bearing')).toBeCloseTo(45, 9)
    const turned = await runTool(maskDirectionTool, { mask: 'mirror' }, made)
    expect(number(turned, 'axis_bearing')).toBeCloseTo(135, 9)
    expect(turned.text).toContain('two-way')
  })

  it('has the axis ratio of a rectangle: √((n² − 1) / (m² − 1)) of its sides in pixels', async () => {
    const made = withMasks({ box: raster(['#######', '#######', '#######']) })
    const result = await runTool(maskDirectionTool, { mask: 'box' }, made)
    expect(number(result, 'axis_bearing')).toBeCloseTo(90, 9)
    expect(number(result, 'axis_ratio')).toBeCloseTo(Math.sqrt(48 / 8), 9)
  })
})

describe('spread_between', () => {
  it('measures by hand what grew: 30 m to the east, on two pixels', async () => {
    const made = withMasks({ earlier: raster(['#.....', '#.....']), later: raster(['#..#..', '#..#..']) })
    const result = await runTool(spreadBetweenTool, { earlier: 'earlier', later: 'later' }, made)
    expect(number(result, 'bearing')).toBeCloseTo(90, 9)
    expect(number(result, 'distance')).toBeCloseTo(30, 9)
    expect(number(result, 'growth_area')).toBeCloseTo(0.02, 12)
    expect(number(result, 'share', 'E')).toBe(100)
  })

  it('goes the other way when the dates are swapped', async () => {
    const made = withMasks({ west: raster(['##....']), east: raster(['....##']) })
    const to = async (earlier: string, later: string) =>
      number(await runTool(spreadBetweenTool, { earlier, later }, made), 'bearing')
    expect(await to('west', 'east')).toBeCloseTo(90, 9)
    expect(await to('east', 'west')).toBeCloseTo(270, 9)
  })
})
