import type { Binding } from '../memory/types.ts'
import { waysToMark } from '../sensing/meanings.ts'
import type { Port } from '../trace/port.ts'
import { addStep, type Building } from './named-plan.ts'

/** Argument of tools that measure water alone. */
export const isWaterMask = (argument: string, need: Port): boolean =>
  argument === 'water' && need.kind === 'raster' && need.quantity === 'mask'

/**
 * Marks the water of the scene by the best index that it has the bands for, at the threshold that the words give for that
 * index or else the standard one; null where no index can: figures of land would pass for figures of water.
 */
export function waterMask(building: Building): Binding | null {
  const { ask, specs, admissible, steps } = building
  const ways = waysToMark('water').filter(
    ({ source, threshold }) => threshold !== null && admissible.has(source),
  )
  const way = ways.find(({ source }) => source === ask.cutBy) ?? ways[0]
  const index = way && specs.find(({ name }) => name === way.source)
  const made = index && addStep(index, { ...building, depth: building.depth + 1 })
  if (!way || !made) return null
  const isSaid = way.source === ask.cutBy
  const open = (slot: 'threshold' | 'side', standard: number | string): Binding =>
    isSaid ? { from: 'slot', slot, default: standard } : { from: 'value', value: standard }
  const id = `s${steps.length + 1}`
  steps.push({
    id,
    tool: 'threshold_mask',
    args: {
      layer: { from: 'step', step: made },
      rule: isSaid ? { from: 'slot', slot: 'rule', default: 'value' } : { from: 'value', value: 'value' },
      value: open('threshold', way.threshold!),
      side: open('side', way.side),
    },
    purpose: 'Pixels of open water',
  })
  return { from: 'step', step: id }
}
