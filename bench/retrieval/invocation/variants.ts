import type { GraphMode } from '../../../src/retrieval/tool-graph.ts'
import type { Settings } from '../../lib/with-settings.ts'
import { bsctr, ours, PUBLISHED, type BsctrSettings, type Parts, type Retriever } from './retrievers.ts'
import type { InvocationSet } from './task.ts'

/** One way to retrieve, with what its row says of it. */
export interface Variant {
  readonly label: { readonly name: string; readonly [column: string]: string | number }
  /** Constants of src/config.ts while it runs. */
  readonly settings: Settings
  readonly make: (set: InvocationSet) => Retriever
}

const ABLATIONS: readonly (readonly [name: string, parts: Parts])[] = [
  ['geoforge', { plan: true, graph: true }],
  ['no-plan', { plan: false, graph: true }],
  ['no-graph', { plan: true, graph: false }],
  ['neither', { plan: false, graph: false }],
]

const SEEDS = 'retrieval.transitionSeeds'

const bsctrSweep = (constant: string, values: readonly (string | number)[], of: (value: never) => Partial<BsctrSettings>) =>
  values.map((value): Variant => ({
    label: { name: 'sensitivity', retrieval: 'bsctr', constant, value },
    settings: {},
    make: (set) => bsctr(set, { plan: true, graph: true }, { ...PUBLISHED, ...of(value as never) }),
  })) // prettier-ignore

/** Each part left out, ours and the published one, then constants of the graph and of the cut. */
export const VARIANTS: readonly Variant[] = [
  ...ABLATIONS.flatMap(([name, parts]): Variant[] => [
    {
      label: { name, retrieval: 'ours' },
      settings: {},
      make: (set) => ours(set, parts),
    },
    { label: { name, retrieval: 'bsctr' }, settings: {}, make: (set) => bsctr(set, parts) },
  ]),
  ...bsctrSweep('alpha', [0, 0.25, 0.5, 0.75, 1], (alpha: number) => ({ alpha })),
  ...bsctrSweep('hops', [0, 1, 2, 3], (hops: number) => ({ hops })),
  ...bsctrSweep('mode', ['p', 's', 'sym'], (mode: GraphMode) => ({ mode })),
  ...bsctrSweep('perSubTask', [5, 10, 20], (perSubTask: number) => ({ perSubTask })),
  ...[1, 3, 5, 10].map((value): Variant => ({
    label: { name: 'sensitivity', retrieval: 'ours', constant: SEEDS, value },
    settings: { [SEEDS]: value },
    make: (set) => ours(set, { plan: true, graph: true }),
  })),
]
