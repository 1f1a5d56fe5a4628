import { describe, expect, it } from 'vitest'
import oracle from '../../oracles/direction.json' with { type: 'json' }
import { arrivalDirectionTool } from '../../../src/tools/direction/arrival-direction.ts'
import { bearingBetweenTool } from '../../../src/tools/direction/bearing-between.ts'
import { centroidPathTool } from '../../../src/tools/direction/centroid-path.ts'
import { detectionsDirectionTool } from '../../../src/tools/direction/detections-direction.ts'
import { directionOfChangeTool } from '../../../src/tools/direction/direction-of-change.ts'
import { sectorSharesTool } from '../../../src/tools/direction/sector-shares.ts'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import { fitMotion } from '../../../src/raster/kernels/motion-fit.ts'
import { LONLAT, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const { rows: ROWS, columns: COLUMNS } = oracle.arrival
const transform = oracle.arrival.transform as unknown as Affine

function rowsOf(values: readonly number[]): number[][] {
  return Array.from({ length: ROWS }, (_, row) => values.slice(row * COLUMNS, (row + 1) * COLUMNS))
}

/** The same pixels with the first row in the south. */
function southUp(rows: readonly (readonly number[])[]): ReturnType<typeof raster> {
  const [a, b, c, d, e, f] = transform
  return raster(rows.toReversed(), { transform: [a, b, c, d, -e, f + e * rows.length] })
}

describe('bearing_between', () => {
  it.each(oracle.bearings.map((each) => [each.from, each.to, each] as const))(
    'from %s to %s is that of pyproj',
    async (from, to, wanted) => {
      const args = {
        from_longitude: from[0],
        from_latitude: from[1],
        to_longitude: to[0],
        to_latitude: to[1],
        unit: 'm',
      }
      const result = await runTool(bearingBetweenTool, args, new MemoryContext())
      expect(number(result, 'bearing')).toBeCloseTo(wanted.bearing, 8)
      expect(number(result, 'back_bearing')).toBeCloseTo(wanted.back, 8)
      expect(number(result, 'distance')).toBeCloseTo(wanted.metres, 5)
    },
  )

  it('has no bearing from a place to itself', async () => {
    const args = { from_longitude: 1, from_latitude: 2, to_longitude: 1, to_latitude: 2 }
    await expect(runTool(bearingBetweenTool, args, new MemoryContext())).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('sector_shares', () => {
  const shares = async (source: ReturnType<typeof raster>, args: object = {}) => {
    const made = new MemoryContext()
    made.addRaster('m', source, { quantity: 'mask', meaning: 'burned' })
    return runTool(sectorSharesTool, { mask: 'm', ...args }, made)
  }

  it('sorts pixels by hand: three north and one east of the centre', async () => {
    const result = await shares(raster(['###', '..#', '...']))
    // The corners lie NW and NE.
    expect(['N', 'NE', 'E', 'NW', 'S'].map((each) => number(result, 'share', each))).toEqual([
      25, 25, 25, 25, 0,
    ])
    const four = await shares(raster(['.#.', '..#', '...']), { sectors: 4 })
    expect(['N', 'E', 'S', 'W'].map((each) => number(four, 'share', each))).toEqual([50, 50, 0, 0])
  })

  it('is the same whatever the order of rows', async () => {
    const north = await shares(raster(['.#.', '...', '...']))
    const south = await shares(
      raster(['...', '...', '.#.'], { transform: [10, 0, 500_000, 0, 10, 4_999_970] }),
    )
    expect(number(north, 'share', 'N')).toBe(100)
    expect(number(south, 'share', 'N')).toBe(100)
  })

  it('counts from true north where the map is turned against it', async () => {
    // On a grid turned by 30° the way up its columns bears 30°, which is NE by eight sectors.
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    const turned: Affine = [10 * cos, -10 * sin, 500_000, -10 * sin, -10 * cos, 5_000_000]
    const result = await shares(raster(['.#.', '...', '...'], { transform: turned }))
    expect(number(result, 'share', 'NE')).toBe(100)
    // Far off the meridian of a UTM zone at 70° N, map north is 5.7° east of true north.
    const far = { transform: [10, 0, 730_000, 0, -10, 7_780_000] as Affine }
    const rows = Array.from({ length: 41 }, (_, row) =>
      Array.from({ length: 41 }, (_, column) => Number(row === 0 && column === 27)),
    )
    const tilted = await shares(raster(rows, far))
    // On the map the pixel is 7 right and 20 up: 19.3°, sector N; from true north 25.0°, sector NE.
    expect(number(tilted, 'share', 'NE')).toBe(100)
  })

  it('weighs degrees by their length on the ground', async () => {
    // At 60° N a degree of longitude is half as long: 1 right and 1 up bears 27°, NE; 1 right and 3 up bears 9.6°, N.
    const grid = { transform: [0.01, 0, 10, 0, -0.01, 60.035] as Affine, crs: LONLAT }
    const result = await shares(
      raster(['....#..', '.......', '....#..', '.......', '.......', '.......', '.......'], grid),
    )
    expect(number(result, 'pixels', 'N')).toBe(1)
    expect(number(result, 'pixels', 'NE')).toBe(1)
  })

  it('looks from the centroid or from a place', async () => {
    const centroid = await shares(raster(['#.#', '...', '...']), { from: 'centroid', sectors: 4 })
    expect(['E', 'W'].map((each) => number(centroid, 'share', each))).toEqual([50, 50])
    // 15.01° E lies east of the scene, so that all of it is west.
    const place = await shares(raster(['#.#', '...', '...']), {
      from: 'place',
      longitude: 15.01,
      latitude: 45.1532,
      sectors: 4,
    })
    expect(number(place, 'share', 'W')).toBe(100)
    await expect(shares(raster(['#']), { from: 'place', longitude: 15 })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('centroid_path', () => {
  const { stops, bearings, metres, net_bearing: netBearing, net_metres: netMetres } = oracle.path

  function withMasks(): MemoryContext {
    const made = new MemoryContext()
    for (const [index, [column, row, date]] of stops.entries()) {
      const cells = Array.from({ length: ROWS }, (_, r) =>
        Array.from({ length: COLUMNS }, (_, c) => Number(c === column && r === row)),
      )
      made.addRaster(`m${index}`, raster(cells, { transform }), {
        quantity: 'mask',
        meaning: 'burned',
        date: date as string,
      })
    }
    return made
  }

  it('has the steps that pyproj measures, in order of date', async () => {
    const made = withMasks()
    const result = await runTool(centroidPathTool, { masks: ['m2', 'm0', 'm1'] }, made)
    const { rows } = await made.table(made.saved[0]!.id)
    expect(rows.map(([date]) => date)).toEqual(stops.map(([, , date]) => date))
    expect(rows[1]!.slice(4)).toEqual([
      expect.closeTo(metres[0]! / 1000, 6),
      expect.closeTo(bearings[0]!, 4),
      expect.closeTo(metres[0]! / 2000, 6),
    ])
    expect(rows[2]!.slice(4)).toEqual([
      expect.closeTo(metres[1]! / 1000, 6),
      expect.closeTo(bearings[1]!, 4),
      expect.closeTo(metres[1]! / 1000, 6),
    ])
    expect(number(result, 'path_length')).toBeCloseTo((metres[0]! + metres[1]!) / 1000, 6)
    expect(number(result, 'net_distance')).toBeCloseTo(netMetres / 1000, 6)
    const line = (await made.features(made.saved[1]!.id)).features[0]!
    expect(line.geometry.type).toBe('LineString')
  })

  it('has with two dates the motion of the one step, and no error', async () => {
    const result = await runTool(centroidPathTool, { masks: ['m0', 'm2'] }, withMasks())
    expect(number(result, 'bearing')).toBeCloseTo(netBearing, 2)
    expect(number(result, 'speed') / (netMetres / 3000)).toBeCloseTo(1, 4)
    expect(number(result, 'speed_error')).toBeNaN()
    expect(result.text).toContain('two dates leave no error')
  })

  it('needs dates', async () => {
    const made = withMasks()
    made.addRaster('undated', raster(['#']), { quantity: 'mask' })
    await expect(runTool(centroidPathTool, { masks: ['m0', 'undated'] }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('arrival_direction', () => {
  const wanted = oracle.arrival

  it.each(['north up', 'south up'])('is the plane of statsmodels turned to true north, %s', async (order) => {
    const made = new MemoryContext()
    const rows = rowsOf(wanted.days)
    made.addRaster('days', order === 'north up' ? raster(rows, { transform }) : southUp(rows), {
      quantity: 'day',
      unit: 'days',
      date: '2019-07-01',
    })
    const result = await runTool(arrivalDirectionTool, { layer: 'days' }, made)
    expect(number(result, 'bearing')).toBeCloseTo(wanted.bearing, 3)
    expect(Math.abs(wanted.convergence)).toBeGreaterThan(1)
    expect(number(result, 'bearing_error')).toBeCloseTo(wanted.bearing_error, 4)
    expect(number(result, 'speed') / wanted.speed).toBeCloseTo(1, 4)
    expect(number(result, 'speed_error') / wanted.speed_error).toBeCloseTo(1, 4)
    expect(number(result, 'explained')).toBeCloseTo(wanted.explained, 9)
  })

  it('has no spread on a plane: east at 10 m a day', async () => {
    const made = new MemoryContext()
    made.addRaster('days', raster([[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]), { quantity: 'day', unit: 'days' }) // prettier-ignore
    const result = await runTool(arrivalDirectionTool, { layer: 'days' }, made)
    // 15° E is the meridian of the zone, where map north is true north and lengths are 0.9996 of the ground's.
    expect(number(result, 'bearing')).toBeCloseTo(90, 2)
    expect(number(result, 'speed')).toBeCloseTo(10 / 0.9996, 3)
    expect(number(result, 'bearing', 'local')).toBeCloseTo(90, 2)
    expect(number(result, 'circular_spread', 'local')).toBeCloseTo(0, 4)
    expect(number(result, 'speed', 'local')).toBeCloseTo(10 / 0.9996, 3)
  })

  it('goes on over new year once it is told where the season begins, and refuses before', async () => {
    const made = new MemoryContext()
    const days = [[363, 364, 365, 1, 2, 0], [363, 364, 365, 1, 2, -1], [363, 364, 365, 1, 2, -2]] // prettier-ignore
    made.addRaster('days', raster(days), { quantity: 'day', unit: 'days', date: '2019-12-01' })
    await expect(runTool(arrivalDirectionTool, { layer: 'days' }, made)).rejects.toThrow('first_day')
    const result = await runTool(arrivalDirectionTool, { layer: 'days', first_day: 183 }, made)
    expect(number(result, 'bearing')).toBeCloseTo(90, 2)
    expect(number(result, 'speed')).toBeCloseTo(10 / 0.9996, 3)
    expect(result.text).toContain('3 pixels at or below 0')
  })

  it('tells no direction from one scar, all of one day', async () => {
    const made = new MemoryContext()
    made.addRaster('days', raster([[220, 220], [220, 220], [220, 0]]), { quantity: 'day', unit: 'days' }) // prettier-ignore
    await expect(runTool(arrivalDirectionTool, { layer: 'days' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('detections_direction', () => {
  const { motion } = oracle
  const withTable = (date: (day: number) => string | null) => {
    const made = new MemoryContext()
    made.addTable('fires', {
      columns: [
        { name: 'longitude', unit: 'deg' },
        { name: 'latitude', unit: 'deg' },
        { name: 'date', unit: 'date' },
      ],
      rows: motion.days.map((day, at) => [motion.longitude[at]!, motion.latitude[at]!, date(day)]),
    })
    return made
  }

  it('is the least squares of statsmodels, with its errors', async () => {
    const made = withTable((day) => `2020-08-0${day + 1}`)
    const result = await runTool(detectionsDirectionTool, { table: 'fires' }, made)
    expect(number(result, 'bearing')).toBeCloseTo(motion.bearing, 1)
    expect(number(result, 'speed') / (motion.speed / 1000)).toBeCloseTo(1, 3)
    expect(number(result, 'bearing_error') / motion.bearing_error).toBeCloseTo(1, 3)
    expect(number(result, 'speed_error') / (motion.speed_error / 1000)).toBeCloseTo(1, 3)
    expect(number(result, 'time_span')).toBe(7)
  })

  it('claims nothing from one date', async () => {
    await expect(
      runTool(
        detectionsDirectionTool,
        { table: 'fires' },
        withTable(() => '2020-08-01'),
      ),
    ).rejects.toHaveProperty('code', 'nothing_valid')
    await expect(
      runTool(
        detectionsDirectionTool,
        { table: 'fires' },
        withTable(() => null),
      ),
    ).rejects.toThrow('two times')
  })

  it('fits even motion without a rest', () => {
    const found = fitMotion({ days: [0, 1, 2, 5], east: [0, 3, 6, 15], north: [0, -4, -8, -20] })
    expect(found.speed).toBeCloseTo(5, 12)
    expect(found.bearing).toBeCloseTo(180 - (Math.atan2(3, 4) * 180) / Math.PI, 10)
    expect(found.speedError).toBeCloseTo(0, 6)
    expect(found.explained).toBeCloseTo(1, 12)
  })
})

describe('direction_of_change', () => {
  const { shift } = oracle
  it('is the way between the two centres by pyproj, whatever the order of rows', async () => {
    for (const place of [(rows: number[][]) => raster(rows, { transform }), southUp]) {
      const made = new MemoryContext()
      made.addRaster('a', place(rowsOf(shift.before)), {
        quantity: 'index',
        meaning: 'ntl',
        date: '2012-01-01',
      })
      made.addRaster('b', place(rowsOf(shift.after)), {
        quantity: 'index',
        meaning: 'ntl',
        date: '2012-01-11',
      })
      const result = await runTool(directionOfChangeTool, { before: 'a', after: 'b' }, made)
      expect(number(result, 'bearing')).toBeCloseTo(shift.bearing, 3)
      expect(number(result, 'distance')).toBeCloseTo(shift.metres, 3)
      expect(number(result, 'speed')).toBeCloseTo(shift.metres / 10, 4)
    }
  })

  it('says that no time has passed, and refuses a raster without weight', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[1, 0]]), { quantity: 'index' })
    made.addRaster('b', raster([[0, 1]]), { quantity: 'index' })
    made.addRaster('none', raster([[-1, 0]]), { quantity: 'index' })
    const result = await runTool(directionOfChangeTool, { before: 'a', after: 'b' }, made)
    expect(number(result, 'distance')).toBeCloseTo(10 / 0.9996, 3)
    expect(result.text).toContain('no motion in time')
    expect(number(result, 'speed')).toBeNaN()
    await expect(runTool(directionOfChangeTool, { before: 'a', after: 'none' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})
