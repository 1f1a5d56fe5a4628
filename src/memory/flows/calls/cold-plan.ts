import type { Makers } from './makers.ts'
import type { NamedTools } from './named-tools.ts'
import type { FlowReading } from './reading.ts'
import type { Slot, Slots } from './slots.ts'

/**
 * A plan from the names of the tools alone, for a memory that holds nothing: what data there are, the maker that the question names, and the
 * summary and the analysis whose names fit it best, each only where something does.
 */
export function coldPlan(
  reading: FlowReading,
  slots: Slots,
  makers: Makers,
  named: NamedTools,
): readonly string[] {
  const maker = makers.named(reading, () => true)
  const bestNamed = (slot: Slot) => {
    let best: string | null = null
    let top = 0
    for (const tool of slots.of(slot)) {
      const score = named.score(tool, reading)
      if (score > top) [best, top] = [tool, score]
    }
    return best
  }
  return [slots.of('inventory')[0], maker, bestNamed('summary'), bestNamed('analysis')].filter(
    (tool) => typeof tool === 'string',
  )
}
