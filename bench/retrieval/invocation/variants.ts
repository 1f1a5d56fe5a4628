import { bsctr, ours, PUBLISHED, type BsctrSettings, type Parts, type Retriever } from './retrievers.ts'
import type { InvocationSet } from './task.ts'

/** One way to retrieve, with what its row says of it. */
export interface Variant {
  readonly label: { readonly name: string; readonly [column: string]: string | number }
  readonly make: (set: InvocationSet) => Retriever
}

const ABLATIONS: readonly (readonly [name: string, parts: Parts])[] = [
  ['geoforge', { plan: true, graph: true }],
  ['no-plan', { plan: false, graph: true }],
  ['no-graph', { plan: true, graph: false }],
  ['neither', { plan: false, graph: false }],
]

/** The published retrieval with one constant set otherwise. */
const sweep = <Constant extends keyof BsctrSettings>(
  constant: Constant,
  values: readonly BsctrSettings[Constant][],
): readonly Variant[] =>
  values.map((value) => ({
    label: { name: 'sensitivity', retrieval: 'bsctr', constant, value },
    make: (set) => bsctr(set, { plan: true, graph: true }, { ...PUBLISHED, [constant]: value }),
  }))

/** Each part left out, of ours and of the published one; then constants of the published one, as ours has none of them. */
export const VARIANTS: readonly Variant[] = [
  ...ABLATIONS.flatMap(([name, parts]): Variant[] => [
    { label: { name, retrieval: 'ours' }, make: (set) => ours(set, parts) },
    { label: { name, retrieval: 'bsctr' }, make: (set) => bsctr(set, parts) },
  ]),
  ...sweep('alpha', [0, 0.25, 0.5, 0.75, 1]),
  ...sweep('hops', [0, 1, 2, 3]),
  ...sweep('mode', ['p', 's', 'sym']),
  ...sweep('perSubTask', [5, 10, 20]),
]
