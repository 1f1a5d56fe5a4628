import { clauses } from '../retrieval/index.ts'
import { waysToMark, type WayToMark } from '../sensing/meanings.ts'
import type { Dimension } from '../trace/port.ts'
import type { Ask } from './types.ts'

/** What measures each kind of figure, in the words of the tools. */
const MEASURING: Partial<Record<Dimension, string>> = {
  area: 'area of a mask',
  share: 'share of a mask',
  count: 'connected parts of a mask',
  length: 'distance between two masks',
  sector: 'direction of a mask',
  angle: 'axis of a mask',
  value: 'statistics of a raster',
  rate: 'linear trend of a series',
}

/**
 * The steps that an ask stands for, as texts to find tools by: its clauses, and what they leave unsaid. A person who asks
 * for a shrinking reservoir names neither an index nor a threshold.
 */
export function subTasks(ask: Ask): readonly string[] {
  const { target, indices, change, dimension, series } = ask
  const marks = target === null ? [] : waysToMark(target)
  // Best known first; a third way is a last resort.
  const indexNames = indices.length > 0 ? indices : [...new Set(marks.map(indexOf))].slice(0, 2)
  const isOnChange = ask.differenced || marks.some(({ order }) => order !== undefined)
  return [
    ...clauses(ask.full),
    ...indexNames,
    ...(series ? ['index series over scenes'] : []),
    ...(isOnChange || change !== null ? ['difference of two dates'] : []),
    ...(target !== null && dimension !== 'value' ? ['threshold mask'] : []),
    ...(target !== null && change !== null ? ['combine masks of two dates'] : []),
    ...(dimension in MEASURING && (target !== null || dimension === 'rate') ? [MEASURING[dimension]!] : []),
  ]
}

/** A way with an order is cut from the difference of its index: 'dnbr' → 'nbr'. */
const indexOf = ({ source, order }: WayToMark): string => (order === undefined ? source : source.slice(1))
