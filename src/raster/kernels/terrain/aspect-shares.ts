import type { Reducer } from '../../reduce.ts'
import { sectorOf } from '../sectors.ts'
import type { SectorCount } from '../sectors.ts'

export interface AspectShares {
  /** Pixels by sector, in the order of `sectorNames`. */
  readonly counts: readonly number[]
  readonly valid: number
  /** The bearing of the mean of unit vectors, 0 to 360 degrees; NaN where they cancel out or there are none. */
  readonly mean: number
  /** Length of that mean: 1 where all bearings are one, 0 where they point everywhere. */
  readonly agreement: number
}

/** Bearings by sector with their circular mean (Mardia and Jupp 2000). NaN is left out. */
export class AspectReducer implements Reducer<AspectShares> {
  private readonly sectors: SectorCount
  private readonly counts: Float64Array
  private east = 0
  private north = 0

  constructor(sectors: SectorCount) {
    this.sectors = sectors
    this.counts = new Float64Array(sectors)
  }

  add(bearings: Float32Array): void {
    for (let index = 0; index < bearings.length; index++) {
      const bearing = bearings[index]!
      if (bearing !== bearing) continue
      this.counts[sectorOf(bearing, this.sectors)]!++
      this.east += Math.sin((bearing * Math.PI) / 180)
      this.north += Math.cos((bearing * Math.PI) / 180)
    }
  }

  result(): AspectShares {
    const valid = this.counts.reduce((sum, each) => sum + each, 0)
    const agreement = valid > 0 ? Math.hypot(this.east, this.north) / valid : 0
    const bearing = (Math.atan2(this.east, this.north) * 180) / Math.PI
    return {
      counts: [...this.counts],
      valid,
      // Rounding leaves a length of about 1e-16 where bearings cancel out.
      mean: agreement > 1e-9 ? (bearing + 360) % 360 : NaN,
      agreement,
    }
  }
}
