import type { RunRecord } from '../../../trace/events.ts'
import type { Layer } from '../../../trace/layer.ts'
import { viewOf, type RunView } from '../run-view.ts'

/** A run as a report tells it: what is stored, and of the layers what still is known. */
export interface RunReport {
  readonly record: RunRecord
  readonly view: RunView
  /** Layers that the run was given, those of its steps included, in the order in which they come up. */
  readonly layers: readonly ReportLayer[]
  readonly picture: ReportPicture | null
  /** Markup of the charts by the number of their step, drawn by the page itself. */
  readonly charts: ReadonlyMap<number, string>
}

export interface ReportLayer {
  readonly id: string
  /** Null where it was removed since. */
  readonly layer: Layer | null
}

export interface ReportPicture {
  readonly title: string
  /** 'data:image/png;base64,…' */
  readonly url: string
  readonly width: number
  readonly height: number
  /** Where the middle lies and how the place is counted; empty where nothing is known of it. */
  readonly place: string
  readonly legend: readonly { readonly color: string; readonly label: string }[]
}

/** What is the same for all runs of a file. */
export interface ReportFrame {
  /** Of GeoForge. */
  readonly version: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
  /** Language of the words around the runs. */
  readonly language: string
}

export function runReport(
  record: RunRecord,
  known: readonly Layer[],
  drawn: Pick<RunReport, 'picture' | 'charts'>,
): RunReport {
  const view = viewOf(record)
  const byId = new Map(known.map((layer) => [layer.id, layer]))
  const ids = new Set<string>(view.context?.scenes ?? [])
  for (const { call, observation } of view.steps) {
    for (const value of Object.values(call.args).flat()) if (byId.has(String(value))) ids.add(String(value))
    for (const id of observation?.layers ?? []) ids.add(id)
  }
  return { record, view, layers: [...ids].map((id) => ({ id, layer: byId.get(id) ?? null })), ...drawn }
}

/** Data that was loaded, as against what a step made. */
export const isData = ({ layer }: ReportLayer): boolean => layer !== null && layer.lineage === null
