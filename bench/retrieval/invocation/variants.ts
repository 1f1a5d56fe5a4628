import { bsctr, ours, PUBLISHED, type BsctrSettings, type Parts, type Retriever } from './retrievers.ts'
import type { InvocationSet } from './task.ts'

/** One way to retrieve, with what its row says of it. */
export interface Variant {
  readonly label: { readonly name: string; readonly [column: string]: string | number }
  readonly make: (set: InvocationSet) => Retriever
}

const whole: Parts = { plan: true, graph: true }

const ABLATIONS: readonly (readonly [name: string, parts: Parts])[] = [
  ['no-plan', { plan: false, graph: true }],
  ['no-graph', { plan: true, graph: false }],
  ['neither', { plan: false, graph: false }],
]

/** A retrieval whole, under its own name, and without its parts. */
const ablated = (
  retrieval: string,
  make: (set: InvocationSet, parts: Parts) => Retriever,
): readonly Variant[] =>
  [[retrieval, whole] as const, ...ABLATIONS].map(([name, parts]) => ({
    label: { name, retrieval },
    make: (set) => make(set, parts),
  }))

/** The published retrieval with one constant set otherwise. */
const sweep = <Key extends keyof BsctrSettings>(
  key: Key,
  constant: string,
  values: readonly BsctrSettings[Key][],
): readonly Variant[] =>
  values.map((value) => ({
    label: { name: 'sensitivity', retrieval: 'bsctr', constant, value },
    make: (set) => bsctr(set, whole, { ...PUBLISHED, [key]: value }),
  }))

/** Ours and the published one, each part left out; then constants of the published one, as ours has none of them. */
export const VARIANTS: readonly Variant[] = [
  ...ablated('geoforge', ours),
  ...ablated('bsctr', bsctr),
  ...sweep('alpha', 'retrieval.alpha', [0, 0.25, 0.5, 0.75, 1]),
  ...sweep('hops', 'retrieval.hops', [0, 1, 2, 3]),
  ...sweep('mode', 'retrieval.mode', ['p', 's', 'sym']),
  ...sweep('perSubTask', 'per-sub-task', [5, 10, 20]),
]
