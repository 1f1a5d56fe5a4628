import type { RunEvent, RunRecord } from '../trace/events.ts'
import type { Layer } from '../trace/layer.ts'
import type { EarlierCall } from './executor.ts'

/** The calls of a stored run that went through and whose layers are all still listed, in order. */
export function earlierCalls({ events }: RunRecord, layers: readonly Layer[]): readonly EarlierCall[] {
  const isEnd = (event: RunEvent) => event.type === 'step-end'
  const ends = new Map(events.filter(isEnd).map((event) => [event.step, event]))
  return events.flatMap((event): EarlierCall[] => {
    if (event.type !== 'step-start') return []
    const end = ends.get(event.step)
    if (!end?.observation || end.status !== 'ok') return []
    const { observation, milliseconds } = end
    const made = observation.layers.map((id) => layers.find((layer) => layer.id === id))
    if (!made.every((layer) => layer !== undefined)) return []
    return [
      {
        call: event.call,
        purpose: event.purpose,
        outcome: { ok: true, observation, layers: made, milliseconds },
      },
    ]
  })
}
